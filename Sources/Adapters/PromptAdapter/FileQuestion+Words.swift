// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import PromptModel

extension FileQuestion {
  /// The sentences of the question: the asking program, its request, and what to type.
  var sentences: String { [request, NameLook(of: name).doubt].compactMap(\.self).joined(separator: " ") }

  private var request: String {
    let app = "\(VisibleText.quoted(endOf: name)) (\(VisibleText.line(identifier)))"
    switch wish.use {
    case .open: return "\(app) wants to open a file. Type its path: the app gets this file, and no other."
    case .openSeveral:
      return "\(app) wants to open files. Type the path of one: the app gets this file, and no other. "
        + "Several can be chosen in the console."
    case .folder: return "\(app) wants to open a folder. Type its path: the app gets all that is in it."
    case .save:
      let name = wish.suggestion.isEmpty ? "" : " It would call it \(VisibleText.quoted(endOf: wish.suggestion))."
      return "\(app) wants to save a file.\(name) Type a path: a file that is there is changed."
    }
  }
}

extension FileProblem {
  /// The defect of the path as a sentence, and what to do.
  var sentence: String {
    switch self {
    case .missing: "Nothing is there. Look for a typing error: a path without / in front begins in your home folder."
    case .notFile: "That is no file. Type the path of a file."
    case .notFolder: "That is no folder. Type the path of a folder."
    case .folderMissing: "The folder to save it in is not there. Make it first, or type another."
    case .notShared:
      "That cannot be given to an app: it is Bailey’s own, or you may not open it yourself. Choose another, or copy it first."
    case .folderUnreadable: "You may not look into that folder. Choose another."
    }
  }
}

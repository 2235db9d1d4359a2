// SPDX-License-Identifier: Apache-2.0

/// The question which files or folder an app gets. The answer is a path, which the app is not told.
package struct FileQuestion: Sendable, Equatable {
  /// The app's name from its bundle; what is shown of it is made harmless first.
  package let name: String
  package let identifier: String
  package let wish: FileWish

  package init(name: String, identifier: String, wish: FileWish) {
    self.name = name
    self.identifier = identifier
    self.wish = wish
  }
}

/// The kind of file to choose, and hints for the choice. All but the suggestion comes from the program that started the
/// app, and not from the app.
package struct FileWish: Sendable, Equatable {
  package let use: Use
  /// The suggested name of a file to be saved, in the app's words; may be empty.
  package let suggestion: String
  /// Why the last answer could not be taken.
  package let problem: FileProblem?
  /// The text typed so far; may be empty.
  package let typed: String
  /// The contents of one of the person's folders to choose from.
  package let folder: ShownFolder?

  /// The numbers are sent: they are permanent.
  package enum Use: UInt8, Sendable, CaseIterable {
    case open = 1
    case save = 2
    case folder = 3
    /// Paths, a line each.
    case openSeveral = 4
  }

  /// The most bytes of a suggested name.
  package static let longestSuggestion = 256
  package static let longestAnswer = 16 << 10

  package init(
    _ use: Use, suggestion: String, problem: FileProblem? = nil, typed: String = "", folder: ShownFolder? = nil
  ) {
    self.use = use
    self.suggestion = suggestion
    self.problem = problem
    self.typed = typed
    self.folder = folder
  }
}

/// Why a path is none that the app can get. The numbers are sent: they are permanent.
package enum FileProblem: UInt8, Error, Sendable, CaseIterable {
  case missing = 1
  case notFile = 2
  case notFolder = 3
  /// The folder that a file is to be saved in is not there.
  case folderMissing = 4
  /// The file is Bailey's own, or the person may not open it either.
  case notShared = 5
  case folderUnreadable = 6
}

/// The contents of one of the person's folders, but for hidden files.
package struct ShownFolder: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package let name: String
    package let isFolder: Bool

    package init(_ name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// The path without links.
  package let path: String
  package let entries: [Entry]
  /// Whether the list is complete.
  package let isWhole: Bool

  /// The most bytes of a path.
  package static let longestPath = 4095
  package static let longestName = 255
  package static let mostEntries = 200

  package init(path: String, entries: [Entry], isWhole: Bool) {
    self.path = path
    self.entries = entries
    self.isWhole = isWhole
  }
}

/// The person's answer to a question for files.
package enum FileAnswer: QuestionAnswer, Equatable {
  /// The typed text: one path, or several, a line each.
  case chosen(String)
  /// The person wants to see what is in another folder before they choose, and has typed this so far.
  case look(folder: String, typed: String)
}

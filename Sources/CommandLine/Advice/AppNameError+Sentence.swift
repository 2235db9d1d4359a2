// SPDX-License-Identifier: Apache-2.0
package import AppNames
import CommandLineParsing
import TerminalConsole

extension AppNameError {
  private static let mostGuesses = 3

  /// The error in a sentence for the person.
  package var sentence: String {
    switch self {
    case .unknown(let word, let apps):
      "'\(Printable.oneLine(word))' is not installed: no app here has this name or identifier.\(Self.guess(word, apps))\n"
        + "Try: bailey app list"
    case .notInstalled(let word, let apps):
      "'\(Printable.oneLine(word))' is not installed.\(Self.guess(word, apps))\nTry: bailey app list"
    case .ambiguous(let word, let apps):
      "'\(Printable.oneLine(word))' could be any of several apps.\nTry: one of "
        + apps.map { Printable.oneLine($0.identifier) }.joined(separator: ", ")
    case .missing(let path): "There is no file \(Printable.oneLine(path))."
    case .folder(let path):
      "\(Printable.oneLine(path)) is a folder: an installed app has a name and an identifier.\nTry: bailey app list"
    case .script(let path):
      "\(Printable.oneLine(path)) is a script: what runs is its interpreter, which is the same program for every script."
    case .notAProgram(let path): "\(Printable.oneLine(path)) is no program."
    case .notAnApp(let path):
      "\(Printable.oneLine(path)) is a program, and no installed app.\nTry: bailey app list"
    }
  }

  /// The names that are spelled alike, or have the word in them.
  private static func guess(_ word: String, _ apps: [NamedApp]) -> String {
    let near = apps.filter { app in
      closest(to: word.lowercased(), among: app.calls.map { $0.lowercased() }) != nil
        || (word.count > 2 && app.calls.contains { $0.lowercased().contains(word.lowercased()) })
    }.prefix(mostGuesses)
    guard !near.isEmpty else { return "" }
    let names = near.map { app in
      let identifier = Printable.oneLine(app.identifier)
      return app.name.isEmpty ? identifier : "\(Printable.oneLine(app.name)) (\(identifier))"
    }
    return " Did you mean \(names.joined(separator: " or "))?"
  }
}

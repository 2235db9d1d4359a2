// SPDX-License-Identifier: Apache-2.0

/// A command of a program, or a group of them: its name, arguments and meaning.
///
/// Everything a person can read or type comes from these values: parsing, help, the manual page and the
/// completions of three shells. `Action` is the program's own type for "what was asked for".
package struct Command<Action: Sendable>: Sendable {
  package let name: String
  /// Other words that are understood but not shown, such as `--version`.
  package let aliases: [String]
  /// The description in one line, for lists of commands.
  package let summary: String
  /// Paragraphs for the command's own help.
  package let details: [String]
  package let visibility: CommandVisibility
  let content: Content

  enum Content: Sendable {
    case group([Command])
    case leaf([Option], [Positional], @Sendable (Arguments) -> Action)
  }

  /// A command that does something.
  package init(
    _ name: String, _ summary: String, details: [String] = [], aliases: [String] = [],
    visibility: CommandVisibility = .shown, options: [Option] = [], positionals: [Positional] = [],
    action: @escaping @Sendable (Arguments) -> Action
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.details = details
    self.visibility = visibility
    content = .leaf(options, positionals, action)
  }

  /// A command that only groups others.
  package init(group name: String, _ summary: String, details: [String] = [], _ commands: [Command]) {
    self.name = name
    aliases = []
    self.summary = summary
    self.details = details
    visibility = .shown
    content = .group(commands)
  }
}

/// Whether a command is listed anywhere: a program's own internal entry points are not.
package enum CommandVisibility: Sendable { case shown, hidden }

extension Command {
  /// The commands of a group, as help and completions list them.
  var shownCommands: [Command] {
    guard case .group(let commands) = content else { return [] }
    return commands.filter { $0.visibility == .shown }
  }

  var options: [Option] {
    guard case .leaf(let options, _, _) = content else { return [] }
    return options
  }

  var positionals: [Positional] {
    guard case .leaf(_, let positionals, _) = content else { return [] }
    return positionals
  }

  func command(named word: String) -> Command? {
    guard case .group(let commands) = content else { return nil }
    return commands.first { $0.name == word || $0.aliases.contains(word) }
  }

  /// The shown commands below this one with the words that lead to them, in reading order.
  func shownTree(under path: [String] = []) -> [(path: [String], command: Command)] {
    shownCommands.flatMap { command in
      let here = path + [command.name]
      return [(here, command)] + command.shownTree(under: here)
    }
  }
}

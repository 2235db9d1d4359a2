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
    /// Made when they are asked for: of all words, a call wants those on one way.
    case group(@Sendable () -> [Command])
    case leaf([Option], [Positional], @Sendable (Arguments) -> Action)
    /// Words that another program reads.
    case forwarded([Option], [Positional], @Sendable ([String]) -> Action)
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

  /// A command that only groups others, which are made each time that they are read.
  package init(
    group name: String, _ summary: String, details: [String] = [],
    _ commands: @autoclosure @escaping @Sendable () -> [Command]
  ) {
    self.name = name
    aliases = []
    self.summary = summary
    self.details = details
    visibility = .shown
    content = .group(commands)
  }
}

extension Command {
  /// The same words, with another type of action.
  package func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Command<Other> {
    let mapped: Command<Other>.Content =
      switch content {
      case .group(let commands): .group { commands().map { $0.map(transform) } }
      case .leaf(let options, let positionals, let action):
        .leaf(options, positionals) { transform(action($0)) }
      case .forwarded(let options, let positionals, let action):
        .forwarded(options, positionals) { transform(action($0)) }
      }
    return Command<Other>(like: self, mapped)
  }

  /// The same words for people, which this program does not read: the action gets them as they were typed, after the
  /// command's name, for the program that does.
  package func forwarding<Other>(to action: @escaping @Sendable ([String]) -> Other) -> Command<Other> {
    let named: @Sendable ([String]) -> Other = { [name] in action([name] + $0) }
    let forwarded: Command<Other>.Content =
      switch content {
      case .group(let commands): .group { commands().map { $0.forwarding(to: named) } }
      case .leaf(let options, let positionals, _), .forwarded(let options, let positionals, _):
        .forwarded(options, positionals, named)
      }
    return Command<Other>(like: self, forwarded)
  }

  /// A command with the name and the help of another one.
  private init<Other>(like other: Command<Other>, _ content: Content) {
    name = other.name
    aliases = other.aliases
    summary = other.summary
    details = other.details
    visibility = other.visibility
    self.content = content
  }
}

/// Whether a command is listed anywhere: a program's own internal entry points are not.
package enum CommandVisibility: Sendable { case shown, hidden }

extension Command {
  /// The commands of a group, as help and completions list them.
  var shownCommands: [Command] {
    guard case .group(let commands) = content else { return [] }
    return commands().filter { $0.visibility == .shown }
  }

  var options: [Option] {
    switch content {
    case .group: []
    case .leaf(let options, _, _), .forwarded(let options, _, _): options
    }
  }

  var positionals: [Positional] {
    switch content {
    case .group: []
    case .leaf(_, let positionals, _), .forwarded(_, let positionals, _): positionals
    }
  }

  func command(named word: String) -> Command? {
    guard case .group(let commands) = content else { return nil }
    return commands().first { $0.name == word || $0.aliases.contains(word) }
  }

  /// The shown commands below this one with the words that lead to them, in reading order.
  func shownTree(under path: [String] = []) -> [(path: [String], command: Command)] {
    shownCommands.flatMap { command in
      let here = path + [command.name]
      return [(here, command)] + command.shownTree(under: here)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

// MARK: - From words to an action

extension Command {
  /// Reads the words after the program's name. Any words at all give an invocation or a usage error.
  ///
  /// Options are read as `getopt_long(3)` reads them: `--name VALUE`, `--name=VALUE`, letters together, and `--`
  /// before words that are no options. A value that starts with a dash must be given with `=`.
  package func parse(_ words: [String]) throws(UsageError) -> Invocation<Action> {
    try parse(words[...], path: [])
  }

  /// The command these words lead to, for its help.
  package func command(at words: [String]) throws(UsageError) -> Command {
    try descend(words[...], path: []).command
  }

  private func descend(
    _ words: ArraySlice<String>, path: [String]
  ) throws(UsageError) -> (path: [String], command: Command) {
    guard let word = words.first else { return (path, self) }
    guard let next = command(named: word) else { throw UsageError(path: path, problem: unknown(word)) }
    return try next.descend(words.dropFirst(), path: path + [next.name])
  }

  private func parse(_ words: ArraySlice<String>, path: [String]) throws(UsageError) -> Invocation<Action> {
    switch content {
    case .group:
      return try parseGroup(words, path: path)
    case .leaf(let options, let positionals, let action):
      if words.prefix(while: { $0 != "--" }).contains(where: isHelp) { return .help(path) }
      var reader = ArgumentReader(options: options, positionals: positionals, path: path)
      return .run(action(try reader.read(words)))
    case .forwarded(_, _, let action):
      return words.prefix(while: { $0 != "--" }).contains(where: isHelp) ? .help(path) : .run(action(Array(words)))
    }
  }

  private func parseGroup(_ words: ArraySlice<String>, path: [String]) throws(UsageError) -> Invocation<Action> {
    guard let word = words.first else { throw UsageError(path: path, problem: .missingCommand) }
    let rest = words.dropFirst()
    if isHelp(word) { return .help(path) }
    if let next = command(named: word) { return try next.parse(rest, path: path + [next.name]) }
    guard word == "help" else { throw UsageError(path: path, problem: unknown(word)) }
    let topic = rest.filter { !isHelp($0) }
    return .help(try descend(topic[...], path: path).path)
  }

  private func unknown(_ word: String) -> UsageProblem {
    if word.hasPrefix("-") { return .unknownOption(word, meant: closest(to: word, among: ["--help"])) }
    return .unknownCommand(word, meant: closest(to: word, among: shownCommands.map(\.name) + ["help"]))
  }
}

private func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

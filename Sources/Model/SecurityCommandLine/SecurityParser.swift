// SPDX-License-Identifier: Apache-2.0

/// Reads the words after `security`. Any words at all give an action or an error.
package enum SecurityParser {
  /// The commands there are, with what `help` says of them.
  package static let commands: [(name: String, usage: String, summary: String)] = [
    ("help", "[command ...]", "Show all commands, or show usage for a command."),
    ("list-keychains", "[-d domain]", "Display the keychain."),
    ("default-keychain", "[-d domain]", "Display the default keychain."),
    ("login-keychain", "[-d domain]", "Display the login keychain."),
    ("dump-keychain", "[-adhir] [keychain...]", "Dump the contents of the keychain; -d: with the passwords."),
    (
      "add-generic-password",
      "-a account -s service [-w password | -X hex] [-U] [-c creator] [-C type] [-D kind] [-G generic] [-j comment] "
        + "[-l label] [-A | -T app]... [keychain]", "Add a generic password item."
    ),
    (
      "add-internet-password",
      "-a account -s server [-w password | -X hex] [-U] [-c creator] [-C type] [-d domain] [-D kind] [-j comment] "
        + "[-l label] [-p path] [-P port] [-r protocol] [-t authtype] [-A | -T app]... [keychain]",
      "Add an internet password item."
    ),
    (
      "delete-generic-password",
      "[-a account] [-s service] [-c creator] [-C type] [-D kind] [-G generic] [-j comment] [-l label] [keychain...]",
      "Delete a generic password item."
    ),
    (
      "delete-internet-password",
      "[-a account] [-s server] [-c creator] [-C type] [-d domain] [-D kind] [-j comment] [-l label] [-p path] [-P port] "
        + "[-r protocol] [-t authtype] [keychain...]", "Delete an internet password item."
    ),
    (
      "find-generic-password",
      "[-a account] [-s service] [-c creator] [-C type] [-D kind] [-G generic] [-j comment] [-l label] [-g] [-w] "
        + "[keychain...]", "Find a generic password item."
    ),
    (
      "find-internet-password",
      "[-a account] [-s server] [-c creator] [-C type] [-d domain] [-D kind] [-j comment] [-l label] [-p path] [-P port] "
        + "[-r protocol] [-t authtype] [-g] [-w] [keychain...]", "Find an internet password item."
    ),
    ("error", "<number>...", "Display a descriptive message for the given error code(s)."),
    (
      "item", "[-v] [-g] [-j] [-p] [-P reference] [-l limit] [-a | -D | -u changes] [-q query]",
      "Find, add, change and delete items of the keychain."
    ),
  ]

  /// What stands before the command, and the words from the command on.
  package static func mode(_ words: [String]) throws(SecurityUsageError) -> (SecurityMode, ArraySlice<String>) {
    let scanner: OptionScanner
    do { scanner = try OptionScanner("hilp:qvR", words[...]) } catch { throw .noCommand }
    var mode = SecurityMode()
    var rest = scanner.rest
    for option in scanner.options {
      switch option.letter {
      case "h": rest = ["help"] + rest
      case "i": mode.isInteractive = true
      case "p":
        mode.isInteractive = true
        mode.prompt = option.value ?? mode.prompt
      case "q": mode.isQuiet = true
      default: break
      }
    }
    return (mode, rest)
  }

  /// A command, by its name or a beginning of it that no other one has.
  package static func action(_ words: ArraySlice<String>) throws(SecurityUsageError) -> SecurityAction {
    guard let word = words.first else { throw .noCommand }
    let matches = commands.map(\.name).filter { $0.hasPrefix(word) }
    guard let name = matches.contains(word) ? word : matches.count == 1 ? matches[0] : nil else {
      throw .unknownCommand(word)
    }
    do throws(CommandProblem) {
      return try action(name, words.dropFirst())
    } catch {
      switch error {
      case .usage: throw .usage(command: name)
      case .badType(let text): throw .badType(text)
      case .badQuery(let text): throw .badQuery(text)
      }
    }
  }

  private static func action(
    _ name: String, _ words: ArraySlice<String>
  ) throws(CommandProblem) -> SecurityAction {
    switch name {
    case "help": return .help(words.first)
    case "list-keychains": return .keychains(try question(.list, words))
    case "default-keychain": return .keychains(try question(.standard, words))
    case "login-keychain": return .keychains(try question(.login, words))
    case "dump-keychain":
      let options = try scan("adhir", words).options
      return .dump(options.contains { $0.letter == "d" } ? .shown : .hidden)
    case "add-generic-password": return try PasswordWords.add(.generic, words)
    case "add-internet-password": return try PasswordWords.add(.internet, words)
    case "delete-generic-password": return try PasswordWords.delete(.generic, words)
    case "delete-internet-password": return try PasswordWords.delete(.internet, words)
    case "find-generic-password": return try PasswordWords.find(.generic, words)
    case "find-internet-password": return try PasswordWords.find(.internet, words)
    case "error":
      guard !words.isEmpty else { throw .usage }
      return .error(Array(words))
    default: return .item(try SecurityItemRequest(words))
    }
  }

  /// The domain means nothing here; to choose another keychain is not to be had.
  private static func question(
    _ question: KeychainQuestion, _ words: ArraySlice<String>
  ) throws(CommandProblem) -> KeychainQuestion {
    guard try scan("d:h", words).rest.isEmpty else { throw .usage }
    return question
  }

  static func scan(_ specification: String, _ words: ArraySlice<String>) throws(CommandProblem) -> OptionScanner {
    do { return try OptionScanner(specification, words) } catch { throw .usage }
  }
}

/// What is wrong with the words of one command.
enum CommandProblem: Error, Equatable {
  case usage
  case badType(String)
  case badQuery(String)
}

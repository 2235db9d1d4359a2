// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The actions about a keychain as a whole; the default one where none is named.
///
/// Every user of the machine can see a password on the command line. It is taken because scripts for macOS rely on it.
package enum KeychainFileAction: Sendable, Equatable {
  case create([String], password: [UInt8]?)
  case delete([String])
  case lock(String?)
  case lockAll
  case unlock(String?, password: [UInt8]?)
  case setPassword(String?, old: [UInt8]?, new: [UInt8]?)
  case setSettings(String?, KeychainSettings)
  case showInfo(String?)
}

/// A question about the search list, the default keychain or the login keychain.
package struct KeychainQuestion: Sendable, Equatable {
  package enum Topic: Sendable, Equatable { case list, standard, login }
  package enum Domain: String, Sendable { case user, system, common, dynamic }

  package var topic: Topic
  package var domain = Domain.user
  /// The new value of the setting; nil where it is only shown.
  package var change: [String]?

  package init(_ topic: Topic) { self.topic = topic }
}

/// The words of commands for keychains as a whole.
enum KeychainFileWords {
  static func action(_ name: String, _ words: ArraySlice<String>) throws(CommandProblem) -> SecurityAction? {
    switch name {
    case "create-keychain":
      let scanner = try scan("hPp:", words)
      guard !scanner.rest.isEmpty else { throw .usage }
      return .keychainFile(.create(Array(scanner.rest), password: scanner.bytes(of: "p")))
    case "delete-keychain":
      let scanner = try scan("h", words)
      guard !scanner.rest.isEmpty else { throw .usage }
      return .keychainFile(.delete(Array(scanner.rest)))
    case "lock-keychain":
      let scanner = try scan("ha", words)
      if scanner.has("a") { return .keychainFile(.lockAll) }
      return .keychainFile(.lock(try one(scanner)))
    case "unlock-keychain":
      let scanner = try scan("hup:", words)
      return .keychainFile(.unlock(try one(scanner), password: scanner.bytes(of: "p")))
    case "set-keychain-password":
      let scanner = try scan("ho:p:", words)
      return .keychainFile(.setPassword(try one(scanner), old: scanner.bytes(of: "o"), new: scanner.bytes(of: "p")))
    case "set-keychain-settings":
      let scanner = try scan("hlut:", words)
      return .keychainFile(.setSettings(try one(scanner), try settings(scanner)))
    case "show-keychain-info": return .keychainFile(.showInfo(try one(scan("h", words))))
    case "list-keychains": return .keychains(try question(.list, words))
    case "default-keychain": return .keychains(try question(.standard, words))
    case "login-keychain": return .keychains(try question(.login, words))
    default: return nil
    }
  }

  private static func scan(_ letters: String, _ words: ArraySlice<String>) throws(CommandProblem) -> OptionScanner {
    let scanner = try SecurityParser.scan(letters, words)
    guard !scanner.has("h") else { throw .usage }
    return scanner
  }

  private static func one(_ scanner: OptionScanner) throws(CommandProblem) -> String? {
    guard scanner.rest.count <= 1, scanner.rest.first != "" else { throw .usage }
    return scanner.rest.first
  }

  /// Giving a time switches it on; `-u` without a time does nothing (`keychain_set_settings.c`).
  private static func settings(_ scanner: OptionScanner) throws(CommandProblem) -> KeychainSettings {
    var settings = KeychainSettings(locksOnSleep: scanner.has("l"))
    if let text = scanner.last("t") {
      guard let seconds = Int32(text), seconds >= 0 else { throw .usage }
      settings.timeout = seconds == .max ? nil : UInt32(seconds)
    }
    return settings
  }

  private static func question(
    _ topic: KeychainQuestion.Topic, _ words: ArraySlice<String>
  ) throws(CommandProblem) -> KeychainQuestion {
    let scanner = try scan("d:hs", words)
    var question = KeychainQuestion(topic)
    if let name = scanner.last("d") {
      guard let domain = KeychainQuestion.Domain(rawValue: name) else { throw .usage }
      question.domain = domain
    }
    if scanner.has("s") { question.change = Array(scanner.rest) } else if !scanner.rest.isEmpty { throw .usage }
    guard topic == .list || scanner.rest.count <= 1 else { throw .usage }
    return question
  }
}

extension OptionScanner {
  func has(_ letter: Character) -> Bool { options.contains { $0.letter == letter } }
  func last(_ letter: Character) -> String? { options.last { $0.letter == letter }?.value }
  func all(_ letter: Character) -> [String] { options.filter { $0.letter == letter }.compactMap(\.value) }
  func bytes(of letter: Character) -> [UInt8]? { last(letter).map { Array($0.utf8) } }
}

// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerMessages
import KeychainCommands
import KeychainModel
import ProtectionModel
import SecretMemory
import TerminalConsole

/// Carries out the commands of `security` for keychains as a whole.
///
/// The keychain under the lock state is one of them. Questions about its lock are answered; what only its owner may do is
/// refused, with the command of `bailey` that does it.
struct SecurityKeychainTool {
  let console: Console
  let service: any KeychainFileService
  let paths: KeychainPaths

  // MARK: - Which there are

  /// The keychains that are searched and the one that is added to; the login keychain where none was chosen.
  func listing(_ api: String) throws(SecurityFailure) -> (searched: [KeychainKind], standard: KeychainKind) {
    let known = try call(api) { () throws(KeychainStatus) in try service.keychainFiles() }
    var natural = [paths.login]
    let hasFile = known.entries.contains { $0.name == .login && $0.condition != .absent }
    if hasFile, !natural.contains(.named(.login)) { natural.append(.named(.login)) }
    return (known.searched ?? natural, known.standard ?? paths.login)
  }

  func answer(_ question: KeychainQuestion) throws(SecurityFailure) {
    if let words = question.change { return try change(question, words) }
    switch (question.topic, question.domain) {
    case (.list, .user): for kind in try listing("SecKeychainCopySearchList").searched { show(kind) }
    case (.list, _): break
    case (.standard, .user): show(try listing("SecKeychainCopyDefault").standard)
    case (.login, .user): show(paths.login)
    case (.standard, let domain), (.login, let domain):
      throw SecurityFailure("SecKeychainCopyDomainDefault \(domain.rawValue)", .noDefaultKeychain)
    }
  }

  private func show(_ kind: KeychainKind) { console.print("    \"\(Printable.oneLine(paths.path(kind)))\"") }

  private func change(_ question: KeychainQuestion, _ words: [String]) throws(SecurityFailure) {
    let api = question.topic == .list ? "SecKeychainSetDomainSearchList" : "SecKeychainSetDomainDefault"
    guard question.domain == .user, question.topic != .login else {
      throw SecurityFailure(api, .unimplemented, "There are the keychains of one user, whose login keychain is given.")
    }
    var kinds: [KeychainKind] = []
    for word in words { kinds.append(try kind(word, api)) }
    if question.topic == .list { return try perform(.setSearched(kinds), api) }
    if let kind = kinds.first { try existing(kind, api) }
    try perform(.setStandard(kinds.first), api)
  }

  private func existing(_ kind: KeychainKind, _ api: String) throws(SecurityFailure) {
    guard case .named(let name) = kind else { return }
    let listing = try call(api) { () throws(KeychainStatus) in try service.keychainFiles() }
    let condition = listing.entries.first { $0.name == name }?.condition ?? .absent
    guard condition != .absent else { throw SecurityFailure(api, .noSuchKeychain) }
  }

  // MARK: - What is done to one

  func perform(_ action: KeychainFileAction) throws(SecurityFailure) {
    switch action {
    case .create(let words, let password): for word in words { try create(word, password) }
    case .delete(let words): for word in words { try delete(word) }
    case .lockAll: try perform(.lock(nil), "SecKeychainLockAll")
    case .lock(let word):
      let (name, api) = try file(word, "SecKeychainLock", "It locks with the device.\nTry: bailey lock")
      try perform(.lock(name), api)
    case .unlock(let word, let password): try unlock(word, password)
    case .setPassword(let word, let old, let new): try setPassword(word, old, new)
    case .setSettings(let word, let settings): try set(settings, word)
    case .showInfo(let word): try showInfo(word)
    }
  }

  private func create(_ word: String, _ password: [UInt8]?) throws(SecurityFailure) {
    let api = "SecKeychainCreate \(Printable.oneLine(word))"
    guard case .named(let name) = try kind(word, api) else { throw SecurityFailure(api, .duplicateKeychain) }
    let new = try secret(password, api) { input throws(PasscodeInputError) in
      try input.readNew("password for new keychain: ")
    }
    try perform(.create(name, new), api)
  }

  private func delete(_ word: String) throws(SecurityFailure) {
    let api = "SecKeychainDelete"
    guard case .named(let name) = try kind(word, api) else {
      throw SecurityFailure(api, .unimplemented, "It is the device's.\nTry: bailey erase")
    }
    try perform(.delete(name), api)
  }

  /// The device's keychain is not unlocked here: a passcode never comes from a command line. For it the lock state is
  /// reported.
  private func unlock(_ word: String?, _ password: [UInt8]?) throws(SecurityFailure) {
    let kind = try kind(word, "SecKeychainUnlock")
    let api = "SecKeychainUnlock \(shown(word, kind))"
    guard case .named(let name) = kind else { return try readable(api) }
    let given = try secret(password, api) { input throws(PasscodeInputError) in
      try input.read("password to unlock \(shown(word, kind)): ")
    }
    try perform(.unlock(name, given), api)
  }

  private func setPassword(_ word: String?, _ old: [UInt8]?, _ new: [UInt8]?) throws(SecurityFailure) {
    let (name, api) = try file(
      word, "SecKeychainChangePassword", "It has the device's passcode.\nTry: bailey passcode change")
    let before = try secret(old, api) { input throws(PasscodeInputError) in
      try input.read("Old Password: ")
    }
    let after = try secret(new, api) { input throws(PasscodeInputError) in
      try input.readNew("New Password: ")
    }
    try perform(.setPassword(name, from: before, to: after), api)
  }

  /// Sets when a file-based keychain locks itself. The device's keychain has none: it accepts the default settings alone.
  private func set(_ settings: KeychainSettings, _ word: String?) throws(SecurityFailure) {
    let kind = try kind(word, "SecKeychainSetSettings")
    if kind == .dataProtection, settings == KeychainSettings() { return }
    let (name, api) = try file(word, "SecKeychainSetSettings", "It follows the device's lock.")
    try perform(.setSettings(name, settings), api)
  }

  private func showInfo(_ word: String?) throws(SecurityFailure) {
    let kind = try kind(word, "SecKeychainCopySettings")
    let api = "SecKeychainCopySettings \(shown(word, kind))"
    var settings = KeychainSettings()
    if case .named(let name) = kind {
      let listing = try call(api) { () throws(KeychainStatus) in try service.keychainFiles() }
      let entry = listing.entries.first { $0.name == name }
      guard let entry, entry.condition != .absent else { throw SecurityFailure(api, .noSuchKeychain) }
      guard entry.condition == .unlocked else { throw SecurityFailure(api, .interactionNotAllowed) }
      settings = entry.settings
    } else {
      try readable(api)
    }
    let timeout = settings.timeout.map { " timeout=\($0)s" } ?? " no-timeout"
    console.note("Keychain \"\(shown(word, kind))\"\(settings.locksOnSleep ? " lock-on-sleep" : "")\(timeout)")
  }

  /// Checks that the password opens each file-based keychain among these.
  func prove(_ password: [UInt8], to kinds: [KeychainKind]) throws(SecurityFailure) {
    for case .named(let name) in kinds {
      try perform(.unlock(name, SecretData(copying: password.span)), "SecKeychainItemSetAccessWithPassword")
    }
  }

  // MARK: - Parts

  private func kind(_ word: String?, _ api: String) throws(SecurityFailure) -> KeychainKind {
    guard let word else { return try listing(api).standard }
    guard let kind = paths.kind(word) else { throw SecurityFailure(api, .noSuchKeychain) }
    return kind
  }

  private func file(
    _ word: String?, _ call: String, _ advice: String
  ) throws(SecurityFailure) -> (KeychainName, String) {
    let kind = try kind(word, call)
    let api = "\(call) \(shown(word, kind))"
    guard case .named(let name) = kind else { throw SecurityFailure(api, .unimplemented, advice) }
    return (name, api)
  }

  /// The name as it was typed.
  private func shown(_ word: String?, _ kind: KeychainKind) -> String { Printable.oneLine(word ?? paths.path(kind)) }

  /// Throws where items that need an unlocked device cannot be read. An unknown state is not reported as locked: this is
  /// only a message, and the keys decide.
  private func readable(_ api: String) throws(SecurityFailure) {
    guard let state = service.lockState else { return }
    if state == .locked || state == .beforeFirstUnlock { throw SecurityFailure(api, .interactionNotAllowed) }
  }

  private func perform(_ request: KeychainFileRequest, _ api: String) throws(SecurityFailure) {
    try call(api) { () throws(KeychainStatus) in try service.perform(request) }
  }

  private func call<Value>(
    _ api: String, _ body: () throws(KeychainStatus) -> Value
  ) throws(SecurityFailure) -> Value {
    do { return try body() } catch { throw SecurityFailure(api, error) }
  }

  /// The secret as it was given on the command line, or else as it is typed now.
  private func secret(
    _ given: [UInt8]?, _ api: String, _ body: (PasscodeInput) throws(PasscodeInputError) -> SecretBytes
  ) throws(SecurityFailure) -> SecretData {
    if let given { return SecretData(copying: given.span) }
    do { return SecretData(try body(PasscodeInput(console: console))) } catch {
      throw SecurityFailure(api, .input(error))
    }
  }
}

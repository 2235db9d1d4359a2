// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerMessages
import KeychainModel
import SecretMemory
import TerminalConsole

/// Carries out `bailey keychain password`, `lock` and `unlock`.
struct FileKeychainTool {
  private let service: any KeychainFileService
  private let paths: KeychainPaths
  private let console: Console

  init(_ service: any KeychainFileService, _ paths: KeychainPaths, _ console: Console) {
    self.service = service
    self.paths = paths
    self.console = console
  }

  func carryOut(_ words: FileKeychainWords) throws(CommandFailure) {
    let name = try name(words.name)
    let shown = Printable.oneLine(name.text)
    switch words.operation {
    case .lock:
      try perform(.lock(name))
      console.print("The keychain \(shown) is locked.")
    case .unlock:
      let password = try typed { input throws(PasscodeInputError) in try input.read("Password of \(shown): ") }
      try perform(.unlock(name, password))
      console.print("The keychain \(shown) is unlocked.")
    case .setPassword: try setPassword(name, shown)
    }
  }

  private func setPassword(_ name: KeychainName, _ shown: String) throws(CommandFailure) {
    let listing = try ask { () throws(KeychainStatus) in try service.keychainFiles() }
    guard listing.entries.contains(where: { $0.name == name && $0.condition != .absent }) else {
      try perform(.create(name, try new(shown)))
      return console.print("The keychain \(shown) is there now, under this password.")
    }
    let old = try typed { input throws(PasscodeInputError) in try input.read("Old password of \(shown): ") }
    try perform(.setPassword(name, from: old, to: try new(shown)))
    console.print("The password of \(shown) is another one now.")
  }

  /// The name of a file-based keychain. Without a word it is the login keychain, also where `security` means the
  /// device's keychain by it.
  private func name(_ word: String?) throws(CommandFailure) -> KeychainName {
    guard let word else { return .login }
    switch paths.kind(word) {
    case .named(let name): return name
    case .dataProtection: return .login
    case .file, nil: throw .keychain(.noSuchKeychain)
    }
  }

  private func new(_ shown: String) throws(CommandFailure) -> SecretData {
    try typed { input throws(PasscodeInputError) in try input.readNew("New password of \(shown): ") }
  }

  private func typed(
    _ body: (PasscodeInput) throws(PasscodeInputError) -> SecretBytes
  ) throws(CommandFailure) -> SecretData {
    do { return SecretData(try body(PasscodeInput(console: console))) } catch { throw .input(error) }
  }

  private func perform(_ request: KeychainFileRequest) throws(CommandFailure) {
    try ask { () throws(KeychainStatus) in try service.perform(request) }
  }

  private func ask<Value>(_ body: () throws(KeychainStatus) -> Value) throws(CommandFailure) -> Value {
    do { return try body() } catch {
      throw error == .authFailed ? .wrongPassword : .keychain(error)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import KeychainStore
import LinuxSystem
import SQLiteDatabase
import SecretMemory

/// A file-based keychain: items under a password of their own, which no program needs to know.
///
/// It is a store like the other one, with its keys under the password: nothing is read or written twice.
package final class FileKeychain: Sendable {
  private enum Content {
    case unopened
    case opened(KeychainStore)
    /// Its files go: whoever has it still makes no new ones.
    case deleted
  }

  /// What the person knows it by.
  let name: KeychainName
  let keys: PasswordKeys
  private let path: String
  private let examiner: any CertificateExaminer
  private let clock: @Sendable () -> Double
  private let content = Locked(Content.unopened)

  /// In this file, with the device's keys for what may be read while it is locked.
  init(
    _ name: KeychainName, at path: String, keys: PasswordKeys, examiner: any CertificateExaminer,
    clock: @escaping @Sendable () -> Double
  ) {
    self.name = name
    self.keys = keys
    self.path = path
    self.examiner = examiner
    self.clock = clock
  }

  package var condition: KeychainCondition { keys.condition }
  package func lock() { keys.lock() }

  /// A restore into it is over, before it is locked: none goes on with what was locked. It is locked whatever happens.
  func finish() throws(KeychainStatus) {
    defer { keys.lock() }
    try translating { () throws(PasswordRecord.Defect) in try keys.finish() }
  }

  func delete() {
    keys.lock()
    content.withLock { $0 = .deleted }
  }

  /// The keychain as one caller sees it, whose person is asked through `passwords`.
  package func session(
    for caller: KeychainCaller, passwords: any KeychainPasswordSource
  ) -> FileKeychainSession {
    FileKeychainSession(keychains: [self], target: .success(self), caller: caller, passwords: passwords)
  }

  /// Opened when it is needed: most have none.
  func store() throws(KeychainStatus) -> KeychainStore {
    try content.withLock { content throws(KeychainStatus) in
      switch content {
      case .opened(let store): return store
      case .deleted: throw .noSuchKeychain
      case .unopened: break
      }
      do {
        let store = try KeychainStore(path, keys: keys, log: .growing, examiner: examiner, clock: clock)
        content = .opened(store)
        return store
      } catch {
        throw .notAvailable
      }
    }
  }

  // MARK: - The password

  // Which moment it is counts before somebody is asked, or others are waited for.

  func create(_ password: SecretData, since moment: PasswordKeys.Moment) throws(KeychainStatus) {
    try deriving { () throws(PasswordRecord.Defect) in
      try password.withSecret { (secret) throws(PasswordRecord.Defect) in try keys.create(secret, since: moment) }
    }
  }

  func create(from copy: PasswordKeys.Copy, since moment: PasswordKeys.Moment) throws(KeychainStatus) {
    try translating { () throws(PasswordRecord.Defect) in try keys.create(from: copy, since: moment) }
  }

  func resume(from copy: PasswordKeys.Copy, since moment: PasswordKeys.Moment) throws(KeychainStatus) {
    try translating { () throws(PasswordRecord.Defect) in try keys.resume(from: copy, since: moment) }
  }

  func unlock(_ password: SecretData, since moment: PasswordKeys.Moment) throws(KeychainStatus) {
    try deriving { () throws(PasswordRecord.Defect) in
      try password.withSecret { (secret) throws(PasswordRecord.Defect) in try keys.unlock(secret, since: moment) }
    }
  }

  func change(_ old: SecretData, to new: SecretData) throws(KeychainStatus) {
    try deriving { () throws(PasswordRecord.Defect) in
      try old.withSecret { (old) throws(PasswordRecord.Defect) in
        try new.withSecret { (new) throws(PasswordRecord.Defect) in try keys.change(old, to: new) }
      }
    }
  }

  /// To find out a key takes 64 MiB for a moment: however many ask, it is done for one at a time.
  static let derivation = Locked(())

  private func deriving(_ body: () throws(PasswordRecord.Defect) -> Void) throws(KeychainStatus) {
    try translating { () throws(PasswordRecord.Defect) in
      try Self.derivation.withLock { _ throws(PasswordRecord.Defect) in try body() }
    }
  }

  private func translating(_ body: () throws(PasswordRecord.Defect) -> Void) throws(KeychainStatus) {
    do throws(PasswordRecord.Defect) {
      try body()
    } catch {
      switch error {
      case .wrongPassword: throw .authFailed
      case .locked: throw .interactionNotAllowed
      case .exists: throw .duplicateKeychain
      case .damaged, .newerVersion: throw .invalidKeychain
      case .system: throw .notAvailable
      }
    }
  }
}

extension SecretData {
  /// A copy, for what takes nothing else. Scripts make keychains without a password: a zero byte, which nobody can type,
  /// is what their keys are derived from.
  fileprivate func withSecret<Failure: Error>(
    _ body: (borrowing SecretBytes) throws(Failure) -> Void
  ) throws(Failure) {
    let none: [UInt8] = [0]
    let copy = withBytes { $0.isEmpty ? SecretBytes(copying: none.span) : SecretBytes(copying: $0) }
    try body(copy)
  }
}

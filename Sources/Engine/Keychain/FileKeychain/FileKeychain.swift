// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import KeychainStore
import SQLiteDatabase
import SecretMemory
import Threads

/// A file-based keychain: items under a password of their own, which no program is told.
///
/// Its store has the format of the data protection keychain's. Only the keys differ: they are wrapped under the password.
package final class FileKeychain: Sendable {
  private enum Content {
    case unopened
    case opened(KeychainStore)
    /// The files of the keychain are being removed. Whoever still has a reference to the keychain must not create new
    /// ones.
    case deleted
  }

  /// The name that the person knows it by.
  let name: KeychainName
  let keys: PasswordKeys
  private let path: String
  private let examiner: any CertificateExaminer
  private let clock: @Sendable () -> Double
  private let content = Locked(Content.unopened)

  /// The keychain in the file at `path`. `keys` has the device's keys too, for items that may be read while it is locked.
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

  /// Ends a restore into the keychain and then locks it, so that the restore cannot be resumed afterwards. The keychain is
  /// locked even if this throws.
  func finish() throws(KeychainStatus) {
    defer { keys.lock() }
    try translating { () throws(PasswordRecord.Defect) in try keys.finish() }
  }

  func delete() {
    keys.lock()
    content.withLock { $0 = .deleted }
  }

  /// The keychain as one caller sees it. Its password is asked for through `passwords`.
  package func session(
    for caller: KeychainCaller, passwords: any KeychainPasswordSource
  ) -> FileKeychainSession {
    FileKeychainSession(keychains: [self], target: .success(self), caller: caller, passwords: passwords)
  }

  /// The store, opened when it is first needed, because many file-based keychains are never used.
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

  // Callers take `moment` before they ask the person or wait for others, so that a lock in the meantime is noticed.

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

  /// The lock that is held during each derivation. One takes 64 MiB, so that only one runs at a time however many
  /// callers there are.
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
  /// Passes a copy as `SecretBytes`, which cannot be empty. Scripts make keychains with an empty password: their keys are
  /// derived from a zero byte, which nobody can type.
  fileprivate func withSecret<Failure: Error>(
    _ body: (borrowing SecretBytes) throws(Failure) -> Void
  ) throws(Failure) {
    let none: [UInt8] = [0]
    let copy = withBytes { $0.isEmpty ? SecretBytes(copying: none.span) : SecretBytes(copying: $0) }
    try body(copy)
  }
}

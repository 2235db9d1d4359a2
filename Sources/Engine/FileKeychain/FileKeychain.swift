// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import KeychainStore
import LinuxSystem

/// The file-based keychain of programs that follow the rules of macOS: items under a password of their own, which the
/// person gives to Bailey and to no program.
///
/// It is a store like the other one, with its keys under the password: nothing is read or written twice. It is made when
/// the first item is added, and locks with the device; unlocking the device does not unlock it.
package final class FileKeychain: Sendable {
  let keys: PasswordKeys
  private let path: String
  private let examiner: any CertificateExaminer
  private let clock: @Sendable () -> Double
  private let opened = Locked<KeychainStore?>(nil)

  /// In this folder, with the device's keys for what may be read while it is locked.
  package init(
    in folder: String, keys: PasswordKeys, examiner: any CertificateExaminer,
    clock: @escaping @Sendable () -> Double
  ) {
    self.keys = keys
    path = folder + "/login.keychain"
    self.examiner = examiner
    self.clock = clock
  }

  package var condition: PasswordKeys.Condition { keys.condition }
  package func lock() { keys.lock() }

  /// The keychain as one caller sees it, whose person is asked through `passwords`.
  package func session(
    for caller: KeychainCaller, passwords: any KeychainPasswordSource
  ) -> FileKeychainSession {
    FileKeychainSession(keychain: self, caller: caller, passwords: passwords)
  }

  /// Opened when it is needed: most have none.
  func store() throws(KeychainStatus) -> KeychainStore {
    try opened.withLock { opened throws(KeychainStatus) in
      if let opened { return opened }
      do {
        let store = try KeychainStore(path, keys: keys, examiner: examiner, clock: clock)
        opened = store
        return store
      } catch {
        throw .notAvailable
      }
    }
  }
}

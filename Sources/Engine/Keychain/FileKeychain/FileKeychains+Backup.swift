// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeychainBackup
package import KeychainModel
import KeychainStore
import SecretMemory
import WireFormat

// Backups of file-based keychains. Only unlocked ones have a backup: the keys of the others are not in memory.

extension FileKeychains {
  /// A part of one keychain's backup. The first record of the first part is the keychain itself.
  package func backup(
    _ name: KeychainName, after position: BackupPosition?, first: UInt64, _ key: BackupKey
  ) throws(KeychainStatus) -> BackupPart {
    let keychain = try existing(name)
    guard position == nil else { return try keychain.store().backup(after: position, first: first, key) }
    guard let keys = keychain.keys.copy() else { throw .interactionNotAllowed }
    let head: [UInt8]
    do {
      let plain = try KeychainCopy(name: name, settings: keychain.keys.settings, keys: keys).encoded()
      head = try plain.withBytes { (bytes) throws(CryptoError) in try key.seal(bytes, number: first) }
    } catch {
      throw .internalError
    }
    var part = try keychain.store().backup(after: nil, first: first + 1, key)
    part.records.insert(head, at: 0)
    return part
  }

  /// Restores records of one keychain. If they begin with the keychain itself and there is none of this name, it is
  /// created with the password it had. An existing keychain must be unlocked, and keeps its password and settings.
  ///
  /// A keychain created here stays unlocked for the records that follow. Until it is locked by its name, another restore
  /// of the same backup may resume.
  package func restore(
    _ name: KeychainName, _ records: [[UInt8]], first: UInt64, _ key: BackupKey, into restored: RestoredKeychains
  ) throws(KeychainStatus) -> RestoreCounts {
    // A lock waits for this call to end, so nothing that is locked from now on may be opened by it.
    let began = known(name)?.keys.now
    var items = records[...]
    if let record = records.first, let head = try keychain(in: record, first, key) {
      guard head.name == name else { throw .decode }
      items = items.dropFirst()
      try make(head, restored, since: began)
    }
    let next = first + UInt64(records.count - items.count)
    let keychain = try existing(name)
    // Checked here, because items that need no password could be written to a locked keychain.
    guard keychain.condition == .unlocked else { throw .interactionNotAllowed }
    return try keychain.store().restore(Array(items), first: next, key)
  }

  /// The keychain that a record describes; nil for a record of an item. Nil too for a record that is not genuine: the
  /// store refuses it afterwards.
  private func keychain(
    in record: [UInt8], _ number: UInt64, _ key: BackupKey
  ) throws(KeychainStatus) -> KeychainCopy? {
    guard let plain = try? key.open(record.span, number: number) else { return nil }
    return try plain.withBytes { (bytes) throws(KeychainStatus) in
      guard bytes[0] == BackupRecordKind.keychain.rawValue else { return nil }
      do { return try KeychainCopy(decoding: bytes) } catch { throw .decode }
    }
  }

  private func make(
    _ copy: KeychainCopy, _ restored: RestoredKeychains, since began: PasswordKeys.Moment?
  ) throws(KeychainStatus) {
    // The login keychain's settings are in the list. If that cannot be written, the keychain would be restored in part.
    if copy.name == .login, login.condition == .absent, listDefect != nil { throw .invalidKeychain }
    do throws(KeychainStatus) {
      try create(copy.name, copy.settings) { (keychain) throws(KeychainStatus) in
        try keychain.create(from: copy.keys, since: began ?? keychain.keys.now)
        restored.add(keychain)
      }
    } catch {
      guard error == .duplicateKeychain else { throw error }
      let keychain = try existing(copy.name)
      guard let began, keychain.condition == .locked else { return }
      try keychain.resume(from: copy.keys, since: began)
      restored.add(keychain)
    }
    if copy.name == .login { try set(copy.settings, of: .login) }
  }
}

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeychainBackup
package import KeychainModel
import KeychainStore
import SecretMemory
import WireFormat

// Backups of file-based keychains that are open: of one that is locked nobody has more than it shows.

extension FileKeychains {
  /// A part of one keychain's backup, which begins with the keychain itself.
  package func backup(
    _ name: KeychainName, after place: BackupPlace?, first: UInt64, _ key: BackupKey
  ) throws(KeychainStatus) -> BackupPart {
    let keychain = try existing(name)
    guard place == nil else { return try keychain.store().backup(after: place, first: first, key) }
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

  /// Records of one keychain. Where they begin with the keychain itself and there is none of the name, it is made, with
  /// the password it had; one that is there has to be open, and stays as it is.
  ///
  /// What is made is open for the items that follow, and until it is locked by its name for another restore that goes on.
  package func restore(
    _ name: KeychainName, _ records: [[UInt8]], first: UInt64, _ key: BackupKey, into restored: RestoredKeychains
  ) throws(KeychainStatus) -> RestoreCounts {
    // The lock waits for a restore: from here on it opens nothing.
    let began = known(name)?.keys.now
    var items = records[...]
    if let record = records.first, let head = try keychain(in: record, first, key) {
      guard head.name == name else { throw .decode }
      items = items.dropFirst()
      try make(head, restored, since: began)
    }
    let next = first + UInt64(records.count - items.count)
    let keychain = try existing(name)
    // Some items could be put into one that is locked.
    guard keychain.condition == .unlocked else { throw .interactionNotAllowed }
    return try keychain.store().restore(Array(items), first: next, key)
  }

  /// Nil for a record of an item, and for one that is not genuine, which the store refuses.
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
    // Its settings are in the list: without that it would be half made.
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

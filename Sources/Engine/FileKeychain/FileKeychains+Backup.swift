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
  package func restore(
    _ name: KeychainName, _ records: [[UInt8]], first: UInt64, _ key: BackupKey
  ) throws(KeychainStatus) -> RestoreCounts {
    var items = records[...]
    if let head = records.first.flatMap({ keychain(in: $0, first, key) }) {
      guard head.name == name else { throw .decode }
      items = items.dropFirst()
      try make(head)
    }
    let next = first + UInt64(records.count - items.count)
    return try existing(name).store().restore(Array(items), first: next, key)
  }

  /// Nil for a record of an item.
  private func keychain(in record: [UInt8], _ number: UInt64, _ key: BackupKey) -> KeychainCopy? {
    guard let plain = try? key.open(record.span, number: number) else { return nil }
    return plain.withBytes { try? KeychainCopy(decoding: $0) }
  }

  private func make(_ copy: KeychainCopy) throws(KeychainStatus) {
    do throws(KeychainStatus) {
      try create(copy.name, copy.settings) { (keychain) throws(KeychainStatus) in try keychain.create(from: copy.keys) }
      if copy.name == .login { try set(copy.settings, of: .login) }
    } catch {
      guard error == .duplicateKeychain else { throw error }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import PasskeyKeys
package import SecretMemory

/// Seals the records of one backup, each under its number, so that none can be changed, left out, doubled or moved.
package final class BackupKey: Sendable {
  package static let size = 32

  package let bytes: SecretBytes
  /// The key by which the enclave seals passkeys for this backup: known where the passphrase is, and not in `baileyd`,
  /// which gets the key of the records alone.
  package let passkeys: PasskeyTransferKey?

  package init(_ bytes: consuming SecretBytes, passkeys: PasskeyTransferKey? = nil) {
    precondition(bytes.count == Self.size)
    self.bytes = bytes
    self.passkeys = passkeys
  }

  /// Copies a key; nil unless there are 32 bytes.
  package init?(copying bytes: Span<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = SecretBytes(copying: bytes)
    passkeys = nil
  }

  /// A value by which two keys can be compared.
  package var digest: [UInt8] { bytes.withBytes { SHA256.hash($0) } }

  package func seal(_ record: Span<UInt8>, number: UInt64) throws(CryptoError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: record.count + AESGCM.tagSize)
    var target = sealed.mutableSpan
    var cipher = AESGCM()
    cipher.setKey(bytes)
    try cipher.seal(record, nonce: Self.nonce(number).span, associated: [UInt8]().span, into: &target)
    return sealed
  }

  /// Throws unless the bytes were sealed with this key under this number.
  package func open(_ sealed: Span<UInt8>, number: UInt64) throws(CryptoError) -> SecretBytes {
    guard sealed.count > AESGCM.tagSize else { throw .authenticationFailed }
    var cipher = AESGCM()
    cipher.setKey(bytes)
    return try SecretBytes(count: sealed.count - AESGCM.tagSize) { (target) throws(CryptoError) in
      try cipher.open(sealed, nonce: Self.nonce(number).span, associated: [UInt8]().span, into: &target)
    }
  }

  private static func nonce(_ number: UInt64) -> [UInt8] {
    [0, 0, 0, 0] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import PasskeyItems
package import PasskeyKeys
package import WireFormat

/// The plain bytes of a backup's record about a passkey: what it is, the private part as the enclave sealed it for this
/// backup, then all that is stored of it. What it was sealed with on its device is of no use elsewhere.
package struct BackupPasskey: Sendable, Equatable {
  package let transferred: TransferredPasskey
  package let stored: StoredPasskey

  /// Joins the two parts of a passkey; nil where they are not of one passkey.
  package init?(_ transferred: TransferredPasskey, _ stored: StoredPasskey) {
    guard stored.isConsistent, transferred.relyingPartyHash == stored.key.relyingPartyHash,
      transferred.userHash == stored.key.userHash, transferred.publicKey == stored.key.publicKey
    else { return nil }
    self.transferred = transferred
    self.stored = stored
  }

  package func encoded() throws(WireError) -> SecretData {
    let stored = try stored.encoded()
    var buffer = WireBuffer(capacity: 1 + TransferredPasskey.encodedSize + stored.count)
    try buffer.append(integer: BackupRecordKind.passkey.rawValue)
    try buffer.append(bytes: transferred.encoded.span)
    try stored.withBytes { (bytes) throws(WireError) in try buffer.append(bytes: bytes) }
    return buffer.withBytes { SecretData(copying: $0) }
  }

  package init(decoding record: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    guard try cursor.number(BackupRecordKind.self, in: record) == .passkey,
      let transferred = TransferredPasskey(encoded: try cursor.bytes(TransferredPasskey.encodedSize, in: record))
    else { throw .badValue }
    let rest = try cursor.bytes(cursor.remaining(in: record), in: record)
    guard rest.count <= StoredPasskey.longestEncoding,
      let passkey = BackupPasskey(transferred, try StoredPasskey(decoding: rest.span))
    else { throw .badValue }
    self = passkey
  }
}

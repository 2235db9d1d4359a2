// SPDX-License-Identifier: Apache-2.0
import KeychainBackup
import KeychainModel
import SecretMemory
package import WireFormat

/// The record of a file-based keychain in a backup: enough to create the keychain again with the password it had.
/// Documentation/KeychainBackup.md.
package struct KeychainCopy {
  private static let overhead = 16

  let name: KeychainName
  let settings: KeychainSettings
  let keys: PasswordKeys.Copy

  package func encoded() throws(WireError) -> WireBuffer {
    var buffer = WireBuffer(
      capacity: Self.overhead + KeychainName.longest + PasswordRecord.size + PasswordRecord.masterSize)
    try buffer.append(integer: BackupRecordKind.keychain.rawValue)
    try name.encode(into: &buffer)
    try settings.encode(into: &buffer)
    try buffer.append(bytes: keys.record.encoded.span)
    try keys.master.withBytes { (bytes) throws(WireError) in try buffer.append(bytes: bytes) }
    return buffer
  }
}

extension KeychainCopy {
  /// Throws for a record of another kind, too.
  package init(decoding record: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    guard try cursor.number(BackupRecordKind.self, in: record) == .keychain else { throw .badValue }
    name = try KeychainName(decoding: record, &cursor)
    settings = try KeychainSettings(decoding: record, &cursor)
    let bytes = try cursor.bytes(PasswordRecord.size, in: record)
    guard let password = try? PasswordRecord(encoded: bytes.span), BackupFormat.mayAsk(password.parameters) else {
      throw .badValue
    }
    keys = PasswordKeys.Copy(
      record: password, master: SecretData(try cursor.secret(PasswordRecord.masterSize, in: record)))
    try cursor.end(in: record)
  }
}

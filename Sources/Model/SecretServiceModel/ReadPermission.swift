// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The permission of a program to read what another one stored.
package struct ReadPermission: Sendable, Hashable {
  /// The key of a permission, which decides. Of items whose program is not known, `owner` is empty.
  package struct Key: Sendable, Hashable {
    package let reader: [UInt8]
    package let owner: [UInt8]

    package init(reader: [UInt8], owner: [UInt8]) {
      self.reader = reader
      self.owner = owner
    }
  }

  package let key: Key
  package let reader: String
  package let owner: String
  /// Seconds since 1970.
  package let since: UInt64

  package init(_ reader: SecretProgram, reads owner: ItemOwner?, since: UInt64) {
    key = Key(reader: reader.version, owner: owner?.key ?? [])
    self.reader = reader.title
    self.owner = owner?.title ?? ""
    self.since = since
  }

  // MARK: - Bytes

  private static let format: UInt8 = 1

  package func encoded() throws(WireError) -> [UInt8] {
    var buffer = WireBuffer(smallest: 256, capacity: 4096)
    try buffer.append(integer: Self.format)
    try buffer.append(integer: since)
    try buffer.append(bytes: key.reader.span)
    try buffer.append(integer: UInt8(key.owner.count))
    try buffer.append(bytes: key.owner.span)
    try buffer.append(counted: reader)
    try buffer.append(counted: owner)
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Throws for bytes that `encoded` does not make.
  package init(decoding bytes: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    guard try cursor.byte(in: bytes) == Self.format else { throw .badValue }
    since = try cursor.integer(in: bytes)
    let reader = try cursor.bytes(SecretProgram.keySize, in: bytes)
    let count = Int(try cursor.byte(in: bytes))
    guard count == 0 || count == SecretProgram.keySize else { throw .badValue }
    key = Key(reader: reader, owner: try cursor.bytes(count, in: bytes))
    self.reader = try cursor.countedText(atMost: SecretProgram.longestTitle, bytes)
    owner = try cursor.countedText(atMost: SecretProgram.longestTitle, bytes)
    try cursor.end(in: bytes)
  }
}

// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import PasskeyKeys
package import WireFormat

// The bytes of the item's data: version 1, the key, times, then parts after their lengths. One that is hidden has version 2, and when
// that was behind them.

extension StoredPasskey {
  private static let (version, hiddenVersion): (UInt8, UInt8) = (1, 2)
  /// The most bytes that one has.
  package static let longestEncoding =
    1 + PasskeyKey.encodedSize + 6 * 8 + 7 * 2 + longestCredential + longestRelyingParty + longestUserHandle
    + longestBlob + 3 * longestName

  package func encoded() throws(WireError) -> SecretData {
    let parts = [credential, userHandle, largeBlob].map(\.count).reduce(0, +)
    let texts = [relyingParty, userName, displayName, label].map(\.utf8.count).reduce(0, +)
    var buffer = WireBuffer(capacity: 72 + PasskeyKey.encodedSize + 2 * 7 + parts + texts)
    try buffer.append(integer: hidden == 0 ? Self.version : Self.hiddenVersion)
    try buffer.append(bytes: key.encoded.span)
    for time in [created, restored, firstUsed, lastUsed, deleted] { try buffer.append(integer: time) }
    for part in [credential, Array(relyingParty.utf8), userHandle, largeBlob] { try buffer.append(part: part) }
    for name in [userName, displayName, label] { try buffer.append(part: Array(name.utf8)) }
    if hidden != 0 { try buffer.append(integer: hidden) }
    return buffer.withBytes { SecretData(copying: $0) }
  }

  package init(decoding bytes: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    let version = try cursor.byte(in: bytes)
    guard version == Self.version || version == Self.hiddenVersion,
      let key = PasskeyKey(encoded: try cursor.bytes(PasskeyKey.encodedSize, in: bytes))
    else { throw .badValue }
    var times: [UInt64] = []
    for _ in 0..<5 { times.append(try cursor.integer(in: bytes)) }
    let credential = try cursor.part(atMost: Self.longestCredential, in: bytes)
    let party = try cursor.name(atMost: Self.longestRelyingParty, in: bytes)
    let handle = try cursor.part(atMost: Self.longestUserHandle, in: bytes)
    let blob = try cursor.part(atMost: Self.longestBlob, in: bytes)
    let user = try cursor.name(atMost: Self.longestName, in: bytes)
    let display = try cursor.name(atMost: Self.longestName, in: bytes)
    let label = try cursor.name(atMost: Self.longestName, in: bytes)
    let hidden = version == Self.hiddenVersion ? try cursor.integer(UInt64.self, in: bytes) : 0
    guard (version == Self.hiddenVersion) == (hidden != 0) else { throw .badValue }
    try cursor.end(in: bytes)
    guard
      let stored = StoredPasskey(
        credential: credential, relyingParty: party, userHandle: handle, userName: user, displayName: display, key: key,
        created: times[0])
    else { throw .badValue }
    self = stored
    (restored, firstUsed, lastUsed, deleted) = (times[1], times[2], times[3], times[4])
    (self.label, largeBlob, self.hidden) = (label, blob, hidden)
  }
}

extension WireBuffer {
  fileprivate mutating func append(part: [UInt8]) throws(WireError) {
    guard let count = UInt16(exactly: part.count) else { throw .badValue }
    try append(integer: count)
    try append(bytes: part.span)
  }
}

extension WireCursor {
  fileprivate mutating func part(atMost limit: Int, in bytes: Span<UInt8>) throws(WireError) -> [UInt8] {
    let count = Int(try integer(UInt16.self, in: bytes))
    guard count <= limit else { throw .badValue }
    return try self.bytes(count, in: bytes)
  }

  fileprivate mutating func name(atMost limit: Int, in bytes: Span<UInt8>) throws(WireError) -> String {
    guard let name = String(validating: try part(atMost: limit, in: bytes), as: UTF8.self) else { throw .badValue }
    return name
  }
}

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import TrustedPlatformModule
import WireFormat

/// The record that a root key file holds, twice.
///
/// "BAILEYRK", version (1 byte), kind (1), size of the body (2), body, SHA-256 of all that. The body is the key of 32
/// bytes, or for a TPM: index of the counter (4), size (2) and bytes of the public area, and of the private area.
enum RootKeyRecord: ~Copyable {
  case key(SecretBytes)
  case sealed(SealedSecret, TPMCounter)

  private static let magic: UInt64 = 0x4241_494C_4559_524B
  private static let version: UInt8 = 1
  private static let headSize = 12

  var kind: RootKeyKind {
    switch self {
    case .key: .file
    case .sealed: .tpm
    }
  }
}

// MARK: - Coding

extension RootKeyRecord {
  /// Decodes the beginning of a slot; what comes after the digest does not count.
  init(decoding slot: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    guard try cursor.integer(UInt64.self, in: slot) == Self.magic, try cursor.byte(in: slot) == Self.version else {
      throw .badValue
    }
    let kind = try cursor.number(RootKeyKind.self, in: slot)
    let end = Self.headSize + Int(try cursor.integer(UInt16.self, in: slot))
    var after = WireCursor(at: min(end, slot.count))
    let digest = try after.bytes(SHA256.size, in: slot)
    let body = slot.extracting(first: end)
    guard equalInConstantTime(digest.span, SHA256.hash(body).span) else { throw .badValue }
    let record =
      switch kind {
      case .file: RootKeyRecord.key(try cursor.secret(RootKeyMaterial.size, in: body))
      case .tpm: try Self.sealed(in: body, &cursor)
      }
    try cursor.end(in: body)
    self = record
  }

  private static func sealed(in body: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) -> RootKeyRecord {
    let index = try cursor.integer(UInt32.self, in: body)
    let publicSize = Int(try cursor.integer(UInt16.self, in: body))
    let publicArea = try cursor.bytes(publicSize, in: body)
    let privateSize = Int(try cursor.integer(UInt16.self, in: body))
    let privateArea = try cursor.bytes(privateSize, in: body)
    guard let counter = TPMCounter(index: index),
      let secret = SealedSecret(publicArea: publicArea, privateArea: privateArea)
    else { throw .badValue }
    return .sealed(secret, counter)
  }

  /// The slot with this record and zeros after it.
  func encoded(slotSize: Int) throws(WireError) -> WireBuffer {
    var body = WireBuffer(capacity: slotSize)
    switch self {
    case .key(let key): try body.append(secret: key)
    case .sealed(let secret, let counter):
      try body.append(integer: counter.index)
      try body.append(integer: UInt16(clamping: secret.publicArea.count))
      try body.append(bytes: secret.publicArea.span)
      try body.append(integer: UInt16(clamping: secret.privateArea.count))
      try body.append(bytes: secret.privateArea.span)
    }
    var slot = WireBuffer(capacity: slotSize)
    try slot.append(integer: Self.magic)
    try slot.append(integer: Self.version)
    try slot.append(integer: kind.rawValue)
    try slot.append(integer: UInt16(clamping: body.count))
    try body.withBytes { (bytes) throws(WireError) in try slot.append(bytes: bytes) }
    let digest = slot.withBytes { SHA256.hash($0) }
    try slot.append(bytes: digest.span)
    try slot.append(bytes: [UInt8](repeating: 0, count: slotSize - slot.count).span)
    return slot
  }
}

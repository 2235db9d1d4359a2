// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import KeychainModel
package import ProtectionModel
import WireFormat

/// The operations of a program with keys on P-256 that never leave the enclave.
package enum EnclaveKeyRequest: Sendable, Equatable {
  /// A fresh one, of the group named or of the program's first.
  case make(AccessControl, group: String?)
  case sign(EnclaveKey, digest: [UInt8], AuthenticationChoice)
  case agree(EnclaveKey, publicKey: [UInt8], AuthenticationChoice)
  /// A channel to the enclave on which this key signs, for one that asks nobody.
  case signer(EnclaveKey)

  package static let digestLengths = 1...64
  package static let longestSignature = 128

  private enum Number: UInt8, CaseIterable {
    case make = 1
    case sign = 2
    case agree = 3
    case signer = 4
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .make(let control, let group):
      try buffer.append(integer: Number.make.rawValue)
      try buffer.append(bytes: control.serialized.span)
      try buffer.append(optional: group) { (buffer, group) throws(WireError) in
        try buffer.append(text: group, atMost: KeychainLimits.attribute)
      }
    case .sign(let key, let digest, let choice):
      try buffer.append(integer: Number.sign.rawValue)
      try buffer.append(enclaveKey: key)
      guard Self.digestLengths.contains(digest.count) else { throw .badValue }
      try buffer.append(integer: UInt8(digest.count))
      try buffer.append(bytes: digest.span)
      try choice.encode(into: &buffer)
    case .agree(let key, let publicKey, let choice):
      try buffer.append(integer: Number.agree.rawValue)
      try buffer.append(enclaveKey: key)
      guard publicKey.count == EnclaveKey.publicKeySize else { throw .badValue }
      try buffer.append(bytes: publicKey.span)
      try choice.encode(into: &buffer)
    case .signer(let key):
      try buffer.append(integer: Number.signer.rawValue)
      try buffer.append(enclaveKey: key)
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.number(Number.self, in: message) {
    case .make:
      let control = try cursor.bytes(AccessControl.serializedSize, in: message)
      guard let control = try? AccessControl(serialized: control.span) else { throw .badValue }
      let group = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.text(atMost: KeychainLimits.attribute, in: message)
      }
      self = .make(control, group: group)
    case .sign:
      let key = try cursor.enclaveKey(in: message)
      let count = Int(try cursor.byte(in: message))
      guard Self.digestLengths.contains(count) else { throw .badValue }
      let digest = try cursor.bytes(count, in: message)
      self = .sign(key, digest: digest, try AuthenticationChoice(decoding: message, &cursor))
    case .agree:
      let key = try cursor.enclaveKey(in: message)
      let publicKey = try cursor.bytes(EnclaveKey.publicKeySize, in: message)
      self = .agree(key, publicKey: publicKey, try AuthenticationChoice(decoding: message, &cursor))
    case .signer: self = .signer(try cursor.enclaveKey(in: message))
    }
  }
}

// MARK: - Keys

extension WireBuffer {
  /// Appends the key's length (2), then the key as it is stored.
  mutating func append(enclaveKey key: EnclaveKey) throws(WireError) {
    let bytes = key.encoded
    try append(integer: UInt16(bytes.count))
    try append(bytes: bytes.span)
  }
}

extension WireCursor {
  mutating func enclaveKey(in message: Span<UInt8>) throws(WireError) -> EnclaveKey {
    let count = Int(try integer(UInt16.self, in: message))
    guard EnclaveKey.encodedLengths.contains(count) else { throw .badValue }
    let bytes = try bytes(count, in: message)
    guard let key = EnclaveKey(encoded: bytes.span) else { throw .badValue }
    return key
  }
}

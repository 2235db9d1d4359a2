// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import WireFormat

// The parts that many fields are made of. Whatever has a limit is held to it on both sides: what cannot be read is not
// written either.

package enum FieldLimits {
  /// Bytes of a reason for asking, a host, a mail address or the name of a policy.
  package static let longestText = 4096
}

extension WireBuffer {
  /// Appends the length (4), then the bytes.
  package mutating func append(counting bytes: Span<UInt8>, atMost limit: Int) throws(WireError) {
    guard bytes.count <= limit else { throw .badValue }
    try append(integer: UInt32(bytes.count))
    try append(bytes: bytes)
  }

  package mutating func append(text: String, atMost limit: Int) throws(WireError) {
    try append(counting: Array(text.utf8).span, atMost: limit)
  }

  /// Appends a value that may be missing: whether there is one (1), then the value.
  package mutating func append<Value>(
    optional value: Value?, _ body: (inout WireBuffer, Value) throws(WireError) -> Void
  ) throws(WireError) {
    try append(integer: UInt8(value == nil ? 0 : 1))
    if let value { try body(&self, value) }
  }

  package mutating func append(secret: SecretData?) throws(WireError) {
    try append(optional: secret) { (buffer, secret) throws(WireError) in
      try secret.withBytes { (bytes) throws(WireError) in
        try buffer.append(counting: bytes, atMost: KeychainLimits.secret)
      }
    }
  }
}

extension WireCursor {
  package mutating func flag(in message: Span<UInt8>) throws(WireError) -> Bool {
    switch try byte(in: message) {
    case 0: return false
    case 1: return true
    default: throw .badValue
    }
  }

  package mutating func countedBytes(atMost limit: Int, in message: Span<UInt8>) throws(WireError) -> [UInt8] {
    let count = Int(try integer(UInt32.self, in: message))
    guard count <= limit else { throw .badValue }
    return try bytes(count, in: message)
  }

  package mutating func text(atMost limit: Int, in message: Span<UInt8>) throws(WireError) -> String {
    let count = Int(try integer(UInt32.self, in: message))
    guard count <= limit else { throw .badValue }
    return try text(count, in: message)
  }

  package mutating func optional<Value>(
    in message: Span<UInt8>, _ body: (inout WireCursor) throws(WireError) -> Value
  ) throws(WireError) -> Value? {
    try flag(in: message) ? try body(&self) : nil
  }

  /// Straight into secret memory: the bytes are never in an array.
  package mutating func secret(in message: Span<UInt8>) throws(WireError) -> SecretData? {
    guard try flag(in: message) else { return nil }
    let count = Int(try integer(UInt32.self, in: message))
    guard count <= KeychainLimits.secret else { throw .badValue }
    return count == 0 ? .empty : SecretData(try secret(count, in: message))
  }
}

// SPDX-License-Identifier: Apache-2.0
package import WireFormat

// The encoding in messages and in the list of keychains: a number of one byte; after the number 2 follow the length of the
// name, in two bytes, and the name.

extension KeychainKind {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .dataProtection: try buffer.append(integer: UInt8(0))
    case .file: try buffer.append(integer: UInt8(1))
    case .named(let name):
      try buffer.append(integer: UInt8(2))
      try name.encode(into: &buffer)
    }
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.byte(in: message) {
    case 0: self = .dataProtection
    case 1: self = .file
    case 2: self = .named(try KeychainName(decoding: message, &cursor))
    default: throw .badValue
    }
  }
}

extension KeychainName {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    let bytes = Array(text.utf8)
    try buffer.append(integer: UInt16(bytes.count))
    try buffer.append(bytes: bytes.span)
  }

  /// Refuses a name that is not in its normal form, so that each keychain has one encoding.
  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let count = Int(try cursor.integer(UInt16.self, in: message))
    guard count <= Self.longest else { throw .badValue }
    let text = String(validating: try cursor.bytes(count, in: message), as: UTF8.self)
    guard let text, let name = KeychainName(text), name.text == text else { throw .badValue }
    self = name
  }
}

extension KeychainSettings {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: UInt8(locksOnSleep ? 1 : 0))
    try buffer.append(integer: timeout ?? Self.never)
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let sleep = try cursor.byte(in: message)
    guard sleep <= 1 else { throw .badValue }
    let timeout = try cursor.integer(UInt32.self, in: message)
    self.init(locksOnSleep: sleep == 1, timeout: timeout == Self.never ? nil : timeout)
  }

  private static var never: UInt32 { .max }
}

// SPDX-License-Identifier: Apache-2.0
import AppModel
import KeychainModel
import WireFormat

// What programs may reach, and what is registered.

extension AppAccess {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: standing.rawValue)
    try buffer.append(identifier: identifier)
    try buffer.append(groups: groups)
    try buffer.append(integer: UInt8(isAppClip ? 1 : 0))
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let standing = try cursor.number(AppStanding.self, in: message)
    let identifier = try cursor.identifier(in: message)
    let groups = try cursor.groups(in: message)
    self.init(standing: standing, identifier: identifier, groups: groups, isAppClip: try cursor.flag(in: message))
  }
}

extension RegisteredApp {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(counting: path.span, atMost: BrokerProtocol.longestPath)
    guard digest.count == Self.digestLength else { throw .badValue }
    try buffer.append(bytes: digest.span)
    try buffer.append(identifier: identifier)
    try buffer.append(groups: groups)
    try buffer.append(integer: condition.rawValue)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let path = try cursor.countedBytes(atMost: BrokerProtocol.longestPath, in: message)
    let digest = try cursor.bytes(Self.digestLength, in: message)
    let identifier = try cursor.identifier(in: message)
    let groups = try cursor.groups(in: message)
    self.init(
      path: path, digest: digest, identifier: identifier, groups: groups, condition: try cursor.number(in: message))
  }

  private static let digestLength = 32

  /// Roughly, and not less: for cutting answers into frames.
  package var encodedSize: Int {
    path.count + (identifier?.utf8.count ?? 0) + groups.reduce(64) { $0 + 4 + $1.utf8.count }
  }
}

extension WireBuffer {
  fileprivate mutating func append(identifier: String?) throws(WireError) {
    try append(optional: identifier) { (buffer, identifier) throws(WireError) in
      try buffer.append(text: identifier, atMost: PropertyListLimits.bytes)
    }
  }

  fileprivate mutating func append(groups: [String]) throws(WireError) {
    guard groups.count <= PropertyListLimits.values else { throw .badValue }
    try append(integer: UInt16(groups.count))
    for group in groups { try append(text: group, atMost: PropertyListLimits.bytes) }
  }
}

extension WireCursor {
  fileprivate mutating func identifier(in message: Span<UInt8>) throws(WireError) -> String? {
    try optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: PropertyListLimits.bytes, in: message)
    }
  }

  fileprivate mutating func groups(in message: Span<UInt8>) throws(WireError) -> [String] {
    let count = Int(try integer(UInt16.self, in: message))
    guard count <= PropertyListLimits.values else { throw .badValue }
    var groups: [String] = []
    for _ in 0..<count { groups.append(try text(atMost: PropertyListLimits.bytes, in: message)) }
    return groups
  }
}

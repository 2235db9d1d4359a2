// SPDX-License-Identifier: Apache-2.0
package import AppModel
import KeychainCoding
import KeychainModel
import PropertyLists
package import WireFormat

/// The replies about programs.
package enum AppsReply: ReplyFamily, Equatable {
  case access(AppAccess)
  /// A part of the registrations. Several may follow each other; the last one says so.
  case registrations([RegisteredApp], BrokerReply.Part)

  package enum Number: UInt16, Sendable, CaseIterable {
    case access = 0x0201
    case registrations = 0x0202
  }

  package var number: Number {
    switch self {
    case .access: .access
    case .registrations: .registrations
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .access(let access): try access.encode(into: &buffer)
    case .registrations(let apps, let part):
      try buffer.append(integer: part.rawValue)
      try buffer.append(integer: UInt32(apps.count))
      for app in apps { try app.encode(into: &buffer) }
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .access: self = .access(try AppAccess(decoding: message, &cursor))
    case .registrations:
      let part = try cursor.number(BrokerReply.Part.self, in: message)
      let apps = try cursor.list(in: message) { (cursor) throws(WireError) in
        try RegisteredApp(decoding: message, &cursor)
      }
      self = .registrations(apps, part)
    }
  }
}

/// A registration as it is shown.
package struct RegisteredApp: Sendable, Equatable {
  package let path: [UInt8]
  package let digest: [UInt8]
  package let identifier: String?
  package let groups: [String]
  package let condition: Condition

  package enum Condition: UInt8, Sendable, CaseIterable {
    /// The executable is the one that was registered.
    case current = 1
    /// Another executable is at the path: it needs registration again.
    case changed = 2
    /// There is no file at the path, or it cannot be read.
    case missing = 3
    /// A folder, whose programs count whatever they are.
    case folder = 4
  }

  package init(path: [UInt8], digest: [UInt8], identifier: String?, groups: [String], condition: Condition) {
    self.path = path
    self.digest = digest
    self.identifier = identifier
    self.groups = groups
    self.condition = condition
  }
}

// MARK: - Parts

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
    try buffer.append(path: path)
    guard digest.count == Self.digestLength else { throw .badValue }
    try buffer.append(bytes: digest.span)
    try buffer.append(identifier: identifier)
    try buffer.append(groups: groups)
    try buffer.append(integer: condition.rawValue)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let path = try cursor.path(in: message)
    let digest = try cursor.bytes(Self.digestLength, in: message)
    let identifier = try cursor.identifier(in: message)
    let groups = try cursor.groups(in: message)
    self.init(
      path: path, digest: digest, identifier: identifier, groups: groups, condition: try cursor.number(in: message))
  }

  private static let digestLength = 32

  /// The size of the encoded record, roughly, and not less: for cutting answers into frames.
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

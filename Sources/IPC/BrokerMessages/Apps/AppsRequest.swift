// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
import PropertyLists
import ProtectionModel
package import WireFormat

/// The requests about programs: their access groups, and their registrations.
package enum AppsRequest: RequestFamily, Equatable {
  /// Asks what the program may reach, and why.
  case access
  /// Says what the executable at a path is entitled to, from an XML property list.
  case register(path: [UInt8], xml: [UInt8])
  /// The same by the owner: the enclave knows that the passcode was given under the number.
  case registerByOwner(QuestionNumber, path: [UInt8], xml: [UInt8])
  /// Gives the groups of the executable up.
  case unregister(path: [UInt8])
  /// Unregisters a program by the owner's decision, as above.
  case unregisterByOwner(QuestionNumber, path: [UInt8])
  case registrations

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case access = 0x0201
    case register = 0x0202
    case registerByOwner = 0x0203
    case unregister = 0x0204
    case unregisterByOwner = 0x0205
    case registrations = 0x0206
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    case .access: RequestRow(.access, .programs, .often, .again)
    case .register: RequestRow(.register, .commandLine, .rarely, .once, operation: .registerProgram)
    case .registerByOwner: RequestRow(.registerByOwner, .commandLine, .rarely, .once, operation: .registerProgram)
    case .unregister: RequestRow(.unregister, .commandLine, .rarely, .once, operation: .unregisterProgram)
    case .unregisterByOwner: RequestRow(.unregisterByOwner, .commandLine, .rarely, .once, operation: .unregisterProgram)
    case .registrations: RequestRow(.registrations, .commandLine, .rarely, .again)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .access, .registrations: break
    case .register(let path, let xml):
      try buffer.append(path: path)
      try buffer.append(counting: xml.span, atMost: PropertyListLimits.bytes)
    case .registerByOwner(let number, let path, let xml):
      try buffer.append(bytes: number.bytes.span)
      try buffer.append(path: path)
      try buffer.append(counting: xml.span, atMost: PropertyListLimits.bytes)
    case .unregister(let path): try buffer.append(path: path)
    case .unregisterByOwner(let number, let path):
      try buffer.append(bytes: number.bytes.span)
      try buffer.append(path: path)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .access: self = .access
    case .registrations: self = .registrations
    case .register:
      let path = try cursor.path(in: message)
      self = .register(path: path, xml: try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message))
    case .registerByOwner:
      let number = try cursor.question(in: message)
      let path = try cursor.path(in: message)
      let xml = try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
      self = .registerByOwner(number, path: path, xml: xml)
    case .unregister: self = .unregister(path: try cursor.path(in: message))
    case .unregisterByOwner:
      let number = try cursor.question(in: message)
      self = .unregisterByOwner(number, path: try cursor.path(in: message))
    }
  }
}

extension WireBuffer {
  mutating func append(path: [UInt8]) throws(WireError) {
    try append(counting: path.span, atMost: BrokerProtocol.longestPath)
  }
}

extension WireCursor {
  mutating func path(in message: Span<UInt8>) throws(WireError) -> [UInt8] {
    try countedBytes(atMost: BrokerProtocol.longestPath, in: message)
  }
}

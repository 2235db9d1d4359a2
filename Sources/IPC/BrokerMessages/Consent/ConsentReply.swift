// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import KeychainCoding
package import WireFormat

/// The replies to apps.
package enum ConsentReply: ReplyFamily, Equatable {
  case outcome(ConsentOutcome)
  case changes(UInt64)
  /// The identifier for advertising; nil where the app may not track.
  case advertisingIdentifier([UInt8]?)

  package enum Number: UInt16, Sendable, CaseIterable {
    case outcome = 0x0501
    case changes = 0x0502
    case advertisingIdentifier = 0x0503
  }

  package var number: Number {
    switch self {
    case .outcome: .outcome
    case .changes: .changes
    case .advertisingIdentifier: .advertisingIdentifier
    }
  }

  /// The bytes of an identifier.
  package static let identifierSize = 16

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .outcome(let outcome): try outcome.encode(into: &buffer)
    case .changes(let count): try buffer.append(integer: count)
    case .advertisingIdentifier(let identifier):
      try buffer.append(optional: identifier) { (buffer, bytes) throws(WireError) in
        guard bytes.count == Self.identifierSize else { throw .badValue }
        try buffer.append(bytes: bytes.span)
      }
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .outcome: self = .outcome(try ConsentOutcome(decoding: message, &cursor))
    case .changes: self = .changes(try cursor.integer(in: message))
    case .advertisingIdentifier:
      self = .advertisingIdentifier(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          try cursor.bytes(Self.identifierSize, in: message)
        })
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The subjects of messages. A message's number has two bytes: its family, and which of the family's it is. Requests
/// and replies have numbers of their own.
package enum MessageFamily: UInt8, Sendable, CaseIterable {
  /// The connection itself: its messages have one byte for a number, in every version, so that a program of another version can
  /// read why it is refused.
  case connection = 0
  case keychain = 1
  case apps = 2
  case person = 3
  case bundles = 4
  case consent = 5
  case privacySettings = 6
  case sharedFiles = 7
  case portal = 8
  case access = 9
  case widgets = 10
  case passkeys = 11
  case attest = 12

  init?(of number: UInt16) { self.init(rawValue: UInt8(truncatingIfNeeded: number >> 8)) }
}

/// The messages of one family in one direction.
package protocol FamilyMessage: Sendable {
  associatedtype Number: RawRepresentable<UInt16> & CaseIterable & Sendable

  func encode(into buffer: inout WireBuffer) throws(WireError)
  init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError)
}

package protocol RequestFamily: FamilyMessage {
  /// The family's table.
  var row: RequestRow<Number> { get }
}

package protocol ReplyFamily: FamilyMessage {
  var number: Number { get }
}

extension FamilyMessage {
  /// Decodes all that follows the head of a frame.
  init(
    numbered number: UInt16, _ cursor: inout WireCursor, in message: Span<UInt8>
  ) throws(BrokerMalformation) {
    guard let number = Number(rawValue: number) else { throw .unknownNumber }
    do {
      try self.init(fieldsOf: number, &cursor, in: message)
      try cursor.end(in: message)
    } catch {
      throw BrokerMalformation(error)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import KeychainCoding
import ProtectionModel
import QuestionCoding
package import WireFormat

/// The requests of apps for what belongs to the person.
package enum ConsentRequest: RequestFamily, Equatable {
  /// Asks for the standing of the app, without a prompt.
  case status(ConsentService)
  /// Asks for a service; answered when the person has, where they must be asked.
  case request(ConsentService, ConsentExtent)
  /// Asks for the precise location until the app ends, with the reason that it has under this key.
  case preciseLocation(because: String)
  /// The app says that the person tapped its location button, which looks like this.
  case locationButton(LocationButtonLook)
  /// The machine's identifier for advertisers.
  case advertisingIdentifier
  /// A count as soon as it is another than this, or when the time is over: it changes whenever an answer does.
  case changes(otherThan: UInt64, seconds: UInt16)
  /// How the app that the asking process started stands. The app itself is not told so much. `bailey-widgets`, which starts
  /// extensions of several apps, says of which app, and asks nobody.
  case lend(ConsentService, ConsentAsking, of: String?)

  /// The most bytes of a key in an app's `Info.plist`.
  private static let longestKey = 256

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case status = 0x0501
    case request = 0x0502
    case preciseLocation = 0x0503
    case locationButton = 0x0504
    case advertisingIdentifier = 0x0505
    case changes = 0x0506
    case lend = 0x0507
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    case .status: RequestRow(.status, .programs, .often, .again)
    // The person is not asked twice, here and below.
    case .request: RequestRow(.request, .programs, .often, .once)
    case .preciseLocation: RequestRow(.preciseLocation, .programs, .often, .once)
    case .locationButton: RequestRow(.locationButton, .programs, .often, .once)
    case .advertisingIdentifier: RequestRow(.advertisingIdentifier, .programs, .often, .again)
    case .changes: RequestRow(.changes, .programs.union([.console, .runtime]), .often, .again)
    // Of what it started itself: `KnownApps`.
    case .lend(_, .standing, _): RequestRow(.lend, .starters, .often, .again)
    case .lend: RequestRow(.lend, .starters, .often, .once)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .status(let service): try buffer.append(integer: service.rawValue)
    case .request(let service, let extent):
      try buffer.append(integer: service.rawValue)
      try buffer.append(integer: extent.rawValue)
    case .preciseLocation(let key): try buffer.append(text: key, atMost: Self.longestKey)
    case .locationButton(let look): try look.encode(into: &buffer)
    case .advertisingIdentifier: break
    case .changes(let count, let seconds):
      try buffer.append(integer: count)
      try buffer.append(integer: seconds)
    case .lend(let service, let asking, let app):
      try buffer.append(integer: service.rawValue)
      try buffer.append(integer: asking.rawValue)
      try buffer.append(app: app)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .status: self = .status(try cursor.number(in: message))
    case .request:
      let service = try cursor.number(ConsentService.self, in: message)
      self = .request(service, try cursor.number(in: message))
    case .preciseLocation: self = .preciseLocation(because: try cursor.text(atMost: Self.longestKey, in: message))
    case .locationButton: self = .locationButton(try LocationButtonLook(decoding: message, &cursor))
    case .advertisingIdentifier: self = .advertisingIdentifier
    case .changes:
      let count = try cursor.integer(UInt64.self, in: message)
      self = .changes(otherThan: count, seconds: try cursor.integer(in: message))
    case .lend:
      let service = try cursor.number(ConsentService.self, in: message)
      let asking = try cursor.number(ConsentAsking.self, in: message)
      self = .lend(service, asking, of: try cursor.app(in: message))
    }
  }
}

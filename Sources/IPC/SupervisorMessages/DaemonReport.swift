// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
package import Sockets
package import SystemCalls
import Threads
import WireFormat

/// The reports of a daemon to the supervisor that started it, each in a packet.
package enum DaemonReport: Sendable, Equatable {
  /// The daemon answers its clients.
  case ready
  /// The limit of locked memory leaves no room for what it keeps secret.
  case swappableKeys
  case keychain(StoreHealth)
  case register(RegisterState)
  /// The kernel has no page of locked files any more. It is said before the lock is acknowledged, by a server that may be
  /// unable to end.
  case pagesAreGone
  /// Whether a service that knows the location is to be followed.
  case location(isFollowed: Bool)
  /// The state of following the desktop's session.
  case session(SessionFollowing)
  /// Somebody wants to know of fingers on the sensor.
  case fingersAreWanted
  /// Whether an organisation's issuer is to be asked. Another one begins with `false`.
  case issuer(isAsked: Bool)

  private enum Number: UInt8, CaseIterable {
    case ready = 1
    case swappableKeys = 2
    case keychain = 3
    case register = 4
    case pagesAreGone = 5
    case location = 6
    case session = 7
    case fingersAreWanted = 8
    case issuer = 9
  }

  private static let largest = 16

  package func send(on socket: borrowing PacketSocket) throws(SystemError) {
    try socket.send(bytes.span, .refuses)
  }

  /// The next report; nil at the end, or when anything else is said.
  package static func next(from socket: borrowing PacketSocket) -> DaemonReport? {
    var packet = [UInt8](repeating: 0, count: largest)
    var span = packet.mutableSpan
    guard let count = try? socket.receive(into: &span, .refuses), count <= largest else { return nil }
    return try? DaemonReport(packet.span.extracting(0..<count))
  }

  private var bytes: [UInt8] {
    switch self {
    case .ready: [Number.ready.rawValue]
    case .swappableKeys: [Number.swappableKeys.rawValue]
    case .keychain(let health): [Number.keychain.rawValue] + health.bytes
    case .register(let state): [Number.register.rawValue, state.rawValue]
    case .pagesAreGone: [Number.pagesAreGone.rawValue]
    case .session(let state): [Number.session.rawValue, state.rawValue]
    case .fingersAreWanted: [Number.fingersAreWanted.rawValue]
    case .issuer(let isAsked): [Number.issuer.rawValue, isAsked ? 1 : 0]
    case .location(let isFollowed): [Number.location.rawValue, isFollowed ? 1 : 0]
    }
  }

  private init(_ packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    switch try cursor.number(Number.self, in: packet) {
    case .ready: self = .ready
    case .swappableKeys: self = .swappableKeys
    case .keychain: self = .keychain(try StoreHealth(decoding: packet, &cursor))
    case .register: self = .register(try cursor.number(in: packet))
    case .pagesAreGone: self = .pagesAreGone
    case .fingersAreWanted: self = .fingersAreWanted
    case .session: self = .session(try cursor.number(in: packet))
    case .issuer:
      let flag = try cursor.byte(in: packet)
      guard flag <= 1 else { throw .badValue }
      self = .issuer(isAsked: flag == 1)
    case .location:
      let flag = try cursor.byte(in: packet)
      guard flag <= 1 else { throw .badValue }
      self = .location(isFollowed: flag == 1)
    }
    try cursor.end(in: packet)
  }
}

extension StoreHealth {
  private enum Number: UInt8, CaseIterable {
    case well = 1
    case damaged = 2
    case newer = 3
  }

  /// A number; where it is damaged, how many are lost (4) and whether a damaged page was met (1).
  var bytes: [UInt8] {
    switch self {
    case .well: [Number.well.rawValue]
    case .damaged(let lost, let hasDamage):
      [Number.damaged.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: lost >> (24 - 8 * $0)) }
        + [hasDamage ? 1 : 0]
    case .newer: [Number.newer.rawValue]
    }
  }

  init(decoding packet: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.number(Number.self, in: packet) {
    case .well: self = .well
    case .newer: self = .newer
    case .damaged:
      let lost = try cursor.integer(UInt32.self, in: packet)
      let flag = try cursor.byte(in: packet)
      guard flag <= 1 else { throw .badValue }
      self = .damaged(lost: lost, hasDamage: flag == 1)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import MessageBus

/// A client of logind, which knows who sits at the computer.
final class LogindClient: Sendable {
  private static let service = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "\(service).Manager"
  private static let session = "\(service).Session"
  private static let properties = "org.freedesktop.DBus.Properties"

  private let bus: BusConnection
  private let user: UInt32
  /// The unique name of logind: a message under another is not logind's.
  private let owner: String
  private let subscriptions: [BusSubscription]

  /// Connects, and gathers news from then on. Throws `noAnswer` where there is no logind.
  init(on place: BusPlace, of user: UInt32, _ news: SessionNews) throws(BusError) {
    let bus = try BusConnection(to: place) { news.add { $0.ended = true } }
    guard let owner = try bus.owner(of: Self.service) else {
      bus.close()
      throw .noAnswer
    }
    func hear(
      _ interface: String, _ member: String, _ act: @escaping @Sendable (BusMessage) -> Void
    ) throws(BusError) -> BusSubscription {
      try bus.subscribe(to: SignalMatch(from: owner, interface: interface, member: member), act)
    }
    subscriptions = [
      try hear(Self.session, "Lock") { message in news.add { $0.locked.insert(message.path) } },
      try hear(Self.session, "Unlock") { message in news.add { $0.unlocked.insert(message.path) } },
      try hear(Self.manager, "SessionNew") { _ in news.add { $0.changed = true } },
      try hear(Self.manager, "SessionRemoved") { _ in news.add { $0.changed = true } },
      try hear(Self.properties, "PropertiesChanged") { message in
        guard message.arguments.first?.text == Self.session else { return }
        news.add { $0.changed = true }
      },
      try hear(Self.manager, "PrepareForSleep") { message in
        guard let begins = message.arguments.first?.boolean else { return }
        news.add { if begins { $0.fallsAsleep = true } else { $0.wakesUp = true } }
      },
      try bus.subscribe(
        to: SignalMatch(from: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
      ) { message in
        if message.arguments.first?.text == Self.service { news.add { $0.ended = true } }
      },
    ]
    self.bus = bus
    self.user = user
    self.owner = owner
  }

  func close() { bus.close() }

  /// The owner's sessions, by their objects. One that ends while it is asked about is left out.
  func sessions() throws(BusError) -> [String: SessionFacts] {
    let listed = ListedSession.all(try bus.call(BusCall(to: owner, Self.path, Self.manager, "ListSessions")))
    var sessions: [String: SessionFacts] = [:]
    for session in listed.filter({ $0.user == user }).prefix(ListedSession.maximum) {
      let call = BusCall(to: owner, session.path, Self.properties, "GetAll", .string(Self.session))
      do throws(BusError) {
        sessions[session.path] = try bus.call(call).first?.named.flatMap { SessionFacts(logind: $0) }
      } catch .refused {
        continue
      }
    }
    return sessions
  }

  /// Makes the computer wait with falling asleep, a few seconds at the most, until what this gives is let go.
  func delaySleep() throws(BusError) -> BusDescriptor {
    let call = BusCall(
      to: owner, Self.path, Self.manager, "Inhibit", .string("sleep"), .string("Bailey"),
      .string("Takes the keys away before the computer sleeps"), .string("delay"))
    guard let lock = try bus.call(call).first?.descriptor else { throw .malformed }
    return lock
  }
}

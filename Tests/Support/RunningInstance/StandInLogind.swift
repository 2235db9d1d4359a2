// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import MessageBus
import SystemCalls
import Threads

/// What Bailey asks of logind, answered by the test: on a bus of its own, in the place of logind's service.
package final class StandInLogind: Sendable {
  package struct Session: Sendable, Equatable {
    package var user: UInt32
    package var isActive = true
    package var isIdle = false
    package var isCovered = false
    package var kind = "user"
    package var seat = "seat0"

    package init(of user: UInt32 = getuid(), isActive: Bool = true, seat: String = "seat0", kind: String = "user") {
      self.user = user
      self.isActive = isActive
      self.seat = seat
      self.kind = kind
    }
  }

  private struct State: Sendable {
    var sessions: [String: Session] = [:]
    /// The reading ends of what was given out to those who make the computer wait with sleep.
    var delays: [BusDescriptor] = []
    var reasons: [[String]] = []
  }

  private static let service = "org.freedesktop.login1"
  private static let root = "/org/freedesktop/login1"
  private static let properties = "org.freedesktop.DBus.Properties"
  private let bus: BusConnection
  private let state: Locked<State>
  private let object: BusSubscription

  package init(on address: String, _ sessions: [String: Session] = [:]) throws {
    let bus = try BusConnection(to: .address(address))
    let state = Locked(State(sessions: sessions))
    object = try bus.export(
      Self.root, .objectAndThoseBelow, interfaces: ["\(Self.service).Manager", Self.properties]
    ) { Self.answer($0, state) }
    self.bus = bus
    self.state = state
    try bus.requestName(Self.service)
  }

  package func end() { bus.close() }

  // MARK: - What happens

  package func change(_ name: String, _ body: (inout Session) -> Void) throws {
    state.withLock { state in
      var session = state.sessions[name] ?? Session()
      body(&session)
      state.sessions[name] = session
    }
    try bus.emit(
      BusSignal(
        Self.path(name), Self.properties, "PropertiesChanged", .string("\(Self.service).Session"), .options([:]),
        .strings([])))
  }

  package func add(_ name: String, _ session: Session) throws {
    state.withLock { $0.sessions[name] = session }
    try tell("SessionNew", .string(name), .objectPath(Self.path(name)))
  }

  package func remove(_ name: String) throws {
    state.withLock { _ = $0.sessions.removeValue(forKey: name) }
    try tell("SessionRemoved", .string(name), .objectPath(Self.path(name)))
  }

  /// Lock or Unlock.
  package func say(_ member: String, to name: String) throws {
    try bus.emit(BusSignal(Self.path(name), "\(Self.service).Session", member))
  }

  package func sleep(begins: Bool) throws { try tell("PrepareForSleep", .boolean(begins)) }

  /// How many make the computer wait with sleep at this moment.
  package var delays: Int {
    state.withLock { state in
      state.delays.removeAll { (try? Poll.readable([$0.file.raw], within: .zero)) == [true] }
      return state.delays.count
    }
  }

  /// What they have said of it.
  package var reasons: [[String]] { state.withLock { $0.reasons } }

  // MARK: - Parts

  private static func path(_ name: String) -> String { "\(root)/session/\(name)" }

  private func tell(_ member: String, _ arguments: BusValue...) throws {
    var signal = BusSignal(Self.root, "\(Self.service).Manager", member)
    signal.arguments = arguments
    try bus.emit(signal)
  }

  private static func answer(_ request: BusRequest, _ state: Locked<State>) {
    let message = request.message
    switch message.member {
    case "ListSessions":
      let sessions = state.withLock { $0.sessions }
      request.answer(
        .array(
          of: "(susso)",
          sessions.map { name, session in
            .structure([
              .string(name), .uint32(session.user), .string("somebody"), .string(session.seat), .objectPath(path(name)),
            ])
          }))
    case "GetAll":
      let name = String(message.path.split(separator: "/").last ?? "")
      guard let session = state.withLock({ $0.sessions[name] }) else {
        return request.fail("org.freedesktop.DBus.Error.UnknownObject", name)
      }
      request.answer(
        .options([
          "Active": .boolean(session.isActive), "IdleHint": .boolean(session.isIdle),
          "LockedHint": .boolean(session.isCovered), "Class": .string(session.kind),
          "Seat": .structure([.string(session.seat), .objectPath("/")]), "Remote": .boolean(session.seat.isEmpty),
        ]))
    case "Inhibit":
      guard let pipe = try? Pipe() else { return request.fail("org.freedesktop.DBus.Error.Failed", "no pipe") }
      let (reading, writing) = (BusDescriptor(pipe.reading), BusDescriptor(pipe.writing))
      state.withLock { state in
        state.delays.append(reading)
        state.reasons.append(message.arguments.map { $0.text ?? "" })
      }
      request.answer(.descriptor(writing))
    default: request.fail("org.freedesktop.DBus.Error.UnknownMethod", message.member)
    }
  }
}

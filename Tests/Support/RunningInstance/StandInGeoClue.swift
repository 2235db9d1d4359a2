// SPDX-License-Identifier: Apache-2.0
import MessageBus
import Threads

/// What Bailey asks of GeoClue, answered by the test: on a bus of its own, in the place of GeoClue's service.
package final class StandInGeoClue: Sendable {
  package struct State: Sendable {
    package var place: (latitude: Double, longitude: Double, accuracy: Double, altitude: Double)?
    package var isAllowed = true
    package var isActive = true
    package var desktopName = ""
    package var level = 0
    var updates: UInt32 = 0
  }

  private static let service = "org.freedesktop.GeoClue2"
  private static let client = "/org/freedesktop/GeoClue2/Client/1"
  private let bus: BusConnection
  private let state: Locked<State>
  private let objects: Locked<[BusSubscription]>

  package init(on address: String) throws {
    let bus = try BusConnection(to: .address(address))
    let state = Locked(State())
    let interfaces: Set<String> = [
      "\(Self.service).Manager", "\(Self.service).Client", "org.freedesktop.DBus.Properties",
    ]
    let object = try bus.export("/org/freedesktop/GeoClue2", .objectAndThoseBelow, interfaces: interfaces) { request in
      Self.answer(request, state)
    }
    self.bus = bus
    self.state = state
    objects = Locked([object])
    try bus.requestName(Self.service)
  }

  package var now: State { state.withLock { $0 } }

  /// The state changes, and whoever listens is told.
  package func change(_ body: (inout State) -> Void) throws {
    let place = state.withLock { state in
      body(&state)
      state.updates += 1
      return Self.path(of: state)
    }
    try bus.emit(
      BusSignal(Self.client, "\(Self.service).Client", "LocationUpdated", .objectPath("/"), .objectPath(place)))
  }

  package func end() { bus.close() }

  private static func path(of state: State) -> String {
    state.place == nil ? "/" : "\(client)/Location/\(state.updates)"
  }

  private static func answer(_ request: BusRequest, _ state: Locked<State>) {
    let message = request.message
    let words = message.arguments.map { $0.text ?? "" }
    switch (message.member, words.last ?? "") {
    case ("GetClient", _): request.answer(.objectPath(client))
    case ("Start", _):
      if state.withLock({ $0.isAllowed }) {
        request.answer()
      } else {
        request.fail("org.freedesktop.DBus.Error.AccessDenied", "not allowed")
      }
    case ("Set", _):
      state.withLock { state in
        if words[1] == "DesktopId" { state.desktopName = words[2] }
        if words[1] == "RequestedAccuracyLevel" { state.level = message.arguments[2].integer ?? 0 }
      }
      request.answer()
    case ("Get", "Active"): request.answer(.variant(.boolean(state.withLock { $0.isActive })))
    case ("Get", "Location"): request.answer(.variant(.objectPath(state.withLock { path(of: $0) })))
    case ("GetAll", _):
      guard let place = state.withLock({ $0.place }) else { return request.fail("\(service).Gone", "none") }
      request.answer(
        .options([
          "Latitude": .double(place.latitude), "Longitude": .double(place.longitude),
          "Accuracy": .double(place.accuracy), "Altitude": .double(place.altitude),
          "Timestamp": .structure([.uint64(1_700_000_000), .uint64(500_000)]),
        ]))
    default: request.fail("org.freedesktop.DBus.Error.UnknownMethod", message.member)
    }
  }
}

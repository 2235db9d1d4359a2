// SPDX-License-Identifier: Apache-2.0
import AccessModel
import MessageBus
import SystemCalls

/// A client of GeoClue, the service that knows where a Linux computer is:
/// https://www.freedesktop.org/software/geoclue/docs.
///
/// GeoClue decides itself whether it tells Bailey: by its configuration (`[bailey]` in `geoclue.conf`) and its agent.
final class GeoClue: Sendable {
  private static let service = "org.freedesktop.GeoClue2"
  private static let manager = "/org/freedesktop/GeoClue2/Manager"
  private static let client = "\(service).Client"
  private static let location = "\(service).Location"
  /// The name under which GeoClue knows Bailey.
  private static let desktopName = "bailey"
  /// `GCLUE_ACCURACY_LEVEL_EXACT`: what apps may know is `baileyd`'s to decide.
  private static let exact: UInt32 = 8
  /// The time of the first answer, as GeoClue may ask a person first.
  private static let timeToAsk = Duration.seconds(20)

  private let bus: BusConnection
  private let path: String
  private let updates: BusSubscription

  /// Asks to be told from now on; `changed` is called on a thread of the bus whenever there is something new.
  init(on place: BusPlace, changed: @escaping @Sendable () -> Void) throws(BusError) {
    let bus = try BusConnection(to: place, whenEnded: changed)
    let answer = try bus.call(
      BusCall(to: Self.service, Self.manager, "\(Self.service).Manager", "GetClient"), within: Self.timeToAsk)
    // Signals count from whoever has the name now: whoever has it later has another client.
    guard case .objectPath(let path)? = answer.first, let owner = try bus.owner(of: Self.service) else {
      throw .malformed
    }
    self.bus = bus
    self.path = path
    func set(_ name: String, _ value: BusValue) throws(BusError) {
      try bus.setProperty(name, of: Self.client, at: path, of: owner, to: value)
    }
    try set("DesktopId", .string(Self.desktopName))
    try set("RequestedAccuracyLevel", .uint32(Self.exact))
    updates = try bus.subscribe(
      to: SignalMatch(from: owner, path: path, interface: Self.client, member: "LocationUpdated")
    ) { _ in changed() }
    _ = try bus.call(BusCall(to: owner, path, Self.client, "Start"), within: Self.timeToAsk)
  }

  /// The location of the computer; nil where GeoClue does not know, or has stopped telling.
  func fix(now: Int64) throws(BusError) -> LocationFix? {
    guard try property("Active", of: Self.client, at: path).boolean == true,
      case .objectPath(let place) = try property("Location", of: Self.client, at: path), place != "/"
    else { return nil }
    let call = BusCall(
      to: Self.service, place, "org.freedesktop.DBus.Properties", "GetAll", .string(Self.location))
    let values = try bus.call(call).first?.named ?? [:]
    return LocationFix(geoClue: values, now: now)
  }

  private func property(_ name: String, of interface: String, at path: String) throws(BusError) -> BusValue {
    try bus.property(name, of: interface, at: path, of: Self.service)
  }

  func close() {
    updates.cancel()
    bus.close()
  }
}

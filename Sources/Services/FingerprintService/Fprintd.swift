// SPDX-License-Identifier: Apache-2.0
import MessageBus
import PromptModel

/// A client of fprintd, which has the machine's fingerprint sensors: https://fprint.freedesktop.org/fprintd-dev/.
///
/// It is believed because the bus says that the service is root's, and the kernel that the bus is: another process of this user can
/// be neither.
final class Fprintd: Sendable {
  enum Failure: Error, Equatable {
    case bus(BusError)
    /// The bus, or whoever has the service's name there, is not root's.
    case impostor
    case noSensor
  }

  /// A sensor, as the service of now has it.
  struct Sensor: Equatable {
    /// The unique name of the service. A message under another is not the service's.
    let owner: String
    let path: String
    let name: String
  }

  static let service = "net.reactivated.Fprint"
  static let device = "\(service).Device"
  private static let manager = "\(service).Manager"
  private static let busName = "org.freedesktop.DBus"
  private static let timeout = Duration.seconds(2)
  /// The user whose sensor it is: the one who asks.
  private static let ownUser = BusValue.string("")

  let bus: BusConnection
  private let trusted: UInt32

  /// `trusted` is the user who must have the bus and the service: root.
  init(
    on place: BusPlace, trusting trusted: UInt32, whenEnded: @escaping @Sendable () -> Void
  ) throws(Failure) {
    let bus: BusConnection
    do { bus = try BusConnection(to: place, whenEnded: whenEnded) } catch { throw .bus(error) }
    guard bus.busUser == trusted else {
      bus.close()
      throw .impostor
    }
    self.bus = bus
    self.trusted = trusted
  }

  func close() { bus.close() }

  /// The sensor, of a service that is started where it does not run.
  func sensor() throws(Failure) -> Sensor {
    let owner = try owner()
    let path: BusValue?
    do throws(Failure) {
      path = try call(owner, "\(Self.path)/Manager", Self.manager, "GetDefaultDevice").first
    } catch .bus(.refused(name: "\(Self.service).Error.NoSuchDevice", _)) {
      throw .noSensor
    }
    guard case .objectPath(let path)? = path else { throw .bus(.malformed) }
    let name: String?
    do { name = try bus.property("name", of: Self.device, at: path, of: owner, within: Self.timeout).text } catch {
      throw .bus(error)
    }
    guard let name else { throw .bus(.malformed) }
    return Sensor(owner: owner, path: path, name: name)
  }

  private static let path = "/net/reactivated/Fprint"

  private func owner() throws(Failure) -> String {
    do throws(BusError) {
      if try bus.owner(of: Self.service, within: Self.timeout) == nil {
        let start = BusCall(
          to: Self.busName, "/org/freedesktop/DBus", Self.busName, "StartServiceByName", .string(Self.service),
          .uint32(0))
        _ = try bus.call(start, within: Self.timeout)
      }
      guard let owner = try bus.owner(of: Self.service, within: Self.timeout) else { throw .noAnswer }
      guard try bus.user(of: owner, within: Self.timeout) == trusted else { throw .nameTaken(Self.service) }
      return owner
    } catch .nameTaken {
      throw .impostor
    } catch .refused(name: "org.freedesktop.DBus.Error.ServiceUnknown", _) {
      throw .noSensor
    } catch {
      throw .bus(error)
    }
  }

  /// The fingers that are enrolled at a sensor.
  func fingers(at sensor: Sensor) throws(Failure) -> FingerEnrolment {
    let enrolled: EnrolledFingers?
    do throws(Failure) {
      let answer = try call(sensor, "ListEnrolledFingers", Self.ownUser).first
      enrolled = answer.flatMap { EnrolledFingers($0, at: sensor.name) }
    } catch .bus(.refused(name: "\(Self.service).Error.NoEnrolledPrints", _)) {
      enrolled = EnrolledFingers(noneAt: sensor.name)
    }
    guard let enrolled else { throw .bus(.malformed) }
    return enrolled.enrolment
  }

  // MARK: - Reading

  func claim(_ sensor: Sensor) throws(Failure) { _ = try call(sensor, "Claim", Self.ownUser) }
  func begin(_ sensor: Sensor) throws(Failure) { _ = try call(sensor, "VerifyStart", .string("any")) }
  func pause(_ sensor: Sensor) throws(Failure) { _ = try call(sensor, "VerifyStop") }
  func release(_ sensor: Sensor) throws(Failure) { _ = try call(sensor, "Release") }

  /// Has the closure called with what the sensor says of a finger, on the bus's thread.
  func listen(
    to sensor: Sensor, _ heard: @escaping @Sendable (VerifyStatus) -> Void
  ) throws(Failure) -> [BusSubscription] {
    do throws(BusError) {
      let match = SignalMatch(from: sensor.owner, path: sensor.path, interface: Self.device, member: "VerifyStatus")
      let left = SignalMatch(from: Self.busName, interface: Self.busName, member: "NameOwnerChanged")
      return [
        try bus.subscribe(to: match) { heard(VerifyStatus($0.arguments)) },
        try bus.subscribe(to: left) { message in
          if message.arguments.first?.text == sensor.owner { heard(VerifyStatus(.over, isDone: true)) }
        },
      ]
    } catch {
      throw .bus(error)
    }
  }

  private func call(_ sensor: Sensor, _ member: String, _ arguments: BusValue...) throws(Failure) -> [BusValue] {
    var call = BusCall(to: sensor.owner, sensor.path, Self.device, member)
    call.arguments = arguments
    do { return try bus.call(call, within: Self.timeout) } catch { throw .bus(error) }
  }

  private func call(
    _ owner: String, _ path: String, _ interface: String, _ member: String
  ) throws(Failure) -> [BusValue] {
    do { return try bus.call(BusCall(to: owner, path, interface, member), within: Self.timeout) } catch {
      throw .bus(error)
    }
  }
}

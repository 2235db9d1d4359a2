// SPDX-License-Identifier: Apache-2.0
import MessageBus
import Threads

/// What Bailey asks of fprintd, answered by the test: on a bus of its own, in the place of fprintd.
package final class StandInFprintd: Sendable {
  package struct State: Sendable {
    package var hasSensor = true
    package var reader = "Stand-in sensor"
    package var fingers = ["right-index-finger"]
    /// The connection that has the sensor, and whether it reads.
    package fileprivate(set) var claimed: String?
    package fileprivate(set) var isReading = false
    /// Readings so far.
    package fileprivate(set) var readings = 0
    /// Whether another program has the sensor.
    package var isInUse = false
  }

  private static let service = "net.reactivated.Fprint"
  private static let path = "/net/reactivated/Fprint"
  private static let device = "\(path)/Device/0"
  private let bus: BusConnection
  private let state: Locked<State>
  private let objects: Locked<[BusSubscription]>

  package init(on address: String) throws {
    let bus = try BusConnection(to: .address(address))
    let state = Locked(State())
    let interfaces: Set<String> = [
      "\(Self.service).Manager", "\(Self.service).Device", "org.freedesktop.DBus.Properties",
    ]
    let object = try bus.export(Self.path, .objectAndThoseBelow, interfaces: interfaces) { request in
      Self.answer(request, state)
    }
    self.bus = bus
    self.state = state
    objects = Locked([object])
    try bus.requestName(Self.service)
  }

  package var now: State { state.withLock { $0 } }

  package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// Somebody puts a finger on the sensor, and fprintd says this of it.
  package func touch(_ word: String = "verify-match", isDone: Bool = true) throws {
    try bus.emit(BusSignal(Self.device, "\(Self.service).Device", "VerifyStatus", .string(word), .boolean(isDone)))
  }

  package func end() { bus.close() }

  private static func answer(_ request: BusRequest, _ state: Locked<State>) {
    let message = request.message
    func fail(_ error: String) { request.fail("\(service).Error.\(error)", error) }
    let outcome: Result<[BusValue], Refusal> = state.withLock { state in
      switch message.member {
      case "GetDefaultDevice": return state.hasSensor ? .success([.objectPath(device)]) : .failure(.noSuchDevice)
      case "Get": return .success([.variant(.string(state.reader))])
      case "ListEnrolledFingers":
        return state.fingers.isEmpty ? .failure(.noEnrolledPrints) : .success([.strings(state.fingers)])
      case "Claim":
        guard !state.isInUse, state.claimed == nil else { return .failure(.alreadyInUse) }
        state.claimed = message.sender
        return .success([])
      case "VerifyStart":
        guard state.claimed == message.sender, !state.isReading else { return .failure(.claimDevice) }
        state.isReading = true
        state.readings += 1
        return .success([])
      case "VerifyStop":
        guard state.isReading else { return .failure(.noActionInProgress) }
        state.isReading = false
        return .success([])
      case "Release":
        (state.claimed, state.isReading) = (nil, false)
        return .success([])
      default: return .failure(.internalError)
      }
    }
    switch outcome {
    case .success(let values): request.answer(values)
    case .failure(let refusal): fail(refusal.rawValue)
    }
  }

  private enum Refusal: String, Error {
    case noSuchDevice = "NoSuchDevice"
    case noEnrolledPrints = "NoEnrolledPrints"
    case alreadyInUse = "AlreadyInUse"
    case claimDevice = "ClaimDevice"
    case noActionInProgress = "NoActionInProgress"
    case internalError = "Internal"
  }
}

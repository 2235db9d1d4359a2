// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import ConsentModel
import EmptyDevices
import Glibc
package import Processes
import Sockets
package import SystemCallFilter
package import SystemCalls
import Threads

/// Lends an app the devices that the person allows it, without the app's knowing of it.
///
/// There are no devices in the sandbox. A call that opens one waits until it was asked for, and then gets the device from
/// out here. `DeviceWatch` takes back what is allowed no longer.
package final class DeviceAccess: Sendable {
  private let devices: DeviceList
  /// The client by which `bailey` asks for the app that it has started.
  private let owner: BrokerClient
  /// The folder in which empty devices are for a moment.
  private let place: String
  private let watch: DeviceWatch
  /// The log of the devices that the app has open, where the person wants one.
  private let uses: DeviceUses
  /// The mount of empty devices, made when it is needed for the first time.
  private let empty = Locked<EmptyDeviceMount?>(nil)

  /// `place` is a path where nothing is.
  package init(_ devices: DeviceList, owner: BrokerClient, place: String, _ watch: DeviceWatch) {
    self.devices = devices
    uses = DeviceUses(owner)
    self.owner = owner
    self.place = place
    self.watch = watch
  }

  /// Starts a program that is kept from devices, and all that it will start.
  package func start(_ plan: ChildPlan) throws(SystemError) -> ChildProcess {
    let instructions: [UInt64]
    do { instructions = try OpenCallFilter.instructions() } catch { throw SystemError(.exec, code: error.code) }
    let sockets = try PacketSocket.pair()
    var plan = plan
    plan.filter = ChildPlan.CallFilter(instructions, listenerTo: sockets.far.raw)
    let child = try ChildProcess.start(plan)
    let calls = OpenCalls(
      try OpenCalls.listener(from: sockets.near), concerns: { [devices] in devices.mayBeDevice($0) },
      answer: { [self] call, _ in answer(call) })
    try SystemThread.start(named: "devices") { calls.serve() }
    follow(child.process)
    return child
  }

  /// `baileyd` was started again: what it wrote down as ended goes on.
  package func baileydIsBack() { uses.beginAgain() }

  /// The answers for a process that answers the calls of the program in this one's place, and starts it.
  package var answers: TracedCalls.Devices {
    TracedCalls.Devices(
      concerns: { [devices] in devices.mayBeDevice($0) }, answer: { [self] call in answer(call) })
  }

  /// Follows a process that was started elsewhere. To be called once.
  package func follow(_ process: Int32) { uses.follow(process) }

  // MARK: - Calls

  private func answer(_ call: OpenCalls.Call) -> OpenCalls.Answer {
    guard let device = devices.device(at: call.path) else { return .proceeds }
    do throws(SystemError) {
      switch decision(device.service) {
      case .refused: return .fails(EACCES)
      case .empty: return .gives(try empty(device.service, call))
      case .given:
        let file = try FileDescriptor.open(device.path, call.flags & Self.kept | O_NOFOLLOW | O_NOCTTY)
        uses.began(device.service, file)
        return .gives(file)
      }
    } catch {
      return .fails(error.code)
    }
  }

  /// How the app wants to use it. Nothing is created or emptied.
  private static let kept = O_ACCMODE | O_NONBLOCK

  private enum Decision { case refused, empty, given }

  /// The decision about a service. A permission that is withdrawn meanwhile is not given; one that is withdrawn later
  /// is found to be lent.
  private func decision(_ service: ConsentService) -> Decision {
    var asking = ConsentAsking.person
    while true {
      let before = watch.changes
      let decision = answered(service, asking)
      guard decision == .given else { return decision }
      if watch.lend(service, knowing: before) { return .given }
      asking = .nobody
    }
  }

  /// Asks the person. On any error, assume that they have not allowed it.
  private func answered(_ service: ConsentService, _ asking: ConsentAsking) -> Decision {
    switch try? owner.lend(service, asking: asking) {
    case .stands(.answered(.empty)): return .empty
    case .stands(let standing): return standing.givesAccess ? .given : .refused
    case .endsProcess:
      watch.end(
        "The app asked for \(service.name) without saying why (\(service.purposeKeys.joined(separator: ", "))): it was ended."
      )
      return .refused
    case .unanswered, .ignored, .failed, nil: return .refused
    }
  }

  /// The device itself is not touched.
  private func empty(_ service: ConsentService, _ call: OpenCalls.Call) throws(SystemError) -> FileDescriptor {
    guard let device = devices.emptyDevice(at: call.path, for: service) else { throw SystemError(.open, code: ENOENT) }
    let place = place
    let mount = try empty.withLock { known throws(SystemError) in
      if let known { return known }
      let mount = try EmptyDeviceMount(by: place)
      known = mount
      return mount
    }
    let file = try mount.open(device, call.flags & Self.kept, for: call.process)
    uses.began(service, file, isEmpty: true)
    return file
  }
}

// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import ConsentModel
import Glibc
package import LinuxSystem
package import SystemCallFilter

/// Lends an app the devices that the person allows it, without the app's knowing of it.
///
/// There are no devices in the sandbox. A call that opens one waits until it was asked for, and then gets the device from
/// out here. What is allowed no longer is taken back by ending the app: nobody can close a device that another has open.
package final class DeviceAccess: Sendable {
  private struct State {
    /// What the app may have open.
    var lent: Set<ConsentService> = []
    var process: Int32?
  }

  private let devices: DeviceList
  /// Whoever asks over it is the app.
  private let client: BrokerClient
  private let note: @Sendable (String) -> Void
  /// What the app has open is written down, where the person wants that.
  private let uses: DeviceUses
  private let state = Locked(State())

  private static let wait: UInt16 = 25
  private static let pause = Duration.seconds(1)

  /// `owner` is asked by `bailey` itself; `note` says to the person why the app was ended.
  package init(
    _ devices: DeviceList, client: BrokerClient, owner: BrokerClient, note: @escaping @Sendable (String) -> Void
  ) {
    self.devices = devices
    uses = DeviceUses(owner)
    self.client = client
    self.note = note
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
    try follow(child.process)
    return child
  }

  /// `baileyd` was started again: what it wrote down as ended goes on.
  package func baileydIsBack() { uses.beginAgain() }

  /// For whoever answers the calls of the program in this one's place, and starts it.
  package var answers: TracedCalls.Devices {
    TracedCalls.Devices(
      concerns: { [devices] in devices.mayBeDevice($0) }, answer: { [self] call in answer(call) })
  }

  /// To be called once, with what was started elsewhere.
  package func follow(_ process: Int32) throws(SystemError) {
    state.withLock { $0.process = process }
    uses.follow(process)
    try SystemThread.start(named: "consent") { [self] in followChanges() }
  }

  // MARK: - Calls

  private func answer(_ call: OpenCalls.Call) -> OpenCalls.Answer {
    guard let device = devices.device(at: call.path) else { return .proceeds }
    guard isAllowed(device.service) else { return .fails(EACCES) }
    state.withLock { _ = $0.lent.insert(device.service) }
    // What was taken back before it was noted as lent is not given; what is taken back later is found to be lent.
    guard (try? client.consentStanding(device.service))?.isGrant == true else { return .fails(EACCES) }
    do throws(SystemError) {
      let file = try FileDescriptor.open(device.path, call.flags & Self.kept | O_NOFOLLOW | O_NOCTTY)
      uses.began(device.service, file)
      return .gives(file)
    } catch {
      return .fails(error.code)
    }
  }

  /// How the app wants to use it. Nothing is created or emptied.
  private static let kept = O_ACCMODE | O_NONBLOCK

  /// On any error, assume that the person has not allowed it.
  private func isAllowed(_ service: ConsentService) -> Bool {
    switch try? client.requestConsent(service) {
    case .stands(let standing): return standing.isGrant
    case .endsProcess:
      end(
        "The app asked for \(service.name) without saying why (\(service.purposeKeys.joined(separator: ", "))): it was ended."
      )
      return false
    case .unanswered, .ignored, .failed, nil: return false
    }
  }

  // MARK: - Taking back

  private func followChanges() {
    var known: UInt64 = 0
    while true {
      do {
        known = try client.consentChanges(otherThan: known, seconds: Self.wait)
      } catch {
        // `baileyd` is started again after a crash; until then nothing can be taken back.
        _ = try? Poll.readable([], within: Self.pause)
        continue
      }
      for service in state.withLock({ $0.lent }) {
        guard let standing = try? client.consentStanding(service), !standing.isGrant else { continue }
        end("The app may not \(service.deed) any more, which it had open: it was ended.")
      }
    }
  }

  private func end(_ reason: String) {
    guard let process = state.withLock({ $0.process.take() }) else { return }
    note(reason)
    // Everything inside ends with the first process, and that with this one.
    kill(process, SIGKILL)
  }
}

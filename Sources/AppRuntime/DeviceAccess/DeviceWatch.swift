// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
package import ConsentModel
import Events
import Glibc
package import SystemCalls
import Threads

/// Takes devices back, by ending the app: nobody can close a device that another has open.
///
/// A descriptor can be passed on, so every app is watched, whether or not it was lent anything: when an answer changes, an app
/// ends that has a device and may not. Where some descriptors are on their way between its processes, it is looked at until
/// they have arrived.
package final class DeviceWatch: Sendable {
  private struct State {
    /// The services whose devices the app may have open.
    var lent: Set<ConsentService> = []
    /// The services that the app was allowed at some time of this start.
    var had: Set<ConsentService> = []
    var process: Int32?
    /// The number of times that answers are known to have changed.
    var changes: UInt64 = 0
    var isLooking = false
  }

  private let devices: DeviceList
  private let entitled: Set<ConsentService>
  /// The client by which `bailey` asks for the app that it has started.
  private let owner: BrokerClient
  private let note: @Sendable (String) -> Void
  private let state = Locked(State())

  package static let services: [ConsentService] = [.camera, .microphone]
  /// The number of looks, and the time between two. What changes during one is seen at the next.
  private static let (looks, pause) = (3, Duration.milliseconds(50))
  /// The pause while descriptors are in transit.
  private static let longPause = Duration.milliseconds(250)

  /// `entitled` is what the app may ask for; `note` says to the person why it was ended.
  package init(
    _ devices: DeviceList, entitled: Set<ConsentService>, owner: BrokerClient,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.devices = devices
    self.entitled = entitled
    self.owner = owner
    self.note = note
  }

  /// Follows the app from the first of its processes. To be called once.
  package func follow(_ process: Int32) throws(SystemError) {
    state.withLock { $0.process = process }
    try SystemThread.start(named: "consent") { [self] in
      // While `baileyd` is away nothing can be taken back.
      owner.followConsent { if case .count = $0 { answersChanged() } }
    }
  }

  package var mayLend: Bool { !entitled.isEmpty }

  // MARK: - For whoever lends

  var changes: UInt64 { state.withLock { $0.changes } }

  /// Notes a service as lent; false where answers have changed since: what is taken back while it is found out is not
  /// given.
  func lend(_ service: ConsentService, knowing changes: UInt64) -> Bool {
    state.withLock { state in
      guard state.changes == changes else { return false }
      state.lent.insert(service)
      return true
    }
  }

  func end(_ reason: String) {
    guard let process = state.withLock({ $0.process.take() }) else { return }
    note(reason)
    // Everything inside ends with the first process, and that with this one.
    kill(process, SIGKILL)
  }

  // MARK: - Taking back

  private func answersChanged() {
    state.withLock { $0.changes += 1 }
    var refused: Set<ConsentService> = []
    for service in Self.services {
      // Without an answer nothing has changed.
      guard let isAllowed = isAllowed(service) else { continue }
      if isAllowed { state.withLock { _ = $0.had.insert(service) } } else { refused.insert(service) }
    }
    if let service = state.withLock({ $0.lent }).intersection(refused).first {
      return end("The app may not \(service.operation) any more, which it had open: it was ended.")
    }
    let mustLook = state.withLock { state in
      guard state.process != nil, !refused.isEmpty, !state.isLooking else { return false }
      state.isLooking = true
      return true
    }
    guard mustLook else { return }
    if (try? SystemThread.start(named: "devices", { [self] in look() })) == nil {
      state.withLock { $0.isLooking = false }
    }
  }

  /// Whether the app may use a service now; nil where nobody answers.
  private func isAllowed(_ service: ConsentService) -> Bool? {
    guard entitled.contains(service) else { return false }
    guard let outcome = try? owner.lend(service, asking: .nobody) else { return nil }
    if case .stands(let standing) = outcome { return standing.givesAccess }
    return false
  }

  private func look() {
    var (looks, known) = (Self.looks, changes)
    while let process = state.withLock({ $0.process }) {
      if looks == 0 {
        // What has changed since the last look was not seen by it.
        guard let now = news(since: known) else { return }
        (looks, known) = (Self.looks, now)
      }
      let held = HeldFiles(below: process)
      let found = Set(held.paths.compactMap { devices.service(ofOpen: $0) })
      if let service = found.first(where: { isAllowed($0) == false }) {
        end("The app has a device open that it was not lent, and may not \(service.operation): it was ended.")
      } else if held.isIncomplete || held.areOnTheWay, let service = lost {
        end("The app may not \(service.operation) any more, and may have it open: it was ended.")
      }
      if !held.areOnTheWay || looks > 1 { looks -= 1 }
      _ = try? Poll.readable([], within: looks > 1 ? Self.pause : Self.longPause)
    }
    state.withLock { $0.isLooking = false }
  }

  /// How often answers have changed by now; nil where there was no change, and nobody looks any more.
  private func news(since known: UInt64) -> UInt64? {
    state.withLock { state in
      state.isLooking = state.changes != known
      return state.isLooking ? state.changes : nil
    }
  }

  /// The service that the app was allowed before: another start of it may have passed it on.
  private var lost: ConsentService? {
    state.withLock { $0.had }.first { isAllowed($0) == false }
  }
}

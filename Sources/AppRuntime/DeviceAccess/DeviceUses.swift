// SPDX-License-Identifier: Apache-2.0
import AccessModel
import BrokerClient
import ConsentModel
import CryptoPrimitives
import Events
import Files
import SystemCalls
import Threads

/// The times for which an app has devices open, recorded where the person wants that.
///
/// Nobody is told when a descriptor is closed: while one is lent, the app's processes are looked through for it.
final class DeviceUses: Sendable {
  private struct Device: Hashable {
    let service: ConsentService
    let isEmpty: Bool
    let file: HeldFiles.File

    func note(_ identifier: [UInt8]) -> AccessNote {
      isEmpty ? .beganEmpty(identifier: identifier, service) : .began(identifier: identifier, service)
    }
  }

  private struct State {
    var process: Int32?
    /// The open devices, and their identifiers in the log.
    var open: [Device: [UInt8]] = [:]
    /// The time at which each device was last lent: it may take a moment until it is seen in the app.
    var lent: [Device: ContinuousClock.Instant] = [:]
    var isLooking = false
  }

  private let client: BrokerClient
  private let state = Locked(State())

  private static let pause = Duration.milliseconds(500)
  private static let grace = Duration.seconds(1)

  init(_ client: BrokerClient) { self.client = client }

  /// The first of the app's processes.
  func follow(_ process: Int32) { state.withLock { $0.process = process } }

  /// Notes a use before the descriptor is given, so that no use is missed.
  func began(_ service: ConsentService, _ file: borrowing FileDescriptor, isEmpty: Bool = false) {
    guard let status = try? file.status() else { return }
    let device = Device(service: service, isEmpty: isEmpty, file: HeldFiles.File(status))
    let (identifier, mustLook) = state.withLock { state in
      state.lent[device] = .now
      guard state.open[device] == nil else { return ([UInt8](), false) }
      let identifier = SystemRandom.bytes(AccessRecord.identifierSize)
      state.open[device] = identifier
      defer { state.isLooking = true }
      return (identifier, !state.isLooking)
    }
    guard !identifier.isEmpty else { return }
    // A log that cannot be written keeps nobody from what the person allowed.
    try? client.note([device.note(identifier)])
    guard mustLook else { return }
    if (try? SystemThread.start(named: "uses") { [self] in look() }) == nil { state.withLock { $0.isLooking = false } }
  }

  func beginAgain() {
    let notes = state.withLock { state in
      for device in state.open.keys { state.open[device] = SystemRandom.bytes(AccessRecord.identifierSize) }
      return state.open.map { $0.key.note($0.value) }
    }
    if !notes.isEmpty { try? client.note(notes) }
  }

  /// Watches the app's descriptors as long as a device is open.
  private func look() {
    while true {
      _ = try? Poll.readable([], within: Self.pause)
      guard let process = state.withLock({ $0.process }) else { continue }
      let seen = HeldFiles(below: process)
      let (notes, isOver) = state.withLock { state in
        var notes: [AccessNote] = []
        for (device, identifier) in state.open {
          let isNew = state.lent[device].map { ContinuousClock.now - $0 < Self.grace } ?? false
          // A process that hides its files may have any of them.
          if isNew || seen.isIncomplete || seen.contains(device.file) { continue }
          state.open[device] = nil
          state.lent[device] = nil
          notes.append(.ended(identifier: identifier))
        }
        if state.open.isEmpty { state.isLooking = false }
        return (notes, state.open.isEmpty)
      }
      if !notes.isEmpty { try? client.note(notes) }
      if isOver { return }
    }
  }
}

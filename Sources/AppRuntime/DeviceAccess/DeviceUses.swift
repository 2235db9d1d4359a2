// SPDX-License-Identifier: Apache-2.0
import AccessModel
import BrokerClient
import ConsentModel
import CryptoPrimitives
import Glibc
import LinuxSystem

/// From when to when an app has devices open, which is written down where the person wants that.
///
/// Nobody is told when a descriptor is closed: while one is lent, the app's processes are looked through for it.
final class DeviceUses: Sendable {
  private struct Device: Hashable {
    let service: ConsentService
    let isEmpty: Bool
    let number: UInt64
    let inode: UInt64
    let folder: UInt64

    func note(_ identifier: [UInt8]) -> AccessNote {
      isEmpty ? .beganEmpty(identifier: identifier, service) : .began(identifier: identifier, service)
    }
  }

  private struct State {
    var process: Int32?
    /// What is open, by what stands for it in the log.
    var open: [Device: [UInt8]] = [:]
    /// When each was lent last: it may take a moment until it is seen in the app.
    var lent: [Device: ContinuousClock.Instant] = [:]
    var isLooking = false
  }

  private let client: BrokerClient
  private let state = Locked(State())

  private static let pause = Duration.milliseconds(500)
  private static let grace = Duration.seconds(1)
  private static let mostProcesses = 4096

  init(_ client: BrokerClient) { self.client = client }

  /// The first of the app's processes.
  func follow(_ process: Int32) { state.withLock { $0.process = process } }

  /// Before the descriptor is given, so that no use is missed.
  func began(_ service: ConsentService, _ file: borrowing FileDescriptor, isEmpty: Bool = false) {
    guard let status = try? file.status() else { return }
    let device = Device(
      service: service, isEmpty: isEmpty, number: UInt64(status.st_rdev), inode: UInt64(status.st_ino),
      folder: UInt64(status.st_dev))
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

  /// As long as something is open.
  private func look() {
    while true {
      _ = try? Poll.readable([], within: Self.pause)
      guard let process = state.withLock({ $0.process }) else { continue }
      let seen = Self.devices(openBelow: process)
      let (notes, isOver) = state.withLock { state in
        var notes: [AccessNote] = []
        for (device, identifier) in state.open {
          let isNew = state.lent[device].map { ContinuousClock.now - $0 < Self.grace } ?? false
          // A process that hides its files may have any of them.
          if isNew || seen.isIncomplete || seen.contains(device.number, device.inode, device.folder) { continue }
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

  // MARK: - Processes

  private struct Seen {
    struct File: Hashable {
      let number: UInt64
      let inode: UInt64
      let folder: UInt64
    }

    var files: Set<File> = []
    var isIncomplete = false

    func contains(_ number: UInt64, _ inode: UInt64, _ folder: UInt64) -> Bool {
      files.contains(File(number: number, inode: inode, folder: folder))
    }
  }

  /// What the processes below this one have open.
  private static func devices(openBelow process: Int32) -> Seen {
    var seen = Seen()
    var (waiting, known) = (children(of: process), Set<Int32>())
    while let next = waiting.popLast(), known.count < mostProcesses {
      guard known.insert(next).inserted else { continue }
      waiting += children(of: next)
      guard let folder = try? FileDescriptor.open("/proc/\(next)/fd", O_RDONLY | O_DIRECTORY) else {
        // One that has just ended has nothing open.
        if (try? FileDescriptor.open("/proc/\(next)", OpenFlag.path | O_DIRECTORY)) != nil { seen.isIncomplete = true }
        continue
      }
      do throws(SystemError) {
        try folder.forEachEntry { entry in
          let name = String(decoding: entry.name, as: UTF8.self)
          guard let file = try? folder.open(name, OpenFlag.path), let status = try? file.status() else {
            return .proceed
          }
          seen.files.insert(
            Seen.File(
              number: UInt64(status.st_rdev), inode: UInt64(status.st_ino), folder: UInt64(status.st_dev)))
          return .proceed
        }
      } catch {
        seen.isIncomplete = true
      }
    }
    return seen
  }

  private static func children(of process: Int32) -> [Int32] {
    guard let tasks = try? FileDescriptor.open("/proc/\(process)/task", O_RDONLY | O_DIRECTORY) else { return [] }
    var found: [Int32] = []
    try? tasks.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if let file = try? tasks.open("\(name)/children", O_RDONLY), let bytes = try? file.readToEnd(atMost: 1 << 16) {
        found += String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
      }
      return .proceed
    }
    return found
  }
}

// SPDX-License-Identifier: Apache-2.0

/// An opening of an empty device without the kernel in front of it, for tests and fuzzing of its commands.
package struct EmptyDeviceCommands: Sendable {
  private var machine: Opening.Machine

  package init(_ device: EmptyDevice) { machine = Opening.Machine(device) }

  /// The number of an `ioctl(2)` and what goes along; nil where it fails or has to wait.
  package mutating func control(_ raw: UInt32, _ input: [UInt8], at now: UInt64) -> [UInt8]? {
    guard case .done(_, let bytes) = machine.control(raw, input, at: now) else { return nil }
    return bytes
  }

  /// How many of so many frames are there; nil where it fails or has to wait.
  package mutating func transfer(_ count: UInt64, at now: UInt64) -> UInt64? {
    guard case .microphone(var microphone) = machine else { return nil }
    defer { machine = .microphone(microphone) }
    guard case .frames(let frames) = microphone.transfer(count, at: now) else { return nil }
    return frames
  }

  /// The size of a frame in bytes, of a microphone that knows how it records; else 0.
  package var frameBytes: Int {
    guard case .microphone(let microphone) = machine else { return 0 }
    return microphone.frameBytes
  }

  package mutating func isReady(at now: UInt64) -> Bool { machine.readiness(at: now).isReady }
}

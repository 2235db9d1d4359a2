// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// Wakes a thread that waits for something.
final class Bell: Sendable {
  private let event: FileDescriptor

  init() throws(SystemError) { event = try FileDescriptor.event() }

  func ring() { event.signal() }

  /// Returns when the bell has rung since the last time, or when the time is over.
  func wait(_ time: Duration) {
    _ = try? Poll.readable([event.raw], within: time)
    event.clear()
  }
}

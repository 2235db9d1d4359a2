// SPDX-License-Identifier: Apache-2.0
import CLinux
package import Clocks
package import SystemCalls

/// A descriptor that becomes readable when a point of the boot clock has come.
package struct TimerDescriptor: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying(.timerfd) { clinux_timerfd() })
  }

  /// Replaces what was set before, expired or not; nil means never.
  package func set(_ instant: BootInstant?) throws(SystemError) {
    let raw = descriptor.raw
    let milliseconds = instant.map { Int64(clamping: max($0.milliseconds, 1)) } ?? 0
    _ = try retrying(.timerfd) { clinux_timerfd_set(raw, milliseconds) }
  }
}

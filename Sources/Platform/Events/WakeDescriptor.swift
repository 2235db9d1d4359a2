// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// A descriptor that becomes readable when the machine wakes up.
///
/// It reports that the clock of the time of day has jumped against the one that stands still while the machine sleeps.
/// Setting the time of day makes it readable as well; `BootClock` tells how long the machine has slept.
package final class WakeDescriptor: Sendable {
  private let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying(.timerfd) { clinux_wakefd() })
  }

  /// The descriptor to be polled, never read from.
  package var raw: Int32 { descriptor.raw }

  /// Clears it, until the machine wakes up the next time.
  package func clear() { descriptor.clear() }
}

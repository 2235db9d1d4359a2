// SPDX-License-Identifier: Apache-2.0
import CLinux

/// A descriptor that becomes readable when the machine wakes up.
///
/// What it hears is that the clock on the wall has jumped against the one that stands still while the machine sleeps.
/// Somebody who sets the clock makes it readable as well: how long the machine has slept says `BootClock`.
package struct WakeDescriptor: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying(.timerfd) { clinux_wakefd() })
  }

  /// Until the next time.
  package func clear() { descriptor.clear() }
}

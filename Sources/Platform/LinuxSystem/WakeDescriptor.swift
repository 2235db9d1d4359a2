// SPDX-License-Identifier: Apache-2.0
import CLinux

/// A descriptor that becomes readable when the machine wakes up.
///
/// What it hears is that the clock on the wall has jumped against the one that stands still while the machine sleeps.
/// Somebody who sets the clock makes it readable as well: how long the machine has slept says `BootClock`.
package final class WakeDescriptor: Sendable {
  private let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying(.timerfd) { clinux_wakefd() })
  }

  /// To wait on; never to read from.
  package var raw: Int32 { descriptor.raw }

  /// Until the next time.
  package func clear() { descriptor.clear() }
}

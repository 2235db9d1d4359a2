// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem

/// Says when the machine wakes up, where the kernel tells.
package final class WakeAlarm: Sendable {
  private let wakes: WakeDescriptor

  package init() throws(SystemError) { wakes = try WakeDescriptor() }

  /// Can be read when the machine has woken up.
  var descriptor: Int32 { wakes.descriptor.raw }

  /// Until the next time.
  func clear() { wakes.clear() }
}

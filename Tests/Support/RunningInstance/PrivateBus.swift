// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Threads

/// A message bus of the test's own: a real `dbus-daemon` that nobody else is on, until nobody uses it any longer.
package final class PrivateBus: Sendable {
  /// As `DBUS_SESSION_BUS_ADDRESS` has it.
  package let address: String
  private let daemon: Locked<Background?>

  package static var isInstalled: Bool { Program.isInstalled("dbus-daemon") }

  package init(inside folder: String) throws {
    address = "unix:path=\(folder)/bus-\(UUID().uuidString.prefix(8))"
    let daemon = try Background("dbus-daemon", ["--session", "--nofork", "--print-address=1", "--address=\(address)"])
    try eventually { !daemon.lines().isEmpty }
    self.daemon = Locked(daemon)
  }

  /// Kills it, as a bus goes away at the end of a session.
  package func end() {
    daemon.withLock { daemon in
      daemon?.kill()
      daemon = nil
    }
  }

  deinit { end() }
}

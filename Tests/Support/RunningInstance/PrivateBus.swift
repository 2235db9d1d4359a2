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

  /// The services that the bus starts itself when somebody asks for their names.
  package enum Services: Sendable {
    /// Those that are installed on this machine.
    case installed
    /// None: of several programs that could answer to a name, the test's is the one that does.
    case none
  }

  package init(inside folder: String, starting services: Services = .installed) throws {
    address = "unix:path=\(folder)/bus-\(UUID().uuidString.prefix(8))"
    var words = ["--session"]
    if services == .none {
      let file = "\(folder)/bus.conf"
      try Data(Self.configuration.utf8).write(to: URL(fileURLWithPath: file))
      words = ["--config-file=\(file)"]
    }
    let daemon = try Background(
      "dbus-daemon", words + ["--nofork", "--print-address=1", "--address=\(address)"])
    try eventually { !daemon.lines().isEmpty }
    self.daemon = Locked(daemon)
  }

  private static let configuration = """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:tmpdir=/tmp</listen>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
        <allow user="*"/>
      </policy>
    </busconfig>
    """

  /// Kills it, as a bus goes away at the end of a session.
  package func end() {
    daemon.withLock { daemon in
      daemon?.kill()
      daemon = nil
    }
  }

  deinit { end() }
}

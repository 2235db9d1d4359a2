// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
import Processes
import SystemCalls

/// A message bus of one start of an app, on which nobody is but the app and `bailey-run`: whoever calls there is that app,
/// whatever it says of itself.
final class PortalBus: Sendable {
  /// The path of the bus's socket.
  let path: String
  private let daemon: ChildProcess
  /// The daemon ends when nobody holds this any more. No signal does it: this process gives up signals to whatever it has
  /// started before the sandbox.
  private let life: FileDescriptor

  static let program = "/usr/bin/dbus-daemon"
  private static let time = Duration.seconds(10)

  var address: String { "unix:path=\(path)" }

  /// Returns when it listens.
  init(at path: String) throws(SystemError) {
    self.path = path
    let settings = path + ".conf"
    try Self.write(Self.configuration(path), to: settings)
    defer { Self.remove(settings) }
    let pipe = try Pipe()
    let held = try Pipe()
    var plan = ChildPlan(
      path: "/bin/sh",
      arguments: [
        "-c", "trap : TERM; \"$0\" \"$@\" 4<&- & trap '' TERM; read -r line <&4; kill $!", Self.program, "--nofork",
        "--nopidfile", "--nosyslog",
        "--config-file=\(settings)", "--print-address=3",
      ])
    plan.descriptors = [pipe.writing.raw, held.reading.raw]
    life = try held.writing.duplicate()
    // What it complains of is the app's doing.
    let nothing = try FileDescriptor.open("/dev/null", O_RDWR)
    (plan.input, plan.output, plan.errors) = (nothing.raw, nothing.raw, nothing.raw)
    daemon = try ChildProcess.start(plan)
    extendLifetime(nothing)
    guard try Poll.readable([pipe.reading.raw, daemon.descriptor.raw], within: Self.time)[0] else {
      try? daemon.send(SIGKILL)
      throw SystemError(.connect, code: ETIMEDOUT)
    }
  }

  func finish() { Self.remove(path) }

  private static func write(_ text: String, to path: String) throws(SystemError) {
    let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    try file.write(Array(text.utf8).span, at: 0)
  }

  private static func remove(_ path: String) {
    let path = SplitPath(path)
    try? FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY).unlink(path.name)
  }

  /// Two names, which are taken before the app runs; nothing else is called, owned or watched. Every peer of a bus answers which
  /// machine it runs on, by a number that no app is to know.
  private static func configuration(_ path: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(Markup.escaped(path))</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <deny own="*"/>
        <deny send_type="method_call"/>
        <allow own="\(PortalName.desktop)"/>
        <allow own="\(PortalName.notifications)"/>
        <allow send_destination="\(PortalName.desktop)"/>
        <allow send_destination="\(PortalName.notifications)"/>
        <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
        <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Introspectable"/>
        <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Properties"/>
        <deny send_interface="org.freedesktop.DBus.Peer" send_member="GetMachineId"/>
        <allow send_interface="org.freedesktop.DBus.Peer" send_member="Ping"/>
        <allow send_requested_reply="true" send_type="method_return"/>
        <allow send_requested_reply="true" send_type="error"/>
        <allow send_type="signal"/>
        <allow receive_sender="*"/>
      </policy>
      <limit name="max_message_size">1048576</limit>
      <limit name="max_incoming_bytes">4194304</limit>
      <limit name="max_outgoing_bytes">4194304</limit>
      <limit name="max_completed_connections">64</limit>
      <limit name="max_incomplete_connections">16</limit>
      <limit name="max_match_rules_per_connection">512</limit>
      <limit name="max_replies_per_connection">128</limit>
    </busconfig>
    """
  }
}

/// The names of portals, as https://flatpak.github.io/xdg-desktop-portal/docs/ lists them.
enum PortalName {
  static let bus = "org.freedesktop.DBus"
  static let desktop = "org.freedesktop.portal.Desktop"
  static let desktopPath = "/org/freedesktop/portal/desktop"
  static let fileChooser = "org.freedesktop.portal.FileChooser"
  static let notification = "org.freedesktop.portal.Notification"
  static let screenshot = "org.freedesktop.portal.Screenshot"
  static let screenCast = "org.freedesktop.portal.ScreenCast"
  static let openURI = "org.freedesktop.portal.OpenURI"
  static let request = "org.freedesktop.portal.Request"
  static let notifications = "org.freedesktop.Notifications"
  static let notificationsPath = "/org/freedesktop/Notifications"
  static let properties = "org.freedesktop.DBus.Properties"
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import MessageBus
import RunningInstance
import TemporaryFolder
import Testing
import Threads

/// Addresses that an app in the sandbox has opened: with the real daemons, `bwrap`, `dbus-daemon`, and a session's portal.
@Suite(
  .serialized,
  .enabled(
    if: Program.canConfine && PrivateBus.isInstalled
      && (try? Program.run("/usr/bin/python3", ["-c", "import gi"]).exitCode) == 0, "needs bwrap, D-Bus and python3-gi")
)
struct OpeningScenarios {
  /// Asks as programs do, and prints how it ended.
  private static let opener = """
    #!/usr/bin/python3
    import sys
    from gi.repository import Gio, GLib
    bus, loop = Gio.bus_get_sync(Gio.BusType.SESSION, None), GLib.MainLoop()
    def responded(connection, sender, path, interface, signal, parameters):
        print("response", parameters.unpack()[0], flush=True)
        loop.quit()
    bus.signal_subscribe(None, "org.freedesktop.portal.Request", "Response", None, None, 0, responded)
    try:
        bus.call_sync("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                      "org.freedesktop.portal.OpenURI", "OpenURI", GLib.Variant("(ssa{sv})", ("", sys.argv[1], {})),
                      None, 0, -1, None)
        GLib.timeout_add_seconds(60, loop.quit)
        loop.run()
    except GLib.Error as error:
        print(error.message)
    """

  @Test func `An address is opened by the session's portal each time that the person says so, and nothing else is`()
    throws
  {
    let folder = try TemporaryFolder()
    let bus = try PrivateBus(inside: folder.path, starting: .none)
    let opened = Locked<[String]>([])
    let session = try BusConnection(to: .address(bus.address))
    let portal = try session.export(
      "/org/freedesktop/portal/desktop", interfaces: ["org.freedesktop.portal.OpenURI"]
    ) { request in
      opened.withLock { $0.append(request.message.arguments[1].text ?? "") }
      request.answer(.objectPath("/org/freedesktop/portal/desktop/request/1"))
    }
    defer { extendLifetime(portal) }
    try session.requestName("org.freedesktop.portal.Desktop")
    try withPerson(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]) { stage in
      try stage.install("Opener", script: Self.opener, entitlements: "<key>bailey.sandbox.portals</key><true/>")
      func open(_ address: String) throws -> String {
        try stage.instance.bailey(["run", "Opener", "--", address]).output
      }
      let address = "https://example.org/a?secret=1"
      // Where nobody can be asked, nobody has said so.
      #expect(try open(address) == "response 2\n")
      try withAgent(of: stage.instance, .refuses) { agent in
        try agent.press(.second)
        #expect(try open(address) == "response 1\n")
        #expect(opened.withLock { $0 } == [])
        try agent.press(.first)
        #expect(try open(address) == "response 0\n")
        #expect(opened.withLock { $0 } == [address])
        let question = try #require(agent.told.last { $0.contains("example.org") })
        #expect(question.contains("open a page of example.org in your browser") && question.contains(address))
        for other in ["file:///etc/passwd", "https://a@b/", "mailto:a@b?attach=/etc/passwd", "app-settings:"] {
          #expect(try open(other).contains("no address that is opened"), "\(other)")
        }
        try stage.instance.succeed(["lock", "--now"])
        #expect(try open(address) != "response 0\n")
      }
      #expect(opened.withLock { $0 } == [address])
    }
  }
}

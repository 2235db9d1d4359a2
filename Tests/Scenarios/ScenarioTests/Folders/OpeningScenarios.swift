// SPDX-License-Identifier: Apache-2.0
import EventualConditions
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
  /// Asks as programs do, and prints how it ended. With a second address it takes the first request back when it is told so by a
  /// file, and asks for that one: again for a while where nobody can be asked.
  private static let opener = """
    #!/usr/bin/python3
    import os, sys, time
    from gi.repository import Gio, GLib
    bus, loop = Gio.bus_get_sync(Gio.BusType.SESSION, None), GLib.MainLoop()
    again = 40 if len(sys.argv) > 2 else 0
    def call(path, interface, method, words=None):
        return bus.call_sync("org.freedesktop.portal.Desktop", path, "org.freedesktop.portal." + interface, method, words,
                             None, 0, -1, None)
    def ask(address):
        handle, = call("/org/freedesktop/portal/desktop", "OpenURI", "OpenURI",
                       GLib.Variant("(ssa{sv})", ("", address, {}))).unpack()
        return handle
    def responded(connection, sender, path, interface, signal, parameters):
        global again
        response = parameters.unpack()[0]
        if response == 2 and again:
            again -= 1
            return GLib.timeout_add(100, lambda: ask(sys.argv[2]) and False)
        print("response", response, flush=True)
        loop.quit()
    bus.signal_subscribe(None, "org.freedesktop.portal.Request", "Response", None, None, 0, responded)
    try:
        handle = ask(sys.argv[1])
        if again:
            while not os.path.exists(os.path.expanduser("~/Documents/close")): time.sleep(0.05)
            call(handle, "Request", "Close")
            ask(sys.argv[2])
        GLib.timeout_add_seconds(60, loop.quit)
        loop.run()
    except GLib.Error as error:
        print(error.message)
    """

  @Test func `A request that an app closes takes its question away at once, and the next one is asked`() throws {
    try withSession { stage, opened in
      try stage.install("Opener", script: Self.opener, entitlements: Self.entitled + PersonStage.documents)
      try stage.grant("SystemPolicyDocumentsFolder", "Opener")
      try withAgent(of: stage.instance, .refuses) { agent in
        // The first dialog stays until it is taken away.
        try agent.press(.none, .first)
        let app = try stage.start("Opener", "https://example.org/first", "https://example.org/second")
        defer { app.kill() }
        try eventually { agent.told.contains { $0.contains("example.org/first") } }
        try stage.write("", to: "Documents/close")
        try app.waitForLine("response 0")
        #expect(agent.told.contains { $0.contains("example.org/second") })
      }
      #expect(opened() == ["https://example.org/second"])
    }
  }

  /// Asks and takes back as fast as it can, for as many seconds as it is told, and prints how many there were.
  private static let restless = """
    #!/usr/bin/python3
    import sys, time
    from gi.repository import Gio, GLib
    bus, end, count = Gio.bus_get_sync(Gio.BusType.SESSION, None), time.monotonic() + float(sys.argv[1]), 0
    def call(path, interface, method, words=None):
        return bus.call_sync("org.freedesktop.portal.Desktop", path, "org.freedesktop.portal." + interface, method, words,
                             None, 0, -1, None)
    while time.monotonic() < end:
        try:
            handle, = call("/org/freedesktop/portal/desktop", "OpenURI", "OpenURI",
                           GLib.Variant("(ssa{sv})", ("", "https://example.org/restless", {}))).unpack()
            count += 1
            call(handle, "Request", "Close")
        except GLib.Error:
            pass
    print("asked", count > 0, flush=True)
    """

  @Test func `An app that asks and takes back without end leaves no question on the screen, and others are asked`()
    throws
  {
    try withSession { stage, opened in
      try stage.install("Restless", script: Self.restless, entitlements: Self.entitled)
      try stage.install("Opener", script: Self.opener, entitlements: Self.entitled)
      try withAgent(of: stage.instance, .refuses) { agent in
        for round in 1...4 {
          // No dialog goes away but by being taken away.
          try agent.keepPressing(.none)
          #expect(try stage.instance.bailey(["run", "Restless", "--", "0.3"]).output == "asked True\n")
          try agent.keepPressing(.first)
          let address = "https://example.org/\(round)"
          #expect(try stage.instance.bailey(["run", "Opener", "--", address]).output == "response 0\n")
          #expect(opened().last == address)
        }
      }
    }
  }

  private static let entitled = "<key>bailey.sandbox.portals</key><true/>"

  /// A session with a portal that notes what it is to open.
  private func withSession(_ body: (PersonStage, _ opened: () -> [String]) throws -> Void) throws {
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
      try body(stage) { opened.withLock { $0 } }
    }
  }

  @Test func `An address is opened by the session's portal each time that the person says so, and nothing else is`()
    throws
  {
    try withSession { stage, opened in
      try stage.install("Opener", script: Self.opener, entitlements: Self.entitled)
      func open(_ address: String) throws -> String {
        try stage.instance.bailey(["run", "Opener", "--", address]).output
      }
      let address = "https://example.org/a?secret=1"
      // Where nobody can be asked, nobody has said so.
      #expect(try open(address) == "response 2\n")
      try withAgent(of: stage.instance, .refuses) { agent in
        try agent.press(.second)
        #expect(try open(address) == "response 1\n")
        #expect(opened() == [])
        try agent.press(.first)
        #expect(try open(address) == "response 0\n")
        #expect(opened() == [address])
        let question = try #require(agent.told.last { $0.contains("example.org") })
        #expect(question.contains("open a page of example.org in your browser") && question.contains(address))
        for other in ["file:///etc/passwd", "https://a@b/", "mailto:a@b?attach=/etc/passwd", "app-settings:"] {
          #expect(try open(other).contains("no address that is opened"), "\(other)")
        }
        try stage.instance.succeed(["lock", "--now"])
        #expect(try open(address) != "response 0\n")
      }
      #expect(opened() == [address])
    }
  }
}

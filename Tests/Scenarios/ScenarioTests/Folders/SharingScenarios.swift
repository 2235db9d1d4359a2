// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// Files that the person hands to apps, and the portals: with the real daemons, mounts, `bwrap` and `dbus-daemon`.
@Suite(
  .serialized,
  .enabled(
    if: Program.canConfine && ["python3", "dbus-daemon", "gdbus"].allSatisfy(Program.isInstalled),
    "needs bwrap, FUSE, D-Bus and python3"))
struct SharingScenarios {
  private static let chosen = "<key>com.apple.security.files.user-selected.read-write</key><true/>"
  private static let chosenForReading = "<key>com.apple.security.files.user-selected.read-only</key><true/>"

  private func share(_ stage: PersonStage, _ words: String...) throws -> ProgramResult {
    try stage.instance.bailey(["app", "share"] + words, input: "\(RunningInstance.passcode)\n")
  }

  @Test func `A file is handed to an app that runs, changed there, and taken back while it is open`() throws {
    try withPerson { stage in
      let letter = stage.home.appending(path: "Documents/letter").path
      try stage.install("Editor", entitlements: Self.chosen)
      let line = """
        until test -e ~/Shared/letter; do sleep 0.05; done
        exec 5<>~/Shared/letter
        cat <&5; echo PS >&5; echo shared
        while cat ~/Shared/letter >/dev/null 2>&1; do sleep 0.05; done
        echo more >&5 2>/dev/null || echo gone; ls ~/Shared
        """
      let app = try Background("bailey", ["run", "Editor", "--", "-c", line], environment: stage.instance.variables)
      defer { app.kill() }
      #expect(try share(stage, "Editor", letter).output.hasSuffix("Documents/letter, in its ~/Shared.\n"))
      try app.waitForLine("shared")
      #expect(stage.text(of: "Documents/letter") == "Dear Ada\nPS\n")
      // It stands, whoever starts the app next.
      #expect(try stage.shell("Editor", "cat ~/Shared/letter") == "Dear Ada\nPS\n")
      #expect(
        try stage.instance.succeed(["app", "shared"]).output == "org.example.Editor  read and change  \(letter)\n")
      try stage.instance.succeed(["app", "unshare", "Editor", letter])
      try app.waitForLine("gone")
      try app.wait()
      #expect(stage.text(of: "Documents/letter") == "Dear Ada\nPS\n")
      #expect(try stage.instance.succeed(["app", "shared"]).output == "No files were handed to apps.\n")
    }
  }

  @Test func `What is handed over is for one app, as far as it is entitled, and never Bailey's own`() throws {
    try withPerson { stage in
      let documents = stage.home.appending(path: "Documents").path
      let letter = documents + "/letter"
      try stage.install("Reader", entitlements: Self.chosenForReading)
      try stage.install("Editor", entitlements: Self.chosen)
      try stage.install("Plain", entitlements: "")
      #expect(try share(stage, "Plain", letter).errors.contains("com.apple.security.files.user-selected.read-only"))
      #expect(try share(stage, "Editor", stage.instance.home.path).exitCode == 1)
      #expect(try share(stage, "Editor", stage.instance.mount.path + "/Containers").exitCode == 1)
      #expect(try share(stage, "Reader", letter, documents).exitCode == 0)
      #expect(try stage.shell("Reader", "cat ~/Shared/letter ~/Shared/Documents/letter") == "Dear Ada\nDear Ada\n")
      #expect(try stage.shell("Reader", "echo x > ~/Shared/letter").contains("Read-only"))
      let tries = "rm -f ~/Shared/letter 2>&1; mv ~/Shared/letter /tmp; echo x > ~/Shared/new"
      #expect(try stage.shell("Reader", tries).contains("not permitted"))
      #expect(try stage.shell("Editor", "ls ~/Shared") == "")
      #expect(try share(stage, "Editor", "--read-only", letter).exitCode == 0)
      #expect(try stage.shell("Editor", "echo x > ~/Shared/letter").contains("Read-only"))
      #expect(stage.text(of: "Documents/letter") == "Dear Ada\n")
      // They are among what the app holds, and go with it; the person's file stays.
      #expect(try stage.instance.succeed(["app", "data", "Editor"]).output.contains("  handed    \(letter)\n"))
      try stage.instance.succeed(["app", "data", "Editor", "--delete", "--yes"])
      #expect(try !stage.instance.succeed(["app", "shared", "Editor"]).output.contains(letter))
      #expect(stage.text(of: "Documents/letter") == "Dear Ada\n")
      // Without the passcode nothing is handed over.
      #expect(try stage.instance.bailey(["app", "share", "Editor", documents], input: "guess\n").exitCode == 3)
    }
  }

  @Test func `A volume is asked for by its kind, and nothing holds it`() throws {
    guard geteuid() == 0 else { try Test.cancel("only root can mount") }
    let volume = "/media/bailey-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: volume, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: volume) }
    try Program.run("mount", ["-t", "tmpfs", "none", volume])
    defer { _ = try? Program.run("umount", [volume]) }
    try Data("on it".utf8).write(to: URL(fileURLWithPath: volume + "/file"))
    try withPerson { stage in
      try stage.install("Reader", entitlements: PersonStage.entitlement("absolute-path.read-only", "/Volumes/"))
      let line = "ls /media | grep -c bailey-; cat \(volume)/file"
      #expect(try stage.shell("Reader", line).contains("Permission denied"))
      try stage.grant("SystemPolicyNetworkVolumes", "Reader")
      #expect(try stage.shell("Reader", line).contains("Permission denied"))
      try stage.grant("SystemPolicyRemovableVolumes", "Reader")
      #expect(try stage.shell("Reader", line) == "1\non it")
      let app = try Background(
        "bailey", ["run", "Reader", "--", "-c", "ls \(volume); echo looked; sleep 30"],
        environment: stage.instance.variables)
      defer { app.kill() }
      try app.waitForLine("looked")
      #expect(try Program.run("umount", [volume]).exitCode == 0)
    }
  }

  private static let call =
    "gdbus call --session --timeout 60 --dest org.freedesktop.portal.Desktop --object-path /org/freedesktop/portal/desktop"
    + " --method org.freedesktop.portal."

  /// Chooses as programs do, and prints what came.
  private static let chooser = """
    #!/usr/bin/python3
    import sys, urllib.parse
    from gi.repository import Gio, GLib
    bus, loop = Gio.bus_get_sync(Gio.BusType.SESSION, None), GLib.MainLoop()
    def responded(connection, sender, path, interface, signal, parameters):
        response, results = parameters.unpack()
        print(response, results.get("uris", []), flush=True)
        for uri in results.get("uris", []):
            path = urllib.parse.unquote(uri[7:])
            with open(path, "w" if sys.argv[1] == "SaveFile" else "r") as file:
                print(file.write("saved") if sys.argv[1] == "SaveFile" else file.read(), flush=True)
        loop.quit()
    bus.signal_subscribe(None, "org.freedesktop.portal.Request", "Response", None, None, 0, responded)
    options = {"handle_token": GLib.Variant("s", "one"), "current_name": GLib.Variant("s", "new.txt")}
    bus.call_sync("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                  "org.freedesktop.portal.FileChooser", sys.argv[1], GLib.Variant("(ssa{sv})", ("", "Choose", options)),
                  None, 0, -1, None)
    GLib.timeout_add_seconds(60, loop.quit)
    loop.run()
    """

  @Test(.enabled(if: (try? Program.run("/usr/bin/python3", ["-c", "import gi"]).exitCode) == 0, "needs python3-gi"))
  func `The person chooses files for an app by its portal, which learns no path outside`() throws {
    try withPerson { stage in
      try stage.install("Chooser", script: Self.chooser, entitlements: Self.chosen)
      try withAgent(of: stage.instance, .refuses) { agent in
        func choose(_ method: String) throws -> String {
          let result = try stage.instance.bailey(["run", "Chooser", "--", method])
          return result.output + result.errors
        }
        #expect(try choose("OpenFile") == "1 []\n")
        try agent.type("~/Documents/letter")
        let opened = try choose("OpenFile")
        #expect(opened.contains("file:///container/Shared/letter") && opened.hasSuffix("Dear Ada\n\n"), "\(opened)")
        #expect(!opened.contains(stage.home.path))
        try agent.type("Documents/reply.txt")
        let saved = try choose("SaveFile")
        #expect(saved.hasSuffix("5\n"), "\(saved)")
        #expect(stage.text(of: "Documents/reply.txt") == "saved")
        try agent.type(stage.instance.home.path + "/config")
        #expect(try choose("OpenFile") == "2 []\n")
        #expect(agent.told.contains { $0.contains("wants to save a file. It would call it") })
        #expect(agent.told.contains { $0.hasPrefix("SETERROR That cannot be given to an app") })
        // pinentry shows no letter of what is typed: the question says so, and where it can be seen.
        #expect(agent.told.contains { $0.contains("What you type here is hidden. The console shows it") })
      }
      // What was chosen in the app is of that run.
      #expect(try stage.instance.succeed(["app", "shared"]).output == "No files were handed to apps.\n")
    }
  }

  @Test(.enabled(if: (try? Program.run("/usr/bin/python3", ["-c", "import gi"]).exitCode) == 0, "needs python3-gi"))
  func `Notifications go to the session's service where the person allows them, and the screen to nobody`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try PrivateBus(inside: folder.path)
    let service = folder.appending(path: "service.py")
    try Data(Self.service.utf8).write(to: service)
    let shown = try Background(
      "/usr/bin/python3", [service.path], environment: ["DBUS_SESSION_BUS_ADDRESS": session.address])
    defer { shown.kill() }
    try shown.waitForLine("ready")
    try withPerson(environment: ["DBUS_SESSION_BUS_ADDRESS": session.address]) { stage in
      try stage.install("Shower", entitlements: "<key>bailey.sandbox.portals</key><true/>")
      let notify = Self.call + "Notification.AddNotification one \"{'title': <'Hello'>, 'body': <'<b>you</b>'>}\""
      let old =
        "gdbus call --session --dest org.freedesktop.Notifications --object-path /org/freedesktop/Notifications"
        + " --method org.freedesktop.Notifications.Notify Bank 0 /etc/passwd Old body []"
        + " \"{'image-path': <'/etc/passwd'>}\" 0"
      #expect(try stage.shell("Shower", notify).contains("NotAllowed"))
      try stage.grant("UserNotification", "Shower")
      #expect(try stage.shell("Shower", notify) == "()\n")
      try shown.waitForLine("Shower||Hello|&lt;b&gt;you&lt;/b&gt;|urgency")
      #expect(try stage.shell("Shower", old).hasPrefix("(uint32 "))
      try shown.waitForLine("Shower||Old|body|urgency")
      #expect(try stage.shell("Shower", Self.call + "Screenshot.Screenshot '' '{}'").contains("NotAllowed"))
      let refused = try stage.shell("Shower", Self.call + "FileChooser.OpenFile '' Choose '@a{sv} {}'")
      #expect(refused.contains("not entitled to files"))
      // Nobody else is on its bus, and no other name can be taken there.
      let bus =
        "gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus"
        + " --method org.freedesktop.DBus."
      #expect(try !stage.shell("Shower", bus + "ListNames").contains("systemd1"))
      #expect(try stage.shell("Shower", bus + "RequestName org.example.Other 0").contains("AccessDenied"))
    }
  }

  @Test func `What the desktop's portals ask for other programs comes to the same prompts`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try PrivateBus(inside: folder.path)
    let variables = ["DBUS_SESSION_BUS_ADDRESS": session.address]
    let name = "org.freedesktop.impl.portal.desktop.bailey"
    try withInstance(environment: variables) { instance throws in
      let portal = try Background("bailey", ["app", "portal"], environment: instance.variables)
      defer { portal.kill() }
      try Program.run("gdbus", ["wait", "--session", "--timeout", "20", name], environment: variables)
      func ask() throws -> String {
        let call = [
          "call", "--session", "--dest", name, "--object-path", "/org/freedesktop/portal/desktop", "--method",
        ]
        let words = ["/request/1", "org.example.Browser", "", "Camera", "It wants to see you", "\u{1B}[2Jnow", "{}"]
        return try Program.run(
          "gdbus", call + ["org.freedesktop.impl.portal.Access.AccessDialog"] + words, environment: variables
        ).output
      }
      // Without an agent nobody has decided.
      #expect(try ask().hasPrefix("(uint32 2,"))
      try withAgent(of: instance, .refuses) { agent throws in
        try agent.press(.second)
        #expect(try ask().hasPrefix("(uint32 1,"))
        try agent.press(.first)
        #expect(try ask().hasPrefix("(uint32 0,"))
        let question = try #require(agent.told.last { $0.contains("org.example.Browser") })
        #expect(question.contains("It wants to see you") && !question.contains("\u{1B}"))
      }
      let files = folder.appending(path: "share").path
      #expect(try instance.succeed(["app", "portal", "--export", files]).output.contains("\(name).service"))
      let description = try String(contentsOfFile: files + "/xdg-desktop-portal/portals/bailey.portal", encoding: .utf8)
      #expect(description.contains("DBusName=\(name)"))
    }
  }

  /// Shows notifications by printing them.
  private static let service = """
    from gi.repository import Gio, GLib
    node = Gio.DBusNodeInfo.new_for_xml('<node><interface name="org.freedesktop.Notifications"><method name="Notify">'
      + '<arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>'
      + '<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>'
      + '<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>'
      + '</method></interface></node>')
    number = 0
    def call(connection, sender, path, interface, method, parameters, invocation):
        global number
        number += 1
        name, _, icon, title, body, _, hints, _ = parameters.unpack()
        print(f"{name}|{icon}|{title}|{body}|{','.join(hints)}", flush=True)
        invocation.return_value(GLib.Variant("(u)", (number,)))
    def own(connection, name):
        connection.register_object("/org/freedesktop/Notifications", node.interfaces[0], call, None, None)
    Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.Notifications", 0, own,
                     lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()
    """
}

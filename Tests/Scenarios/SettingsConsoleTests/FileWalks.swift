// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Which files an app gets, chosen in the page: an app in a real sandbox that uses its portal, the daemons and a browser.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"),
  .enabled(if: (try? Program.run("/usr/bin/python3", ["-c", "import gi"]).exitCode) == 0, "needs python3-gi"))
struct FileWalks {
  private static let entitled = "<key>com.apple.security.files.user-selected.read-write</key><true/>"

  /// Chooses as programs do, and prints what came.
  private static let chooser = """
    #!/usr/bin/python3
    import sys, urllib.parse, os
    from gi.repository import Gio, GLib
    bus, loop = Gio.bus_get_sync(Gio.BusType.SESSION, None), GLib.MainLoop()
    def responded(connection, sender, path, interface, signal, parameters):
        response, results = parameters.unpack()
        print(response, flush=True)
        for uri in results.get("uris", []):
            path = urllib.parse.unquote(uri[7:])
            if os.path.isdir(path):
                print(*sorted(os.listdir(path)), flush=True)
                continue
            with open(path, "w" if sys.argv[1] == "SaveFile" else "r") as file:
                print(file.write("saved") if sys.argv[1] == "SaveFile" else file.read().strip(), flush=True)
        loop.quit()
    bus.signal_subscribe(None, "org.freedesktop.portal.Request", "Response", None, None, 0, responded)
    options = {"current_name": GLib.Variant("s", "new.txt")}
    for name in sys.argv[2:]: options[name] = GLib.Variant("b", True)
    handle, = bus.call_sync("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                  "org.freedesktop.portal.FileChooser", sys.argv[1], GLib.Variant("(ssa{sv})", ("", "Choose", options)),
                  None, 0, -1, None).unpack()
    def closed():
        if not os.path.exists("close"): return True
        bus.call_sync("org.freedesktop.portal.Desktop", handle, "org.freedesktop.portal.Request", "Close", None, None, 0, -1, None)
        print("closed", flush=True)
    GLib.timeout_add(50, closed)
    GLib.timeout_add_seconds(60, loop.quit)
    loop.run()
    """

  private struct Stage {
    let console: RunningConsole
    let home: URL
    var instance: RunningInstance { console.instance }

    /// For a shell, in the background: what the app prints is in the file. Where nobody can be asked yet, because the page
    /// has just been opened, it asks again.
    func start(_ words: String, into file: String) -> String {
      let (run, file) = (console.command("run Chooser -- \(words)"), output(file).path)
      return """
        run:{ while \(run) > '\(file)'; [ "$(cat '\(file)')" = 2 ]; do sleep 0.1; done; } >/dev/null & echo $! > '\(file).pid'
        """
    }

    func output(_ file: String) -> URL { home.appending(path: "." + file) }

    func printed(_ file: String, _ expected: String) throws -> String {
      var text = ""
      for _ in 0..<500 where text != expected {
        text = (try? String(contentsOf: output(file), encoding: .utf8)) ?? ""
        usleep(20_000)
      }
      return text
    }
  }

  private func withStage(_ body: (Stage) throws -> Void) throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "person-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: home) }
    for name in ["Desktop", "Documents", "Music"] {
      try FileManager.default.createDirectory(at: home.appending(path: name), withIntermediateDirectories: true)
    }
    let files = ["letter": "Dear Ada", "postcard": "Sunny here", ".secret": "hidden", "a\u{202E}b": ""]
    for (name, text) in files {
      try Data(text.utf8).write(to: home.appending(path: "Documents/" + name))
    }
    try withInstance(environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.path + "/.config"]) { instance throws in
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle(
          script: Self.chooser, named: "Chooser", identifier: "org.example.Chooser", entitlements: Self.entitled,
          of: instance))
      let console = try RunningConsole(of: instance)
      defer { console.process.kill() }
      try body(Stage(console: console, home: home))
    }
  }

  @Test func `A file for an app is found in the page with the keyboard, which says what cannot be given`() throws {
    try withStage { stage throws in
      let lines = try stage.console.browse(
        [stage.start("OpenFile", into: "opened"), "file_asked", "file_wrong", "file_found"],
        environment: ["OWN": stage.instance.home.path + "/config"])
      #expect(
        lines == [
          "asked: “Chooser” would like to open a file", "focus: path", "folders: ['Desktop', 'Documents', 'Music']",
        ] + RunningConsole.looked("request-file") + ["three languages", "typed text stays: ~/Documents/lettre"]
          + RunningConsole.looked("request-file-problem") + [
            "three reasons", "stops: ['To the folder above', 'DocumentsFolder']", "found: ['letter', 'postcard']",
            "chosen: ['Documents', 'letter']", "opened", "errors: []",
          ])
      #expect(try stage.printed("opened", "0\nDear Ada\n") == "0\nDear Ada\n")
    }
  }

  @Test(.enabled(if: LongTests.areWanted, "in full"))
  func `A question for a file fits and can be read at each width, in each scheme and each language`() throws {
    try withStage { stage throws in
      let lines = try stage.console.browse(
        stage.start("OpenFile", into: "opened"), "file_in_all", "file_refused", "count_seen")
      #expect(lines == ["refused", "views: 3", "errors: []"])
    }
  }

  @Test func `A place to save in, several files and a folder are chosen in the page, or nothing`() throws {
    try withStage { stage throws in
      let lines = try stage.console.browse(
        stage.start("SaveFile", into: "saved"), "file_saved", stage.start("OpenFile multiple", into: "several"),
        "files_chosen", stage.start("OpenFile directory", into: "folder"), "folder_chosen",
        stage.start("OpenFile", into: "refused"), "file_refused")
      let (saved, chosen) = (lines.firstIndex(of: "saved"), lines.firstIndex(of: "chosen: ['letter', 'postcard']"))
      #expect(
        lines.prefix(2) == ["asked: “Chooser” would like to save “new.txt”", "offered: new.txt"] && saved != nil
          && chosen != nil && lines.suffix(3) == ["opened", "refused", "errors: []"], "\(lines)")
      #expect(lines.contains("selected: new.txt") && lines.contains("is chosen: Documents · There is no folder in it."))
      for page in ["request-save", "request-files", "request-folder"] {
        #expect(lines.filter { $0.hasPrefix(page + ",") } == RunningConsole.looked(page))
      }
      #expect(try stage.printed("saved", "0\n5\n") == "0\n5\n")
      #expect(try String(contentsOf: stage.home.appending(path: "Documents/new.txt"), encoding: .utf8) == "saved")
      #expect(try stage.printed("several", "0\nDear Ada\nSunny here\n") == "0\nDear Ada\nSunny here\n")
      #expect(try stage.printed("folder", "0\n.secret a\u{202E}b letter new.txt postcard\n").hasPrefix("0\n.secret"))
      #expect(try stage.printed("refused", "1\n") == "1\n")
    }
  }

  @Test func `A question for a file goes with the app`() throws {
    try withStage { stage throws in
      let lines = try stage.console.browse(
        stage.start("OpenFile", into: "opened"), "file_waits",
        "run:pkill -TERM -P $(cat '\(stage.output("opened").path).pid')", "file_gone")
      #expect(lines == ["waits: “Chooser” would like to open a file", "gone", "errors: []"])
    }
  }

  @Test func `A question for a file goes when the app takes it back`() throws {
    try withStage { stage throws in
      let container = stage.instance.mount.appending(path: "Containers/org.example.Chooser").path
      let lines = try stage.console.browse(
        stage.start("OpenFile", into: "opened"), "file_waits", "run:touch '\(container)/close'", "file_gone")
      #expect(lines == ["waits: “Chooser” would like to open a file", "gone", "errors: []"])
      #expect(try stage.printed("opened", "closed\n") == "closed\n")
      // The app runs on: it was not its end that took the question away.
      #expect(try stage.instance.succeed(["app", "ps"]).output.contains("org.example.Chooser"))
    }
  }

  @Test func `A question for a file that is answered in the terminal vanishes from the page`() throws {
    try withStage { stage throws in
      let answer = stage.home.appending(path: ".answer").path
      let pinentry = stage.home.appending(path: "pinentry")
      // The first thing asked for is the owner's word; a path is typed once the test says which.
      let script = """
        #!/bin/sh
        echo OK
        while read -r line; do
          case $line in
          SETPROMPT*Path*) path=yes; echo OK ;;
          GETPIN)
            typed='\(RunningInstance.passcode)'
            if [ "$path" ]; then
              while [ ! -e '\(answer)' ]; do sleep 0.05; done
              typed=$(cat '\(answer)')
            fi
            echo "D $typed"
            echo OK
            ;;
          *) echo OK ;;
          esac
        done

        """
      try Program.write(script: script, to: pinentry.path)
      let agent = try Background(
        "bailey", ["agent", "--pinentry", pinentry.path], environment: stage.instance.variables)
      defer { agent.kill() }
      let lines = try stage.console.browse(
        stage.start("OpenFile", into: "opened"), "file_waits", "run:echo Documents/letter > '\(answer)'", "file_gone")
      #expect(lines == ["waits: “Chooser” would like to open a file", "gone", "errors: []"])
      #expect(try stage.printed("opened", "0\nDear Ada\n") == "0\nDear Ada\n")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import OwnProcess
import RunningInstance
import Testing

/// What people call an app is the app in every command, and what is no app changes nothing: with the real daemons.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct AppNameScenarios {
  private static let viewer = "org.example.Viewer"
  private static let absent = "org.example.Nobody"

  private func withApps(as user: UInt32? = nil, _ body: (RunningInstance, TestDevice) throws -> Void) throws {
    let instance = try RunningInstance(of: user)
    defer { instance.stop() }
    let camera = try TestDevice()
    if let user { try Program.run("chown", ["\(user)", camera.path]) }
    let settings = instance.home.appending(path: "config")
    let text = try String(contentsOf: settings, encoding: .utf8)
    try (text + "camera = \(camera.path)\n").write(to: settings, atomically: true, encoding: .utf8)
    try instance.own(settings.path)
    try instance.makeDeveloper()
    try instance.installSigned(
      TestBundle(
        "/usr/bin/head", named: "look", identifier: Self.viewer,
        entitlements: "<key>com.apple.security.device.camera</key><true/>"
          + "<key>com.apple.security.files.user-selected.read-only</key><true/>",
        info: "<key>CFBundleDisplayName</key><string>View Finder</string>"
          + "<key>NSCameraUsageDescription</key><string>It films.</string>", of: instance))
    for identifier in ["org.example.TwinA", "org.example.TwinB"] {
      try instance.installSigned(
        TestBundle(script: "#!/bin/sh\n", named: "Twin", identifier: identifier, of: instance))
    }
    try body(instance, camera)
  }

  private static let passcode = "\(RunningInstance.passcode)\n"

  // MARK: - Names

  @Test(arguments: OrdinaryUser.everyone.suffix(1))
  func `What is refused by an app's name is refused to that app, and shown, logged and reset by any of its names`(
    user: UInt32?
  ) throws {
    try withApps(as: user) { instance, camera throws in
      func look() throws -> ProgramResult {
        try instance.bailey(["run", "view finder", "--", "-n", "1", camera.path])
      }
      try camera.film()
      try instance.succeed(["privacy", "record", "on"])
      let granted = try instance.succeed(["privacy", "grant", "Camera", "View Finder"], input: Self.passcode)
      #expect(granted.output == "\(Self.viewer) may access the camera.\n")
      // Said before the passcode is given.
      #expect(granted.errors == "'View Finder' is \(Self.viewer).\n")
      #expect(try look().output == "frame\n")
      #expect(try instance.succeed(["privacy", "log", "look.app"]).output.contains("\(Self.viewer)  Camera"))
      #expect(try instance.succeed(["privacy", "log", "org.example.TwinA"]).output == "")

      let refused = try instance.succeed(["privacy", "deny", "Camera", "VIEW FINDER"])
      #expect(refused.output == "\(Self.viewer) may not access the camera.\n" && refused.errors == "")
      try camera.film()
      #expect(try look().errors.contains("Permission denied"))
      let rule = "Camera  \(Self.viewer) (View Finder)  denied\n"
      #expect(try instance.succeed(["privacy", "list"]).output == rule)
      let program = try #require(
        FileManager.default.subpathsOfDirectory(atPath: instance.home.appending(path: "apps/\(Self.viewer)").path)
          .first { $0.hasSuffix("/look") })
      for word in [
        Self.viewer, "View Finder", "view finder", "look", "look.app",
        instance.home.appending(path: "apps/\(Self.viewer)/\(program)").path,
      ] {
        #expect(try instance.succeed(["privacy", "show", word]).output.hasPrefix(rule), "\(word)")
        #expect(try instance.succeed(["app", "data", word]).output.hasPrefix("\(Self.viewer)  View Finder\n"))
      }
      #expect(try instance.succeed(["privacy", "reset", "Camera", "look"]).output == "1 answer was forgotten.\n")

      // Files are handed over by the name too.
      let letter = instance.home.deletingLastPathComponent().appending(path: "letter").path
      try Data("Dear Ada\n".utf8).write(to: URL(fileURLWithPath: letter))
      try instance.own(letter)
      try instance.succeed(["app", "share", "look", letter], input: Self.passcode)
      #expect(try instance.succeed(["app", "shared", "View Finder"]).output == "\(Self.viewer)  read  \(letter)\n")
      // Of an app that is gone, what is remembered can be seen and taken back.
      try instance.succeed(["privacy", "deny", "Camera", "look"])
      try instance.succeed(["app", "remove", "look", "--keep-data"])
      let unshared = try instance.succeed(["app", "unshare", Self.viewer]).output
      #expect(unshared == "Taken back from \(Self.viewer): 1 file or folder.\n")
      let shown = try instance.succeed(["privacy", "show", "View Finder"]).output
      #expect(shown.hasPrefix("Camera  \(Self.viewer) (View Finder)  denied  (the app is gone"))
      let again = try instance.succeed(["privacy", "deny", "Microphone", "View Finder"])
      #expect(again.errors.hasPrefix("'\(Self.viewer)' is not installed."))
      let renewed = try instance.bailey(["privacy", "grant", "Camera", "View Finder"], input: Self.passcode)
      #expect(renewed.exitCode == 1 && renewed.errors.hasPrefix("bailey: '\(Self.viewer)' is not installed."))
      #expect(try instance.succeed(["privacy", "reset", "All", "View Finder"]).output == "2 answers were forgotten.\n")
      #expect(try instance.bailey(["privacy", "show", "View Finder"]).exitCode == 1)
    }
  }

  // MARK: - What is no app

  /// Every command that takes an app; `APP` stands for the word, and FILE for a file of the person's.
  private static let commands = [
    "privacy show APP", "privacy show APP --json", "privacy grant Camera APP", "privacy deny Camera APP",
    "privacy deny Camera APP --empty", "privacy reset All APP", "privacy log APP", "privacy log APP --ndjson",
    "run APP", "app data APP", "app data APP --json", "app data APP --export NEW", "app data APP --delete --yes",
    "app remove APP", "app remove APP --yes", "app remove APP --keep-data", "app export-desktop APP",
    "app share APP FILE", "app unshare APP", "app unshare APP FILE", "app shared APP",
    "keychain explain --app APP FILE",
    "widget render --app APP", "widget list --app APP", "widget gallery --html --app APP", "widget reload --app APP",
    "widget choose --app APP", "widget choose city=venice --app APP",
    "widget watch --app APP --output NEW", "widget tap --app APP", "widget preview --app APP --output NEW",
    "widget lint --app APP", "lockscreen --output NEW APP", "widget lockscreen --output NEW APP",
    "tccutil reset All APP",
  ]

  /// What means no app, and what is said of it.
  private static let words = [
    ("Twin", "Try: one of org.example.TwinA, org.example.TwinB"),
    ("Photo Booth", "no app here has this name or identifier"), ("", "no app here has this name or identifier"),
    (absent, "'\(absent)' is not installed."), ("twin", "Try: one of org.example.TwinA, org.example.TwinB"),
    ("/nowhere/tool", "There is no file /nowhere/tool."), ("/usr/bin", "/usr/bin is a folder"),
    ("/etc/passwd", "/etc/passwd is no program"),
  ]
  private static let table =
    commands.map { ($0, "View Fnider", "Did you mean View Finder (\(viewer))?") }
    + ["privacy show APP", "app data APP", "widget list --app APP"].flatMap { command in
      words.map { (command, $0.0, $0.1) }
    }

  @Test func `A word that is no app fails in every command and changes nothing`() throws {
    try withApps { instance, _ throws in
      let folder = instance.home.deletingLastPathComponent()
      let (file, new) = (folder.appending(path: "query.json"), folder.appending(path: "new"))
      try Data(#"{"class": "genp", "acct": "a"}"#.utf8).write(to: file)
      try instance.succeed(["privacy", "record", "on"])
      try instance.succeed(["privacy", "deny", "Microphone", Self.viewer])
      try instance.succeed(["app", "share", "look", file.path], input: Self.passcode)
      func state() throws -> [String] {
        try [["privacy", "list"], ["app", "list"], ["app", "shared"], ["app", "data", "look"]]
          .map { try instance.succeed($0).output }
          + FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      }
      let before = try state()
      for (command, word, said) in Self.table {
        let words = command.split(separator: " ").map {
          $0 == "APP" ? word : $0 == "FILE" ? file.path : $0 == "NEW" ? new.path : String($0)
        }
        let isTool = words[0] == "tccutil"
        let result =
          isTool ? try instance.tccutil("reset", "All", word) : try instance.bailey(words, input: Self.passcode)
        #expect(result.output == "", "\(words)")
        if isTool {
          #expect(result.exitCode == 64 && result.errors.contains("No such bundle identifier"), "\(result)")
        } else {
          #expect(result.exitCode == 1 && result.errors.contains(said), "\(words): \(result)")
        }
      }
      #expect(try state() == before)
      #expect(try instance.tccutil("reset", "All", "Twin").exitCode == 70)
      #expect(try instance.tccutil("reset", "Microphone", "View Finder", "--like-apple").exitCode == 64)
      let reset = try instance.tccutil("reset", "Microphone", "View Finder")
      #expect(reset.output == "Successfully reset Microphone approval status for \(Self.viewer)\n")
      #expect(try instance.succeed(["privacy", "list"]).output == "No app has asked for anything.\n")
      // A program is one of those for answers alone.
      for command in ["run", "app data", "app remove --yes", "app shared"] {
        let result = try instance.bailey(command.split(separator: " ").map(String.init) + ["/usr/bin/od"])
        #expect(result.exitCode == 1 && result.errors.contains("/usr/bin/od is a program, and no installed app."))
      }
    }
  }

  @Test func `What is not there can be refused alone, which is said, and forgotten again`() throws {
    try withInstance { instance throws in
      for (word, said) in [
        (Self.absent, "'\(Self.absent)' is not installed."), ("/nowhere/tool", "There is no file /nowhere/tool."),
      ] {
        for words in [[word], [word, "--empty"]] {
          let refused = try instance.succeed(["privacy", "deny", "Camera"] + words)
          #expect(refused.output.hasPrefix("\(word) ") && refused.errors.hasPrefix(said))
          #expect(refused.errors.contains("The answer is kept, and counts once it is there."))
        }
        #expect(try instance.succeed(["privacy", "show", word]).output.contains("(the app is gone"))
        #expect(try instance.bailey(["privacy", "grant", "Camera", word], input: Self.passcode).exitCode == 1)
        #expect(try instance.succeed(["privacy", "reset", "Camera", word]).output == "1 answer was forgotten.\n")
        #expect(try instance.bailey(["privacy", "reset", "Camera", word]).exitCode == 1)
      }
      // A script is run by its interpreter, which the answer would not be for.
      let script = instance.home.appending(path: "script").path
      try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: script))
      try Program.run("chmod", ["755", script])
      let refused = try instance.bailey(["privacy", "deny", "Camera", script])
      #expect(refused.exitCode == 1 && refused.errors.contains("is a script"))
      // A path that leads to the program is the program.
      let link = instance.home.appending(path: "link").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/usr/bin/od")
      let od = try #require(Environment.canonicalPath("/usr/bin/od"))
      #expect(try instance.succeed(["privacy", "deny", "Camera", link]).output.hasPrefix("\(od) may not"))
      #expect(try instance.succeed(["privacy", "reset", "Camera", "od"]).output == "1 answer was forgotten.\n")
    }
  }
}

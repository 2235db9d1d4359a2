// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// What apps may have, asked and set in the pages: an app in a real sandbox, a device, the daemons and a browser.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct PrivacyWalks {
  static let app = "org.example.Viewer"
  static let entitled =
    "<key>com.apple.security.device.camera</key><true/><key>com.apple.security.files.user-selected.read-only</key><true/>"
  static let purpose =
    "<key>NSCameraUsageDescription</key><string>Your picture is shown while you talk.</string>"
  private static let label = """
    <key>NSPrivacyTracking</key><false/><key>NSPrivacyCollectedDataTypes</key><array><dict>
    <key>NSPrivacyCollectedDataType</key><string>NSPrivacyCollectedDataTypePreciseLocation</string>
    <key>NSPrivacyCollectedDataTypeLinked</key><true/><key>NSPrivacyCollectedDataTypeTracking</key><false/>
    <key>NSPrivacyCollectedDataTypePurposes</key><array>
    <string>NSPrivacyCollectedDataTypePurposeAppFunctionality</string></array></dict></array>
    """

  struct Stage {
    let console: RunningConsole
    let camera: TestDevice
    var instance: RunningInstance { console.instance }
    var cameraPath: String { camera.path }

    func look(lines: Int = 1) throws -> Background {
      try Background(
        "bailey", ["run", "Viewer", "--", "-n", "\(lines)", camera.path], environment: instance.variables)
    }

    func waitForAnswer(_ end: String) throws {
      try eventually { try instance.succeed(["privacy", "list"]).output.contains(end) }
    }
  }

  func withStage(
    _ arguments: [String] = [], environment: [String: String] = [:], _ body: (Stage) throws -> Void
  ) throws {
    try withInstance(environment: environment) { instance throws in
      let camera = try TestDevice()
      let settings = instance.home.appending(path: "config")
      let text = try String(contentsOf: settings, encoding: .utf8)
      try (text + "camera = \(camera.path)\n").write(to: settings, atomically: true, encoding: .utf8)
      try instance.makeDeveloper()
      let bundle = try TestBundle(
        "/usr/bin/head", named: "Viewer", identifier: Self.app, entitlements: Self.entitled, info: Self.purpose,
        of: instance)
      try bundle.write(Self.label, to: "PrivacyInfo.xcprivacy")
      try instance.installSigned(bundle)
      let console = try RunningConsole(of: instance, arguments)
      defer { console.process.kill() }
      try body(Stage(console: console, camera: camera))
    }
  }

  @Test func `The prompt of an app is answered in the page, with the app's own reason and our buttons`() throws {
    try withStage { stage throws in
      try stage.camera.film()
      let seen = stage.instance.home.appending(path: "seen").path
      let words = stage.console.command("run Viewer -- -n 1 \(stage.camera.path) > '\(seen)' &")
      let lines = try stage.console.browse("run:\(words)", "consent_asked", "allow_once")
      #expect(
        lines == [
          "asked: “Viewer” would like to access the camera", "says: Your picture is shown while you talk.",
          "at first: H2", "buttons: ['Allow Once', 'Allow', 'Don’t Allow']",
        ] + RunningConsole.looked("request-consent") + ["three languages", "allowed once", "errors: []"])
      try eventually { try !String(contentsOfFile: seen, encoding: .utf8).isEmpty }
      #expect(try String(contentsOfFile: seen, encoding: .utf8) == "frame\n")
      try eventually { try stage.instance.succeed(["privacy", "list"]).output.contains("over") }
      #expect(try stage.instance.succeed(["privacy", "list"]).output.contains("was for one run"))
    }
  }

  @Test func `A prompt that is answered in the terminal vanishes from the page`() throws {
    try withStage { stage throws in
      let person = try SlowPerson(of: stage.instance)
      defer { person.agent.kill() }
      let asking = try stage.look()
      let lines = try stage.console.browse("consent_waits", "run:touch '\(person.signal)'", "consent_gone")
      #expect(lines == ["waits: “Viewer” would like to access the camera", "gone", "errors: []"])
      try asking.wait()
      #expect(try stage.instance.succeed(["privacy", "list"]).output.contains("Viewer)  denied"))
    }
  }

  @Test func `A prompt that is answered in the page vanishes from the agent's window`() throws {
    try withStage { stage throws in
      try stage.camera.film()
      let person = try SlowPerson(of: stage.instance)
      defer { person.agent.kill() }
      let asking = try stage.look()
      let window = try person.window()
      #expect(FileManager.default.fileExists(atPath: window))
      #expect(try stage.console.browse("allow_once") == ["allowed once", "errors: []"])
      try eventually { !FileManager.default.fileExists(atPath: window) }
      #expect(!FileManager.default.fileExists(atPath: window))
      try asking.wait()
      #expect(asking.lines() == ["frame"])
    }
  }

  @Test func `An app is given nothing in the page: it films black, and the camera is not opened`() throws {
    try withStage { stage throws in
      let film = stage.instance.home.appending(path: "film")
      let words = stage.console.command("run Viewer -- -c 8 \(stage.camera.path) > '\(film.path)'")
      let lines = try stage.console.browse("give_nothing", "run:\(words)", "give_nothing_over")
      #expect(
        lines == [
          "offered: ['Ask next time', 'Don’t Allow', 'Give It Nothing', 'Allow']",
          "typed: Enter chooses this, Escape leaves it as it was.", "done: Viewer gets nothing: Camera. · Undo",
          "tags: ['Empty']",
        ] + RunningConsole.looked("privacy-empty") + ["three languages", "denied", "errors: []"])
      #expect(try Array(Data(contentsOf: film)) == [16, 128, 16, 128, 16, 128, 16, 128])
      #expect(try stage.instance.succeed(["privacy", "list"]).output.contains("Viewer)  denied"))
    }
  }

  @Test func `A grant is given with the passcode, and taken back while the app runs`() throws {
    try withStage { stage throws in
      let given = try stage.console.browse("privacy", "privacy_service", "privacy_app", "grant")
      #expect(
        given == ["services: ['Camera']"] + RunningConsole.looked("privacy") + RunningConsole.translated
          + ["apps: ['Viewer']"] + RunningConsole.looked("privacy-service") + [
            "Your picture is shown while you talk: shown", "Ada: shown",
            "Containers/org.example.Viewer: shown", "Privacy label: shown", "Precise location: shown",
          ] + RunningConsole.looked("privacy-app") + RunningConsole.looked("privacy-grant") + [
            "wrong passcode: That was not the passcode.", "granted: 0 passcodes in the page", "errors: []",
          ])
      #expect(try stage.instance.succeed(["privacy", "list"]).output.hasSuffix("allowed\n"))
      let running = try stage.look(lines: 2)
      try stage.camera.film()
      try eventually { try stage.instance.succeed(["app", "ps"]).output.contains(Self.app) }
      let second = try RunningConsole(of: stage.instance)
      defer { second.process.kill() }
      #expect(try second.browse("revoke_in_use") == ["revoked", "errors: []"])
      try running.wait()
      #expect(running.lines().isEmpty)
    }
  }
}

extension PrivacyWalks {
  @Test func `What an app holds is shown, exported and deleted in the page, and the app is removed`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Downloads"), withIntermediateDirectories: true)
    let handed = folder.appending(path: "letter")
    try Data("dear".utf8).write(to: handed)
    try withStage(environment: ["HOME": folder.path]) { stage throws in
      let (instance, console) = (stage.instance, stage.console)
      try instance.succeed(["app", "share", "Viewer", handed.path], input: "\(RunningInstance.passcode)\n")
      // The container is made at the first start.
      try instance.succeed(["run", "Viewer", "--", "--version"])
      let own = instance.mount.appending(path: "Containers/\(Self.app)")
      try Data("mine".utf8).write(to: own.appending(path: "page"))
      let held = try console.browse("held_data")
      #expect(
        held == ["holds: ['Containers/\(Self.app)'] handed: ['letter']"] + RunningConsole.looked("privacy-held") + [
          "exported", "taken back", "not typed: Type DELETE to go on.", "deleted", "errors: []",
        ])
      let archive = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Downloads").path)
      #expect(archive.count == 1 && archive[0].hasPrefix(Self.app + "-") && archive[0].hasSuffix(".tar"))
      let data = try instance.succeed(["app", "data", "Viewer"]).output
      #expect(!data.contains("page") && !data.contains("handed"))
      let second = try RunningConsole(of: instance)
      defer { second.process.kill() }
      #expect(
        try second.browse("remove_app") == RunningConsole.looked("privacy-remove") + ["removed", "errors: []"])
      #expect(try instance.succeed(["app", "list"]).output == "")
    }
  }

  @Test func `What an app uses appears in the report, which is exported and erased in the page`() throws {
    try withStage { stage throws in
      try stage.instance.succeed(["privacy", "grant", "Camera", Self.app], input: "\(RunningInstance.passcode)\n")
      try stage.camera.film()
      let downloads = stage.instance.home.deletingLastPathComponent().appending(path: "downloads")
      try FileManager.default.createDirectory(at: downloads, withIntermediateDirectories: true)
      let look = stage.console.command("run Viewer -- -n 1 \(stage.camera.path)")
      let lines = try stage.console.browse(
        ["report_on", "run:\(look)", "report"], environment: ["DOWNLOADS": downloads.path])
      #expect(
        lines == RunningConsole.looked("report-off") + [
          "on", "today: 1 · others: ['0', '0', '0', '0', '0', '0']", "by app: Viewer · Camera", "each: Camera",
        ]
          + RunningConsole.looked("report") + ["focus stays: day-uses-0", "by service: Viewer"]
          + RunningConsole.translated + ["exported: True"]
          + RunningConsole.looked("report-erase")
          + ["off", "errors: []"])
    }
  }

  @Test func `Two prompts wait in a queue, and each is answered`() throws {
    try withStage { stage throws in
      try stage.instance.installSigned(
        TestBundle(
          "/usr/bin/head", named: "Mirror", identifier: "org.example.Mirror", entitlements: Self.entitled,
          info: Self.purpose, of: stage.instance))
      let looks = ["Viewer", "Mirror"].map { stage.console.command("run \($0) -- -n 1 \(stage.camera.path)") }
      let lines = try stage.console.browse(
        "run:(\(looks[0])) 2>/dev/null & (\(looks[1])) 2>/dev/null &", "two_requests")
      #expect(lines == RunningConsole.looked("request-queue") + ["both answered", "errors: []"])
    }
  }
}

/// An agent in a terminal, whose person refuses when the test says so.
private struct SlowPerson {
  let agent: Background
  let signal: String

  init(of instance: RunningInstance) throws {
    let folder = instance.home.deletingLastPathComponent().appending(path: "slow-person")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    signal = folder.appending(path: "signal").path
    let script = """
      #!/bin/sh
      echo OK
      while read -r line; do
        case $line in
        GETPIN)
          echo 'D \(RunningInstance.passcode)'
          echo OK
          ;;
        CONFIRM)
          echo $$ > '\(folder.path)/window'
          while [ ! -e '\(signal)' ]; do sleep 0.05; done
          echo 'ERR 83886194 not confirmed'
          ;;
        *) echo OK ;;
        esac
      done

      """
    let pinentry = folder.appending(path: "pinentry")
    try Program.write(script: script, to: pinentry.path)
    agent = try Background("bailey", ["agent", "--pinentry", pinentry.path], environment: instance.variables)
  }

  /// The folder of the process that shows the question, once there is one.
  func window() throws -> String {
    let file = URL(fileURLWithPath: signal).deletingLastPathComponent().appending(path: "window")
    var process = ""
    try eventually {
      process = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return process.hasSuffix("\n")
    }
    return "/proc/\(process.dropLast())"
  }
}

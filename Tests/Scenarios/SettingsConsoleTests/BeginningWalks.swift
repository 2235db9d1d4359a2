// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import TemporaryFolder
import Testing

/// The first page of the console, in the place of a terminal, with a home of its own.
@Suite(
  .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(
    if: Program.isInstalled("chromedriver") && Program.isInstalled("git"),
    "Scripts/setup test installs Chromium and git"))
struct BeginningWalks {
  private func withHome(
    _ body: (RunningConsole, _ home: URL, _ variables: [String: String]) throws -> Void
  ) throws {
    let temporary = try TemporaryFolder()
    let home = URL(fileURLWithPath: temporary.path)
    let variables = ["HOME": home.path, "XDG_CONFIG_HOME": home.path + "/.config", "GIT_CONFIG_NOSYSTEM": "1"]
    let instance = try RunningInstance(passcode: .absent, environment: variables)
    defer { instance.stop() }
    let console = try RunningConsole(of: instance, ["--page", "welcome"])
    defer { console.process.kill() }
    try body(console, home, variables)
  }

  @Test func `Passcode, git, recording and a first folder are chosen on the first page, and git is taken back`() throws
  {
    try withHome { console, home, _ in
      let netrc = "machine example.org login ada password opensesame\n"
      try Data(netrc.utf8).write(to: home.appending(path: ".netrc"))
      #expect(
        try console.browse("welcome") == ["begins at: Set Up"] + RunningConsole.translated + ["which files: 1"]
          + RunningConsole.looked("welcome-done") + [
            "taken back: git", "state: Locked", "while locked: 2", "errors: []",
          ])
      #expect(try !String(contentsOf: home.appending(path: ".gitconfig"), encoding: .utf8).contains("bailey"))
      try console.instance.unlock()
      let folder = console.instance.mount.path + "/Private"
      #expect(try console.instance.succeed(["files", "class", "get", folder]).output.hasPrefix("complete"))
      #expect(try console.instance.succeed(["privacy", "record", "status"]).output.contains("is written down, since"))
    }
  }

  @Test func `A bundle is found in the folders of the home, where its path was typed`() throws {
    try withHome { console, home, variables in
      let apps = home.appending(path: "Apps")
      try FileManager.default.createDirectory(at: apps, withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        at: home.appending(path: ".hidden"), withIntermediateDirectories: true)
      let bundle = try TestBundle(
        "true", named: "Ledger", identifier: "org.example.Ledger", entitlements: "", of: console.instance)
      try FileManager.default.copyItem(atPath: bundle.path, toPath: apps.path + "/Ledger.app")
      #expect(
        try console.browse(["picked"], environment: ["HOME_OF_CONSOLE": home.path]) == [
          "begins in the home: True", "hidden ones: False",
        ] + RunningConsole.looked("pick") + ["path: True", "errors: []"])
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// Somebody else on this machine wants the console's port, for the passcode that its open pages would send there.
@Suite(
  .serialized, .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct PortAttacks {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "impostor.py").path
  /// What a window shows that has left its console for good.
  private static let over = [
    "fields for a passcode: 0", "left: This console has ended", "loaded again: nothing of it", "errors: []",
  ]

  /// The browser's connections lead to somebody else from one moment to the next, as they do when he gets the port.
  private func withImpostor(_ body: (RunningConsole, _ relay: [String: String], _ record: URL) throws -> Void) throws {
    try withConsole { console throws in
      try console.instance.lock()
      let record = console.instance.home.appending(path: "record")
      let impostor = try Background(
        "env", ["/usr/bin/python3", Self.script, console.name, record.path], environment: [:])
      defer { impostor.kill() }
      try eventually { !impostor.lines().isEmpty }
      let relay = ["CONSOLE_RELAY": "MAP \(console.name) 127.0.0.1:\(impostor.lines()[0])"]
      try body(console, relay, record)
    }
  }

  @Test func `Whoever gets the port of a console that ended is believed nothing, and told no passcode`() throws {
    try withImpostor { console, relay, record throws in
      let end = "kill -9 \(try console.server()); \(console.command("down")); touch '\(record.path)'"
      let lines = try console.browse(["typed_passcode", "run:\(end)", "ended"], environment: relay)
      #expect(lines == ["typed a passcode"] + Self.over)
      let told = try String(contentsOf: record, encoding: .utf8)
      #expect(told.contains("GET /api/events") && told.contains("Cookie: bailey-console="))
      for word in ["POST", "GET / ", RunningInstance.passcode, console.words[1]] { #expect(!told.contains(word)) }
    }
  }

  /// Nothing has told the page yet that the console is gone.
  @Test func `What a person sends in that moment is sealed`() throws {
    try withImpostor { console, relay, record throws in
      let hold = "kill -STOP \(try console.server()); touch '\(record.path)'; sleep 0.1"
      let lines = try console.browse(["run:\(hold)", "unlock_now", "ended"], environment: relay)
      #expect(lines == ["sent"] + Self.over)
      let told = String(decoding: try Data(contentsOf: record), as: UTF8.self)
      #expect(told.contains("POST /api/unlock") && !told.contains(RunningInstance.passcode))
    }
  }

  @Test func `As long as the instance runs nobody else gets the port, and the next console has it again`() throws {
    try withConsole { console throws in
      try console.instance.lock()
      let server = try console.server()
      let takes = try take(console.name)
      let second = console.instance.home.appending(path: "second").path
      let lines = try console.browse(
        "typed_passcode", "run:kill -9 \(server)", "lost", "run:\(again(console, second))", "ended")
      defer { _ = try? Program.run("sh", ["-c", "kill $(cat '\(second)')"]) }
      #expect(lines == ["typed a passcode", "fields for a passcode: 0"] + Self.over)
      #expect(takes == Array(repeating: "refused", count: 16))
      #expect(try take(console.name) == takes)
    }
  }

  @Test func `Without an instance there is no console`() throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID().uuidString)").path
    let result = try Program.run("bailey-console", [], environment: ["BAILEY_HOME": home])
    #expect(result.exitCode == 1)
    #expect(
      result.errors
        == "bailey-console: Bailey is not running. Start it: bailey up; for the first time: bailey setup --console\n")
  }

  /// Another user's tries, where these tests may become one.
  private func take(_ name: String) throws -> [String] {
    let words = ["/usr/bin/python3", "-", "take", name]
    let user = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    let command = (user + words).joined(separator: " ") + " < '\(Self.script)'"
    return try Program.run("sh", ["-c", command]).output.split(separator: "\n").map(String.init)
  }

  /// For a shell: another console of the instance, at the same address.
  private func again(_ console: RunningConsole, _ file: String) -> String {
    let program = Program.folder.appending(path: "bailey-console").path
    return "\(console.variables) '\(program)' > '\(file).address' & echo $! > '\(file)'; "
      + "for i in $(seq 500); do grep -qF '\(console.page)' '\(file).address' && exit; sleep 0.01; done; exit 1"
  }
}

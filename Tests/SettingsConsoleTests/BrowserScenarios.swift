// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// The console of a real instance in a real browser.
@Suite(
  .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("chromedriver"), "Scripts/setup test installs Chromium"))
struct BrowserScenarios {
  @Test func `A person locks and unlocks in the page, in both colour schemes, three languages and two widths`() throws {
    try withConsole { console in
      let lines = try console.browse("overview")
      #expect(
        lines == [
          "state: Unlocked", "state: Locked", "wrong passcode: That was not the passcode.", "state: Unlocked",
          "passcodes in the page: 0", "light at 390: fits, weak: []", "light at 1440: fits, weak: []",
          "dark at 390: fits, weak: []", "dark at 1440: fits, weak: []", "it: translated", "zh: translated",
          "en: translated", "address without token: True", "errors: []",
        ])
      #expect(try console.instance.status().contains("\"unlocked\""))
    }
  }

  @Test func `The question of an app is answered in the page`() throws {
    try withConsole { console in
      let app = try ClientProgram("asker", of: console.instance, copying: "sample-app")
      let asking = try app.start("context", ",", "evaluate")
      let lines = try console.browse("request")
      #expect(lines == ["asked: see the diary", "answered", "errors: []"])
      try asking.wait()
      #expect(asking.lines().last == "yes")
    }
  }

  @Test func `The address is good once`() throws {
    try withConsole { console in
      let answers = [try console.exchangeToken(), try console.exchangeToken()]
      #expect(answers == ["200", "401"])
    }
  }
}

/// `bailey-console` beside an instance.
private struct RunningConsole {
  let instance: RunningInstance
  let process: Background
  let address: String

  init(of instance: RunningInstance) throws {
    self.instance = instance
    let process = try Background("bailey-console", [], environment: instance.variables)
    self.process = process
    var address: String?
    while address == nil {
      address = process.lines().first
      usleep(10_000)
    }
    self.address = try #require(address)
  }

  /// What there was to see.
  func browse(_ scripts: String...) throws -> [String] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "browser.py").path
    // Debian's Python has Debian's driver of browsers.
    let result = try Program.run(
      "env", ["/usr/bin/python3", script, address, RunningInstance.passcode] + scripts)
    #expect(result.exitCode == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  func exchangeToken() throws -> String {
    let parts = address.components(separatedBy: "#token=")
    return try Program.run(
      "curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-d", parts[1], parts[0] + "api/session"]
    ).output
  }
}

private func withConsole(_ body: (RunningConsole) throws -> Void) throws {
  try withInstance { instance in
    let console = try RunningConsole(of: instance)
    defer { console.process.kill() }
    try body(console)
  }
}

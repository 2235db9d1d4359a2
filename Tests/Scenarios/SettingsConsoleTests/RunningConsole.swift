// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RunningInstance
import Testing

/// `bailey-console` beside an instance.
struct RunningConsole {
  let instance: RunningInstance
  let process: Background
  let address: String

  /// What `look` says of a page that fits and can be read.
  static func looked(_ page: String) -> [String] {
    ["light at 390", "light at 1440", "dark at 390", "dark at 1440"].map {
      "\(page), \($0): fits, weak: [] nameless: []"
    }
  }

  static let translated = ["it: translated", "zh: translated", "en: translated"]

  init(of instance: RunningInstance, _ arguments: [String] = []) throws {
    self.instance = instance
    let words = try instance.asUser("bailey-console", arguments)
    let process = try Background(words[0], Array(words.dropFirst()), environment: instance.variables)
    self.process = process
    try eventually { !process.lines().isEmpty }
    address = try #require(process.lines().first)
  }

  /// What there was to see.
  func browse(_ scripts: String...) throws -> [String] { try browse(scripts) }

  func browse(_ scripts: [String], environment: [String: String] = [:]) throws -> [String] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "browser.py").path
    // Debian's Python has Debian's driver of browsers.
    let result = try Program.run(
      "env", ["/usr/bin/python3", script, address, RunningInstance.passcode] + scripts, environment: environment)
    #expect(result.exitCode == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// For a shell, as the instance's programs get them.
  var variables: String { instance.variables.map { "\($0)='\($1)'" }.joined(separator: " ") }

  /// For a shell.
  func command(_ words: String) -> String {
    return "\(variables) '\(Program.folder.appending(path: "bailey").path)' \(words)"
  }

  func add(_ service: String, _ secret: String) throws {
    // Longer than a narrow screen is wide.
    let account = "anna with an address of many words, all of which are shown"
    let result = try instance.security("add-generic-password", "-s", service, "-a", account, "-w", secret)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  /// The process that serves: `env` has become it.
  func server() throws -> Int32 { try #require(instance.processes(named: "bailey-console").first) }

  /// What stands behind `#` in the address: the token and the secret.
  var words: [String] {
    address.components(separatedBy: "#")[1].split(separator: "&").map { String($0.split(separator: "=")[1]) }
  }

  /// Where the pages are, as browsers call it.
  var page: String { address.components(separatedBy: "#")[0] }
  /// Address and port.
  var name: String { page.components(separatedBy: "/")[2] }

  func exchangeToken() throws -> String {
    try Program.run(
      "curl", ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-d", words[0], page + "api/session"]
    ).output
  }
}

/// Runs the body with a console of a fresh instance, of a user.
func withConsole(
  passcode: RunningInstance.Passcode = .set, _ arguments: String..., of user: UInt32? = nil,
  body: (RunningConsole) throws -> Void
) throws {
  let instance = try RunningInstance(passcode: passcode, of: user)
  defer { instance.stop() }
  let console = try RunningConsole(of: instance, arguments)
  defer { console.process.kill() }
  try body(console)
}

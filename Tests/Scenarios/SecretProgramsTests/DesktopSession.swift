// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RunningInstance
import SystemCalls

/// A person's session: a bus of its own that starts services by their files, and an instance that answers for secrets there.
final class DesktopSession {
  struct Failed: Error, CustomStringConvertible {
    let words: [String]
    let result: ProgramResult
    var description: String { "\(words): exit \(result.exitCode)\n\(result.output)\(result.errors)" }
  }

  let instance: RunningInstance
  let folder: URL
  private let bus: Background
  var address: String { "unix:path=\(folder.path)/bus" }

  static let isPossible =
    FileManager.default.fileExists(atPath: "/dev/fuse") && Program.isInstalled("dbus-daemon")
    && Program.isInstalled("secret-tool")

  init(of user: UInt32? = nil, _ passcode: RunningInstance.Passcode = .set) throws {
    let folder = URL(fileURLWithPath: "/tmp/bailey-session-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    if let user { try Program.run("chown", ["\(user):\(user)", folder.path]) }
    let address = "unix:path=\(folder.path)/bus"
    instance = try RunningInstance(
      passcode: passcode, below: folder,
      environment: ["DBUS_SESSION_BUS_ADDRESS": address, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path], of: user)
    let words = try instance.asUser(
      "dbus-daemon", ["--session", "--nofork", "--print-address=1", "--address=\(address)"])
    let daemon = try Background(words[0], Array(words.dropFirst()), environment: instance.variables)
    try eventually { !daemon.lines().isEmpty }
    bus = daemon
  }

  func end() {
    _ = try? instance.bailey(["secrets", "disable"])
    bus.kill()
    instance.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  func enable() throws { try instance.succeed(["secrets", "enable"]) }

  /// Runs a program of the person's.
  @discardableResult
  func run(
    _ program: String, _ words: [String], input: String = "", environment: [String: String] = [:], in place: URL? = nil
  ) throws -> ProgramResult {
    let line = try instance.asUser(program, words)
    let variables = instance.variables.merging(environment) { $1 }
    return try Program.run(line[0], Array(line.dropFirst()), input: input, environment: variables, in: place)
  }

  @discardableResult
  func succeed(_ program: String, _ words: [String], input: String = "") throws -> String {
    let result = try run(program, words, input: input)
    guard result.exitCode == 0 else { throw Failed(words: [program] + words, result: result) }
    return result.output
  }

  var service: Int32? { instance.processes(named: "bailey-secrets").first }
}

/// Runs the body in a session that is gone afterwards.
func withSession(
  of user: UInt32? = nil, _ passcode: RunningInstance.Passcode = .set, _ body: (DesktopSession) throws -> Void
) throws {
  let session = try DesktopSession(of: user, passcode)
  defer { session.end() }
  try session.enable()
  try body(session)
}

// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Glibc
import SystemCalls

/// A real instance in a folder of its own: started on creation, stopped and removed by `stop()`.
package final class RunningInstance: Sendable {
  package static let passcode = "correct horse 42"

  package let home: URL
  package let mount: URL
  private let environment: [String: String]
  /// Whose it is: whoever runs the tests where it is nil.
  package let user: UInt32?
  /// For other programs that are to find this instance.
  package var variables: [String: String] { environment }

  package struct CommandFailed: Error, CustomStringConvertible {
    package let arguments: [String]
    package let result: ProgramResult
    package var description: String { "bailey \(arguments): exit \(result.exitCode)\n\(result.output)\(result.errors)" }
  }

  package enum Passcode: Sendable { case set, absent }

  package init(
    passcode: Passcode = .set, below parent: URL = FileManager.default.temporaryDirectory,
    environment: [String: String] = [:], of user: UInt32? = nil
  ) throws {
    self.user = user
    let folder = parent.appending(path: "instance-\(UUID().uuidString.prefix(8))")
    home = folder.appending(path: "home")
    mount = folder.appending(path: "mount")
    // Nobody's session locks it, but one of the test's.
    let buses = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path)/no-bus"].merging(environment) { $1 }
    // What is installed has its entry in the menus of nobody, and the language is no one's.
    self.environment = buses.merging(
      ["BAILEY_HOME": home.path, "XDG_DATA_HOME": folder.appending(path: "data").path, "LC_ALL": "C.UTF-8"]
    ) { $1 }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try own(folder.path)
    try succeed(["up", "--mount", mount.path])
    if passcode == .set { try succeed(["passcode", "set"], input: "\(Self.passcode)\n") }
  }

  /// Runs `bailey` on this instance, whatever it answers.
  @discardableResult
  package func bailey(_ arguments: [String], input: String = "") throws -> ProgramResult {
    let words = try asUser("bailey", arguments)
    return try Program.run(words[0], Array(words.dropFirst()), input: input, environment: environment)
  }

  /// A command line that runs a program as whoever the instance is of.
  package func asUser(_ program: String, _ arguments: [String]) throws -> [String] {
    let words = [try Program.locate(program).path] + arguments
    guard let user else { return words }
    return ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
  }

  /// Makes files theirs that a test has written.
  package func own(_ path: String) throws {
    if let user { try Program.run("chown", ["-R", "\(user):\(user)", path]) }
  }

  /// Runs `bailey` and throws unless it exits with 0.
  @discardableResult
  package func succeed(_ arguments: [String], input: String = "") throws -> ProgramResult {
    let result = try bailey(arguments, input: input)
    guard result.exitCode == 0 else { throw CommandFailed(arguments: arguments, result: result) }
    return result
  }

  /// Runs `bailey` under the name of macOS's tool, whatever it answers.
  @discardableResult
  package func security(_ words: String...) throws -> ProgramResult { try tool("security", words) }

  /// The same, for the tool that resets answers.
  @discardableResult
  package func tccutil(_ words: String...) throws -> ProgramResult { try tool("tccutil", words) }

  private func tool(_ name: String, _ words: [String]) throws -> ProgramResult {
    let tool = home.appending(path: name).path
    if !FileManager.default.fileExists(atPath: tool) {
      try FileManager.default.createSymbolicLink(atPath: tool, withDestinationPath: Program.locate("bailey").path)
    }
    return try Program.run("env", [tool] + words, environment: environment)
  }

  package func lock() throws { try succeed(["lock", "--now"]) }
  package func unlock() throws { try succeed(["unlock"], input: "\(Self.passcode)\n") }
  package func restart() throws { try succeed(["restart"]) }

  package func setClass(_ name: String, of file: URL) throws {
    try succeed(["files", "class", "set", file.path, name])
  }

  package func status() throws -> String { try succeed(["status", "--json"]).output }

  /// The process numbers of this instance's programs: those that have its home among their open files or arguments.
  package func processes(named name: String) -> [Int32] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(Int32.init).filter { pid in
      guard let exe = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe"),
        URL(fileURLWithPath: exe).lastPathComponent == name
      else { return false }
      // Not read by Foundation: it takes the first page for the whole.
      return ["environ", "cmdline"].contains { name in
        let file = try? FileDescriptor.open("/proc/\(pid)/\(name)", O_RDONLY)
        let bytes = (try? file?.read(count: 1 << 22, at: 0)) ?? []
        return Data(bytes).range(of: Data(home.path.utf8)) != nil
      }
    }
  }

  package func stop() {
    _ = try? bailey(["down"])
    _ = try? FileManager.default.removeItem(at: home.deletingLastPathComponent())
  }
}

/// Runs the body with a fresh instance that is gone afterwards, whatever happens.
package func withInstance(
  _ passcode: RunningInstance.Passcode = .set, environment: [String: String] = [:],
  _ body: (RunningInstance) throws -> Void
) throws {
  let instance = try RunningInstance(passcode: passcode, environment: environment)
  defer { instance.stop() }
  try body(instance)
}

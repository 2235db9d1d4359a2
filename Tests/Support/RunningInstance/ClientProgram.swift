// SPDX-License-Identifier: Apache-2.0
import Events
import EventualConditions
import Files
import Foundation
import Glibc
import Processes
import SystemCalls

/// A copy of a test program under a name of its own: to the keychain, a program of its own.
package struct ClientProgram {
  private let instance: RunningInstance
  package let path: String

  package init(_ name: String, of instance: RunningInstance, copying original: String = "keychain-client") throws {
    self.instance = instance
    let folder = instance.home.deletingLastPathComponent().appending(path: "programs")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: name).path
    // Written by another process: what this one has open for writing, a child that is just being started has open too,
    // and the kernel runs no program that somebody has open for writing.
    try Program.run("cp", [Program.folder.appending(path: original).path, path])
  }

  package func run(_ words: String...) throws -> ProgramResult {
    try Program.run("env", [path] + words, environment: instance.variables)
  }

  /// Runs commands of the sample app, words between blanks and commas between commands, and gives its lines.
  package func answers(_ commands: String, environment: [String: String] = [:]) throws -> [String] {
    let words = commands.split(separator: " ").map(String.init)
    let variables = instance.variables.merging(environment) { $1 }
    let result = try Program.run("env", [path] + words, environment: variables)
    return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The line of a single command.
  package func answer(_ command: String) throws -> String { try answers(command).last ?? "" }

  package func start(_ words: String...) throws -> Background { try start(words) }

  package func start(_ words: [String]) throws -> Background {
    try Background(path, words, environment: instance.variables)
  }

  package func register(groups: [String]) throws {
    let array = groups.map { "<string>\($0)</string>" }.joined()
    let text = "<plist><dict><key>keychain-access-groups</key><array>\(array)</array></dict></plist>"
    // The owner gives the passcode, where it takes one.
    try instance.succeed(
      ["app", "register", "--executable", path, "--entitlements", plist(text)], input: "\(RunningInstance.passcode)\n")
  }

  /// A file with this text.
  package func plist(_ text: String) throws -> String {
    let file = path + ".plist"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// The program becomes another one: some bytes more.
  package func change() throws { try Program.run("sh", ["-c", "echo more >> \"$0\"", path]) }
}

/// A program that runs beside the test.
package final class Background {
  private let child: ChildProcess
  private let output: FileDescriptor

  package init(_ path: String, _ words: [String], environment: [String: String] = [:]) throws {
    output = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    let variables = environment.map { "\($0)=\($1)" }
    let program = path.hasPrefix("/") ? path : try Program.locate(path).path
    var plan = ChildPlan(path: "/usr/bin/env", arguments: variables + [program] + words)
    plan.output = output.raw
    plan.life = .onItsOwn
    child = try ChildProcess.start(plan)
  }

  /// The whole lines it has printed.
  package func lines() -> [String] {
    let bytes = (try? output.read(count: 1 << 24, at: 0)) ?? []
    let whole = bytes.prefix((bytes.lastIndex(of: 10) ?? -1) + 1)
    return whole.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }

  package func waitForLine(_ line: String) throws {
    try eventually(line) { lines().contains(line) }
  }

  package var isRunning: Bool { (try? Poll.readable([child.descriptor.raw], within: .zero)) == [false] }

  package func signal(_ signal: Int32) { try? child.send(signal) }

  package func kill() {
    try? child.send(SIGKILL)
    _ = try? child.wait()
  }

  package var process: Int32 { child.process }

  package func wait() throws { _ = try child.wait() }
}

// SPDX-License-Identifier: Apache-2.0
import Files
package import Foundation
import Glibc
import Processes
import SystemCalls

/// What a program did: its exit code and what it wrote.
package struct ProgramResult: Sendable, Equatable {
  package let exitCode: Int32
  package let output: String
  package let errors: String

  package init(exitCode: Int32, output: String, errors: String) {
    self.exitCode = exitCode
    self.output = output
    self.errors = errors
  }
}

/// Runs real programs from tests.
package enum Program {
  package struct NotFound: Error { package let name: String }

  /// The programs of this build lie beside the test binary.
  package static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Where a program is: of this build first, else on the `PATH`.
  package static func locate(_ name: String) throws -> URL {
    if name.hasPrefix("/") { return URL(fileURLWithPath: name) }
    let built = folder.appending(path: name)
    if name.hasPrefix("bailey") || FileManager.default.isExecutableFile(atPath: built.path) { return built }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for directory in path.split(separator: ":") {
      let candidate = URL(fileURLWithPath: String(directory)).appending(path: name)
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    throw NotFound(name: name)
  }

  /// Writes a script that can be executed.
  ///
  /// A process of its own writes it. Linux does not execute a file that somebody has open to write, and a process that
  /// another test starts at that moment would inherit this one's descriptor.
  package static func write(script: String, to path: String) throws {
    try run("install", ["-m", "755", "/dev/stdin", path], input: script)
  }

  package static func isInstalled(_ name: String) -> Bool { (try? locate(name)) != nil }

  /// Runs to the end with the given standard input.
  ///
  /// Not by Foundation's `Process`: what that starts from a test's thread has every signal blocked.
  @discardableResult
  package static func run(
    _ name: String, _ arguments: [String] = [], input: String = "", environment: [String: String] = [:],
    in directory: URL? = nil
  ) throws -> ProgramResult {
    // Files, not pipes: a daemon that the program leaves behind would hold a pipe open.
    let streams = try [Stream(), Stream(), Stream()]
    try streams[0].file.write(Array(input.utf8).span)
    try streams[0].file.rewind()
    let variables = environment.map { "\($0)=\($1)" }
    let place = directory.map { ["-C", $0.path] } ?? []
    var plan = ChildPlan(path: "/usr/bin/env", arguments: place + variables + [try locate(name).path] + arguments)
    plan.input = streams[0].file.raw
    plan.output = streams[1].file.raw
    plan.errors = streams[2].file.raw
    plan.life = .onItsOwn
    let exitCode: Int32 =
      switch try ChildProcess.start(plan).wait() {
      case .exited(let code): code
      case .killed(let signal): 128 + signal
      }
    return ProgramResult(exitCode: exitCode, output: try streams[1].text(), errors: try streams[2].text())
  }

  private final class Stream {
    let file: FileDescriptor

    init() throws { file = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600) }

    func text() throws -> String { String(decoding: try file.read(count: 1 << 24, at: 0), as: UTF8.self) }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import Processes
package import SystemCalls
import TerminalConsole

/// Why a benchmark cannot go on.
package enum BenchmarkError: Error, Sendable {
  /// A program that the benchmark runs is not installed.
  case notInstalled(program: String)
  /// A program ended otherwise than it should; `lastWords` is the last line that it wrote to standard error, or empty.
  case programFailed(program: String, end: ProcessEnd, lastWords: String)
  case unreadableAnswer(program: String)
  case system(SystemError)

  /// The error in a sentence for the person.
  package var sentence: String {
    switch self {
    case .notInstalled(let program): "\(program) is not installed.\nTry: apt install \(program)"
    case .programFailed(let program, let end, let lastWords):
      "\(program) failed: \(end)" + (lastWords.isEmpty ? "" : ": \(lastWords)")
    case .unreadableAnswer(let program): "the answer of \(program) could not be read"
    case .system(let error): "\(error)"
    }
  }
}

/// Runs the programs a benchmark is made of, to their end and without a shell.
enum BenchmarkProgram {
  static func path(of name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(name)" }.first {
      (try? FileDescriptor.open($0, O_RDONLY)) != nil
    }
  }

  /// Runs a program with the given standard input and returns its standard output.
  ///
  /// Does not return once the benchmark is being ended.
  @discardableResult
  static func run(
    _ name: String, _ arguments: [String], input: String = "", environment: [String] = []
  ) throws(BenchmarkError) -> String {
    try begin(name, arguments, input, environment, running)
  }

  /// Runs a program even while the benchmark is being ended.
  static func runAtEnd(_ name: String, _ arguments: [String], environment: [String] = []) throws(BenchmarkError) {
    _ = try begin(name, arguments, "", environment, RunningPrograms())
  }

  /// The programs that the benchmark started; a process runs one benchmark.
  private static let running = RunningPrograms()

  /// Ends the running programs; no more are started by `run`.
  static func end() { running.end() }

  private static func begin(
    _ name: String, _ arguments: [String], _ input: String, _ environment: [String], _ running: RunningPrograms
  ) throws(BenchmarkError) -> String {
    let program = name.hasPrefix("/") ? name : path(of: name)
    guard let program else { throw .notInstalled(program: name) }
    do {
      return try run(program, arguments, input, environment, running, named: name)
    } catch let error as SystemError {
      throw .system(error)
    } catch let error as BenchmarkError {
      throw error
    } catch {
      throw .unreadableAnswer(program: name)
    }
  }

  private static func run(
    _ program: String, _ arguments: [String], _ input: String, _ environment: [String], _ running: RunningPrograms,
    named name: String
  ) throws -> String {
    let given = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    try given.write([UInt8](input.utf8).span)
    try given.rewind()
    let answer = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    let errors = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    // env(1) sets the variables: the environment of this process stays as it is.
    var plan =
      environment.isEmpty
      ? ChildPlan(path: program, arguments: arguments)
      : ChildPlan(path: "/usr/bin/env", arguments: environment + [program] + arguments)
    plan.input = given.raw
    plan.output = answer.raw
    plan.errors = errors.raw
    let end = try running.run(plan)
    guard end == .exited(0) else {
      let said = String(decoding: try errors.read(count: 1 << 16, at: 0), as: UTF8.self)
      let lastWords = said.split(separator: "\n").last.map { Printable.oneLine(String($0)) } ?? ""
      throw BenchmarkError.programFailed(program: name, end: end, lastWords: lastWords)
    }
    return String(decoding: try answer.read(count: 1 << 20, at: 0), as: UTF8.self)
  }
}

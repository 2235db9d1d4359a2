// SPDX-License-Identifier: Apache-2.0
import CommandExecution
import Files
import OwnProcess
import Processes
import SystemCalls
import TerminalConsole

/// The person's own configuration of git, as git itself reads and writes it.
struct GitConfiguration {
  private static let key = "credential.helper"
  private static let own = "bailey"
  /// The helper that keeps passwords in plain text (git-credential-store(1)).
  private static let plain = "store"

  /// The maximum number of bytes of an answer that are read.
  private static let most = 1 << 16

  private let program: String

  /// Nil where git is not installed.
  init?() {
    guard let program = Environment.program("git") else { return nil }
    self.program = program
  }

  func helpers() throws(CommandFailure) -> [String] {
    let (code, output) = try run(["--get-all", Self.key])
    guard code == 0 || code == 1 else { throw failure }
    return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  static func isPlain(_ helper: String) -> Bool { helper == plain || helper.hasPrefix(plain + " ") }

  /// The helpers that keep plain text, which `adopt` takes out.
  func plainHelpers() throws(CommandFailure) -> [String] { try helpers().filter(Self.isPlain) }

  /// Puts Bailey in the place of the helpers that keep passwords in plain text.
  func adopt() throws(CommandFailure) {
    let helpers = try helpers()
    if !helpers.contains(Self.own) { try expect(["--add", Self.key, Self.own]) }
    if helpers.contains(where: Self.isPlain) { try expect(["--unset-all", Self.key, "^\(Self.plain)( .*)?$"]) }
  }

  func takeBack(_ before: [String]) throws(CommandFailure) {
    let now = try helpers()
    for helper in before where !now.contains(helper) { try expect(["--add", Self.key, helper]) }
    if now.contains(Self.own) { try expect(["--unset-all", Self.key, "^\(Self.own)$"]) }
  }

  private func expect(_ words: [String]) throws(CommandFailure) {
    guard try run(words).code == 0 else { throw failure }
  }

  private var failure: CommandFailure {
    .particular("git does not take its configuration.\nTry: git config --global --list", .failed)
  }

  private func run(_ words: [String]) throws(CommandFailure) -> (code: Int32, output: String) {
    do throws(SystemError) {
      let output = try MemoryFile()
      var plan = ChildPlan(path: program, arguments: ["config", "--global"] + words)
      plan.output = output.descriptor.raw
      guard case .exited(let code) = try ChildProcess.start(plan).wait() else { return (-1, "") }
      return (code, String(decoding: try output.descriptor.read(count: Self.most, at: 0), as: UTF8.self))
    } catch {
      throw .particular("git cannot be started: \(error.reason).", .failed)
    }
  }
}

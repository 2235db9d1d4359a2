// SPDX-License-Identifier: Apache-2.0
import Advice
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

  /// Finds Git's configuration; nil where git is not installed.
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

  /// The helpers that keep passwords in this file below the home, which `adopt` takes out.
  func plainHelpers(of path: String, home: String) throws(CommandFailure) -> [String] {
    try helpers().filter { Self.isPlain($0) && Self.files(of: $0, home: home).contains("\(home)/\(path)") }
  }

  /// The files of such a helper (git-credential-store(1), "FILES"). None for words that a shell would have to read.
  static func files(of helper: String, home: String) -> [String] {
    let words = helper.dropFirst(plain.count).split(separator: " ")
    guard let first = words.first else {
      return ["\(home)/.git-credentials", "\(home)/.config/git/credentials"]
    }
    var path: String
    if words.count == 1, first.hasPrefix("--file=") {
      path = String(first.dropFirst("--file=".count))
    } else if words.count == 2, first == "--file" {
      path = String(words[1])
    } else {
      return []
    }
    for quote in ["\"", "'"] where path.count >= 2 && path.hasPrefix(quote) && path.hasSuffix(quote) {
      path = String(path.dropFirst().dropLast())
    }
    for start in ["~/", "$HOME/"] where path.hasPrefix(start) { path = home + "/" + path.dropFirst(start.count) }
    return path.hasPrefix("/") && !path.contains { "\"'$`\\*?".contains($0) } ? [path] : []
  }

  /// Puts Bailey in the place of these helpers.
  func adopt(_ replaced: [String]) throws(CommandFailure) {
    let helpers = try helpers()
    if !helpers.contains(Self.own) { try expect(["--add", Self.key, Self.own]) }
    for helper in Set(replaced).intersection(helpers) {
      try expect(["--fixed-value", "--unset-all", Self.key, helper])
    }
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

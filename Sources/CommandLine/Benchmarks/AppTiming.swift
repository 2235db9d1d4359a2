// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// Runs a program that times calls of the Security framework. `bailey` cannot do so itself: it has no Foundation.
struct AppTiming: Sendable {
  static let name = "keychain-timing"
  private let path: String

  /// Finds the program that measures beside `bailey`; nil where it was not built.
  init?(beside program: String) {
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let paths = ["\(folder)/examples/\(Self.name)", "\(folder)/\(Self.name)"]
    guard let path = paths.first(where: { (try? FileDescriptor.open($0, O_RDONLY)) != nil }) else { return nil }
    self.path = path
  }

  /// The median, in microseconds.
  func find(
    oneOf items: Int, in home: String, _ processors: KeychainBenchmark.Processors
  ) throws(BenchmarkError) -> Double { try run(["find", String(items)], home, processors) }

  /// Signatures a second.
  func sign(in home: String, _ processors: KeychainBenchmark.Processors) throws(BenchmarkError) -> Double {
    try run(["sign"], home, processors)
  }

  /// Imports a key and returns the time that it took, in milliseconds.
  func importKey(bits: Int, in home: String) throws(BenchmarkError) -> Double {
    try run(["import", String(bits)], home, .all)
  }

  private func run(
    _ words: [String], _ home: String, _ processors: KeychainBenchmark.Processors
  ) throws(BenchmarkError) -> Double {
    let words = (processors == .one ? ["taskset", "-c", "0"] : []) + [path] + words
    let answer = try BenchmarkProgram.run(words[0], Array(words.dropFirst()), environment: ["BAILEY_HOME=\(home)"])
    guard let value = Double(answer.split(separator: "\n").last ?? "") else {
      throw .unreadableAnswer(program: Self.name)
    }
    return value
  }
}

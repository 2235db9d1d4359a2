// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// The bar of a long job, as a person sees it, and as a script does not.
@Suite(
  .serialized,
  .enabled(if: Program.canMount && Program.isInstalled("script"), "needs script(1) and something to mount with"))
struct ProgressScenarios {
  private static let clean = "\r\u{1B}[K"

  /// A copy of three files, and a check of them.
  private static let jobs = [
    Job(
      words: "files copy $SOURCE/* $MOUNT", unit: "MiB",
      result: "3 files copied, 9 MiB, class completeUntilFirstUserAuthentication.\n"),
    Job(words: "files fsck", unit: "files", result: "3 files checked: nothing is damaged.\n"),
  ]

  private struct Job {
    let words: String
    let unit: String
    let result: String
  }

  /// Only the errors' stream is a terminal.
  @Test func `A bar is drawn on a terminal and wiped at the end`() throws {
    try withJobs { instance, job, run in
      let shown = try run("script -qefc \"$BAILEY \(job.words) > $OUT\" /dev/null")
      #expect(shown.exitCode == 0)
      #expect(try text(at: "out", of: instance) == job.result)
      #expect(shown.output.hasPrefix(Self.clean) && shown.output.hasSuffix(Self.clean))
      let bars = shown.output.components(separatedBy: Self.clean).dropFirst().dropLast()
      #expect(!bars.isEmpty)
      for bar in bars {
        let line = try Regex("^\\[#*\\.*\\] [0-9]+% [0-9]+ of [0-9]+ \(job.unit)$")
        #expect(bar.wholeMatch(of: line) != nil, "\(bar.debugDescription)")
      }
      #expect(bars.last?.hasPrefix("[##############################] 100% ") == true)
    }
  }

  /// Everything on one terminal: what is said afterwards has a line of its own.
  @Test func `The result stands on a clean line`() throws {
    try withJobs { _, job, run in
      let shown = try run("script -qefc \"$BAILEY \(job.words)\" /dev/null")
      let lines = shown.output.components(separatedBy: Self.clean)
      #expect(lines.count > 2)
      #expect(lines.last == job.result.replacing("\n", with: "\r\n"))
    }
  }

  @Test func `None is drawn into a file or a pipe`() throws {
    try withJobs { instance, job, run in
      let filed = try run("$BAILEY \(job.words) 2> $OUT")
      #expect(filed.output == job.result)
      #expect(try text(at: "out", of: instance) == "")
      let piped = try run("$BAILEY \(job.words) 2>&1 | cat")
      #expect(piped.output == job.result)
      // A terminal for the result alone is none for the bar.
      let shown = try run("script -qefc \"$BAILEY \(job.words) 2> $OUT\" /dev/null")
      #expect(shown.output == job.result.replacing("\n", with: "\r\n"))
      #expect(try text(at: "out", of: instance) == "")
    }
  }

  // MARK: - Running

  /// Runs the body for each job with something that runs a shell's command on the instance.
  private func withJobs(_ body: (RunningInstance, Job, (String) throws -> ProgramResult) throws -> Void) throws {
    try withInstance { instance in
      let folder = instance.home.deletingLastPathComponent()
      let source = folder.appending(path: "source")
      try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
      for name in ["one", "two", "three"] {
        try Data(repeating: 7, count: 3 << 20).write(to: source.appending(path: name))
      }
      let places = [
        "BAILEY": try Program.locate("bailey").path, "SOURCE": source.path, "MOUNT": instance.mount.path,
        "OUT": folder.appending(path: "out").path,
      ]
      for job in Self.jobs {
        try body(instance, job) { command in
          try Program.run("sh", ["-c", command], environment: instance.variables.merging(places) { $1 })
        }
      }
    }
  }

  private func text(at name: String, of instance: RunningInstance) throws -> String {
    try String(contentsOf: instance.home.deletingLastPathComponent().appending(path: name), encoding: .utf8)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Foundation
import Glibc
import Processes
import RunningInstance
import SystemCalls
import Testing

/// A benchmark that is told to end leaves nothing behind.
@Suite(.enabled(if: Program.canMount, "nothing can be mounted here")) struct BenchmarkScenarios {
  @Test(arguments: [["find", "10"], ["sign"]]) func `An apps calls are timed once they work`(words: [String]) throws {
    try withInstance { instance in
      let home = ["BAILEY_HOME": instance.home.path]
      let timed = try Program.run("keychain-timing", words, environment: home)
      #expect(try #require(Double(timed.output.split(separator: "\n").last ?? "")) > 0)
      try instance.lock()
      #expect(try Program.run("keychain-timing", words, environment: home).exitCode != 0)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM]) func `A benchmark that is ended takes its instance along`(_ signal: Int32) throws
  {
    var plan = ChildPlan(path: try Program.locate("bailey").path, arguments: ["bench", "keychain"])
    let silence = try FileDescriptor.open("/dev/null", O_RDWR)
    (plan.input, plan.output, plan.errors) = (silence.raw, silence.raw, silence.raw)
    let bench = try ChildProcess.start(plan)
    let folder = "/var/tmp/bailey-bench-\(bench.process)"
    func isMounted() throws -> Bool { try MountTable.current().entries.contains { $0.path == folder + "/mount" } }
    while try !isMounted() {
      try #require(Poll.readable([bench.descriptor.raw], within: .milliseconds(10)) == [false], "it has ended")
    }
    try bench.send(signal)
    #expect(try bench.wait() == .exited(128 + signal))
    #expect(try !isMounted())
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(try Program.run("pgrep", ["-f", folder]).output.isEmpty)
  }
}

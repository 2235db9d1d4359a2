// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// `bailey bench console`: the pages in Chromium, with as much to show as somebody has after years, and the server of files
/// against nginx.
package struct ConsoleBenchmark: Sendable {
  /// The `bailey` program, beside which `bailey-console` lies.
  let program: String
  /// The folder of the instance: on a tmpfs, so that no disk is measured.
  let folder: String
  let progress: @Sendable (String) -> Void

  package init(program: String, folder: String, progress: @escaping @Sendable (String) -> Void) {
    self.program = program
    self.folder = folder
    self.progress = progress
  }

  package func run() throws(BenchmarkError) -> ConsoleOutcome {
    for needed in ["chromedriver", "nginx", "wrk"] where BenchmarkProgram.path(of: needed) == nil {
      throw .notInstalled(program: needed)
    }
    let home = BaileyInstance.home(below: folder)
    let instance = BaileyInstance(program: program)
    let answer = try instance.whileMounted(in: home) { mount in
      try ConsoleFixture(instance, home: home, mount: mount).fill(progress)
      progress("opening the console in Chromium, then its files against nginx")
      // Debian's Python has Debian's driver of browsers.
      return try BenchmarkProgram.run(
        "/usr/bin/python3", ["-c", ConsoleWalk.script, program, home, BaileyInstance.passcode],
        environment: ["BAILEY_HOME=\(home)/home"])
    }
    let values = answer.split(separator: "\n").compactMap { Double($0) }
    guard let outcome = ConsoleOutcome(values) else { throw .unreadableAnswer(program: "chromedriver") }
    return outcome
  }
}

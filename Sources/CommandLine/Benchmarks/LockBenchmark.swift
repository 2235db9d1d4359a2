// SPDX-License-Identifier: Apache-2.0
import Glibc
import OwnProcess

/// `bailey bench lock`: how long it takes until nothing of 1,000 open class A files and 1 GiB of cached pages is left.
package struct LockBenchmark: Sendable {
  private static let rounds: UInt8 = 3

  /// The `bailey` program to measure.
  let program: String
  /// The folder of the instance: on a tmpfs, so that no disk is measured.
  let folder: String
  let progress: @Sendable (String) -> Void

  package init(program: String, folder: String, progress: @escaping @Sendable (String) -> Void) {
    self.program = program
    self.folder = folder
    self.progress = progress
  }

  package func run() throws(BenchmarkError) -> LockOutcome {
    let home = BaileyInstance.home(below: folder)
    let instance = BaileyInstance(program: program)
    return try instance.whileMounted(in: home) { mount in
      try BenchmarkProgram.run("mkdir", ["\(mount)/private"])
      try instance.bailey(["files", "class", "set", "\(mount)/private", "complete"], in: home)
      var outcome = try measure(instance, home: home, folder: "\(mount)/private")
      progress("measuring Argon2id with the parameters of the keybag")
      outcome.stretching = try PasscodeCost.milliseconds(ofInstanceIn: "\(home)/home")
      return outcome
    }
  }

  private func measure(_ instance: BaileyInstance, home: String, folder: String) throws -> LockOutcome {
    progress("writing 1 GiB")
    try ResourceLimit.raiseOpenFiles(to: UInt64(CachedFiles.count + 64))
    let files = try CachedFiles(in: folder)
    let clock = ContinuousClock()
    func milliseconds(_ arguments: [String], input: String = "") throws -> Double {
      let start = clock.now
      try instance.bailey(arguments, in: home, input: input)
      return (clock.now - start).inSeconds * 1000
    }
    var outcome = LockOutcome()
    for round in 1...Self.rounds {
      progress("round \(round) of \(Self.rounds): reading 1 GiB, locking, unlocking")
      outcome.cachedBytes.append(Double(try files.use(changing: round)))
      outcome.command.append(try milliseconds(["status"]))
      outcome.lock.append(try milliseconds(["lock", "--now"]))
      outcome.add(try files.remains())
      outcome.unlock.append(try milliseconds(["unlock"], input: "benchmark\n"))
      outcome.lostChanges += files.lostChanges(of: round)
    }
    return outcome
  }
}

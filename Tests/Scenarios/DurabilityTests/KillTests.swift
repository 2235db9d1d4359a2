// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Programs are killed at random moments under load; what was synced before is there and whole afterwards.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "no /dev/fuse here"))
struct KillTests {
  /// How often each program is killed; 300 times in all.
  static let rounds = LongTests.rounds(12, of: 75)

  /// `bailey` itself is the supervisor: the others go with it, and `bailey up` clears away what it leaves.
  @Test(arguments: ["bailey-fs", "bailey-enclave", "baileyd", "bailey"])
  func `What was synced survives a kill`(program: String) throws {
    try withInstance { instance in
      let journal = SyncedFiles(folder: instance.mount.appending(path: "load"))
      var killed: pid_t?
      try journal.prepare()
      // Beforehand, as nobody knows how far the load gets before a kill.
      var left = 100
      let whole = journal.work(round: 0) {
        left -= 1
        return left >= 0
      }
      #expect(whole.end == .wasStopped && whole.done == Set(SyncedFiles.Kind.allCases), "\(whole)")
      for round in 0..<Self.rounds {
        try comeBack(instance, after: program, killed)
        try journal.verify(round.isMultiple(of: 10) ? .everything : .lastRound)
        try journal.prepare()
        let victim = try #require(instance.processes(named: program).first, "round \(round): \(program) is not running")
        let deadline = Date().addingTimeInterval(Double.random(in: 0.005...0.06))
        let killer = Thread {
          Thread.sleep(until: deadline)
          kill(victim, SIGKILL)
        }
        killer.start()
        // The keychain's end is none of the files' affair.
        let isSpared = program == "baileyd"
        let load = journal.work(round: round) { !isSpared || !killer.isFinished }
        #expect(load.end == (isSpared ? .wasStopped : .fileSystemFailed), "round \(round)")
        while !killer.isFinished { Thread.sleep(forTimeInterval: 0.001) }
        killed = victim
      }
      try comeBack(instance, after: program, killed)
      try journal.verify(.everything)
      try instance.succeed(["down"])
      try instance.succeed(["up", "--mount", instance.mount.path])
      try instance.unlock()
      try journal.verify(.everything)
    }
  }

  /// Waits until everything runs again, and unlocks if the enclave was among those that died.
  private func comeBack(_ instance: RunningInstance, after program: String, _ killed: pid_t?) throws {
    let limit = Date().addingTimeInterval(120)
    while true {
      // A process takes its time to end: until the supervisor has buried it, all seems well.
      if program != "bailey", let killed, kill(killed, 0) == 0 {
        Thread.sleep(forTimeInterval: 0.001)
      } else if let report = try? instance.report() {
        if report.state == "beforeFirstUnlock" { _ = try? instance.unlock() }
        if report.state == "unlocked", report.files == "mounted", report.keychain == "answering" { return }
      } else if program == "bailey" {
        _ = try? instance.bailey(["up", "--passcode-stdin"], input: RunningInstance.passcode + "\n")
      }
      try #require(Date() < limit, "the instance did not come back: \(instance.log.suffix(2000))")
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// Nothing is lost, and nothing gets out.
extension KeychainScenarios {
  @Test func `Every add that returned success is there`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      for round in 0..<6 {
        let fill = try program.start("fill", "r\(round)-", "secret of round \(round)")
        try fill.waitForLine("r\(round)-0")
        usleep(useconds_t.random(in: 1000...200_000))
        let victim = round % 2 == 0 ? "baileyd" : "bailey-enclave"
        kill(try #require(instance.processes(named: victim).first), SIGKILL)
        usleep(200_000)
        fill.kill()
        try waitUntilAnswering(instance)
        if victim == "bailey-enclave" { try instance.unlock() }
        for account in fill.lines() {
          #expect(try program.run("find", account).output == "secret of round \(round)\n", "\(account)")
        }
      }
    }
  }

  @Test func `Nothing secret is in the files or the log`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      try #require(program.run("add", "account-7f3a", "secret-91bc").exitCode == 0)
      #expect(try program.run("find", "account-7f3a").output == "secret-91bc\n")
      try instance.lock()
      for folder in ["broker", "log"] {
        let found = try Program.run(
          "grep", ["-r", "-l", "-a", "-e", "91bc", "-e", "7f3a", instance.home.path + "/" + folder])
        #expect(found.output.isEmpty)
      }
    }
  }

  private func waitUntilAnswering(_ instance: RunningInstance) throws {
    try eventually { (try? instance.report().keychain) == "answering" }
  }
}

// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// What happens when processes are killed.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct CrashScenarios {
  @Test func `A killed filesystem comes back as it was`() throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "file")
      try Data("hello".utf8).write(to: file)
      let before = try instance.report()
      kill(try #require(before.processes["bailey-fs"]), SIGKILL)
      try eventually { try instance.report().restarts == 1 && instance.report().files == "mounted" }
      let after = try instance.report()
      #expect(after.processes["bailey-fs"] != before.processes["bailey-fs"])
      #expect(after.processes["bailey-enclave"] == before.processes["bailey-enclave"])
      #expect(after.state == "unlocked")
      #expect(try Data(contentsOf: file) == Data("hello".utf8))
    }
  }

  @Test func `A killed enclave is like a restart`() throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "file")
      try Data("hello".utf8).write(to: file)
      let before = try instance.report()
      kill(try #require(before.processes["bailey-enclave"]), SIGKILL)
      try eventually {
        let now = try? instance.report()
        return now?.files == "mounted" && now?.processes["bailey-enclave"] != before.processes["bailey-enclave"]
      }
      #expect(try instance.report().state == "beforeFirstUnlock")
      #expect(refusal(of: file) == EPERM)
      try instance.unlock()
      #expect(try Data(contentsOf: file) == Data("hello".utf8))
    }
  }

  @Test func `Without its supervisor nothing goes on`() throws {
    try withInstance { instance in
      try Data("hello".utf8).write(to: instance.mount.appending(path: "file"))
      let processes = try instance.report().processes
      kill(try #require(processes["bailey"]), SIGKILL)
      try eventually { processes.values.allSatisfy { kill($0, 0) != 0 } }
      #expect(try instance.bailey(["status"]).exitCode == 1)
      try instance.succeed(["up", "--passcode-stdin"], input: RunningInstance.passcode + "\n")
      #expect(try Data(contentsOf: instance.mount.appending(path: "file")) == Data("hello".utf8))
    }
  }

  @Test func `A dead mount is cleaned by the next start`() throws {
    try withInstance { instance in
      try Data("hello".utf8).write(to: instance.mount.appending(path: "file"))
      let all = try instance.report().processes.values
      for process in all { kill(process, SIGSTOP) }
      for process in all { kill(process, SIGKILL) }
      try eventually { all.allSatisfy { kill($0, 0) != 0 } }
      #expect(refusal(of: instance.mount.appending(path: "file")) == ENOTCONN)
      try instance.succeed(["up", "--passcode-stdin"], input: RunningInstance.passcode + "\n")
      #expect(try Data(contentsOf: instance.mount.appending(path: "file")) == Data("hello".utf8))
    }
  }

  @Test func `A filesystem that keeps dying is started again each time`() throws {
    try withInstance { instance in
      for round in 1...5 {
        kill(try #require(try instance.report().processes["bailey-fs"]), SIGKILL)
        try eventually { try instance.report().restarts == round && instance.report().files == "mounted" }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: instance.mount.path).isEmpty)
    }
  }

  @Test func `Two starts at once make one instance`() throws {
    let instance = try RunningInstance()
    defer { instance.stop() }
    try instance.succeed(["down"])
    let script = "for i in 1 2 3 4; do \"$0\" up & done; wait"
    _ = try Program.run(
      "sh", ["-c", script, Program.locate("bailey").path], environment: ["BAILEY_HOME": instance.home.path])
    #expect(instance.processes(named: "bailey-enclave").count == 1)
    #expect(instance.processes(named: "bailey-fs").count == 1)
    #expect(try instance.report().files == "mounted")
  }
}

// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// What the supervisor does when its daemons misbehave.
@Suite(.serialized, .enabled(if: Program.isInstalled("python3"), "python3 is not installed")) struct SupervisorTests {
  @Test func `Daemons get what their contract says`() throws {
    try withDaemons { daemons in
      let result = try daemons.bailey(["up", "--mount", daemons.mount.path])
      #expect(result.exitCode == 0)
      #expect(daemons.log.contains("bailey-fs: descriptors: [0, 1, 2, 3, 4, 5, 6]\n"))
      #expect(daemons.log.contains("bailey-enclave: entries of its folder: [] words: []\n"))
      try eventually { try daemons.report().keychain == "answering" }
      #expect(
        daemons.log.contains(
          "baileyd: words: ['\(daemons.home.path)/broker'] descriptors: \(Array(0...16))\n"))
      #expect(daemons.log.contains("baileyd: listens: 1\n"))
      #expect(try daemons.report().restarts == 0)
    }
  }

  @Test func `A keychain that cannot start leaves the files as they are`() throws {
    try withDaemons { daemons in
      let started = try daemons.bailey(["up", "--mount", daemons.mount.path], broker: "exit7")
      #expect(started.exitCode == 0, "\(started.errors)")
      try eventually { try daemons.report().restarts >= 2 }
      let report = try daemons.report()
      #expect(report.files == "mounted")
      #expect(report.keychain != "answering")
    }
  }

  @Test func `The status waits a moment for a broker that answers nobody, and shows the rest`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path], broker: "mute")
      try eventually { try daemons.report().keychain == "answering" }
      let report = try daemons.report()
      #expect(report.files == "mounted" && report.keychain == "answering")
    }
  }

  @Test func `What may be swapped out is said by the status`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path], filesystem: "swappable", broker: "swappable")
      try eventually { try daemons.report().keychainKeys == "swappable" }
      let report = try daemons.report()
      #expect(report.filesKeys == "swappable" && report.files == "mounted" && report.keychain == "answering")
      let status = try daemons.bailey(["status"]).output
      #expect(status.contains("keys of open files, items of the keychain may be swapped out"), "\(status)")
      #expect(daemons.log.contains("bailey-fs: keys may be swapped out"))
      #expect(daemons.log.contains("baileyd: keys may be swapped out"))
    }
  }

  @Test(arguments: [("", "whole"), ("one copy unreadable", "oneCopyUnreadable")])
  func `A copy that cannot be read is said by the status`(mode: String, told: String) throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path], enclave: mode)
      #expect(try daemons.report().keyFiles == told)
      let status = try daemons.bailey(["status"])
      #expect(status.exitCode == 0)
      #expect(status.output.contains("one of two copies in 'keybag' or 'effaceable' cannot be read") == (mode != ""))
    }
  }

  /// Only where something lies that older keys may be needed for; folders that an earlier start made are nothing.
  @Test(arguments: ["files", "broker"]) func `What is there already is told to the enclave`(folder: String) throws {
    try withDaemons { daemons in
      for _ in 0..<2 {
        _ = try daemons.bailey(["up", "--mount", daemons.mount.path])
        #expect(!daemons.log.contains("--no-first-keys"))
        _ = try daemons.bailey(["down"])
      }
      try Data().write(to: daemons.home.appending(path: "\(folder)/something"))
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path])
      #expect(daemons.log.contains("words: ['--no-first-keys']\n"))
    }
  }

  @Test func `A keychain that dies is started anew`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path])
      try eventually { try daemons.report().keychain == "answering" }
      let before = try daemons.report().processes
      kill(try #require(before["baileyd"]), SIGKILL)
      try eventually {
        let now = try daemons.report()
        return now.keychain == "answering" && now.processes["baileyd"] != before["baileyd"]
      }
      #expect(try daemons.report().processes["bailey-fs"] == before["bailey-fs"])
    }
  }

  @Test(arguments: [
    ("exit3", "The keybag is damaged"), ("exit4", "What opens the keys cannot be had"),
    ("exit1", "bailey-enclave could not start (1). It said: out of luck"),
    ("exit5", "had been erased"),
  ])
  func `A start that fails says why and leaves nothing`(mode: String, sentence: String) throws {
    try withDaemons { daemons in
      let result = try daemons.bailey(["up", "--mount", daemons.mount.path], enclave: mode)
      #expect(result.exitCode == 1)
      #expect(result.errors.contains(sentence))
      try eventually { try daemons.bailey(["status"]).exitCode == 1 && daemons.log.hasSuffix("stopped\n") }
    }
  }

  @Test func `A filesystem that cannot start ends the start`() throws {
    try withDaemons { daemons in
      let result = try daemons.bailey(["up", "--mount", daemons.mount.path], filesystem: "exit7")
      #expect(result.errors.contains("bailey-fs could not start (7)"))
      let started = try daemons.bailey(["up", "--mount", daemons.mount.path])
      #expect(started.exitCode == 0, "\(started.errors)")
    }
  }

  @Test func `The enclave is stopped last`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path])
      try eventually { try daemons.report().keychain == "answering" }
      #expect(try daemons.bailey(["down"]).exitCode == 0)
      let ends = daemons.log.split(separator: "\n").filter { $0.contains(" ended: ") }
      #expect(
        ends.map { $0.split(separator: " ", maxSplits: 2).last } == [
          "baileyd ended: exited(0)", "bailey-fs ended: exited(0)", "bailey-enclave ended: exited(0)",
        ])
    }
  }

  @Test func `A filesystem is started anew with its enclave`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path])
      let before = try daemons.report().processes
      kill(try #require(before["bailey-enclave"]), SIGKILL)
      try eventually {
        let now = try daemons.report()
        return now.files == "mounted" && now.processes["bailey-enclave"] != before["bailey-enclave"]
      }
      let after = try daemons.report().processes
      #expect(after["bailey-fs"] != before["bailey-fs"])
    }
  }

  @Test func `A check brings the mount back`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path])
      let result = try daemons.bailey(["files", "fsck"])
      #expect(result.exitCode == 1)
      #expect(result.output == "a b: parts of its contents are damaged\n2 files checked: 1 problem, 1 remains.\n")
      #expect(try daemons.report().files == "mounted")
      #expect(try daemons.report().restarts == 0)
    }
  }

  @Test func `A check that dies is no clean check`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path], filesystem: "dies in check")
      let result = try daemons.bailey(["files", "fsck"])
      #expect(result.exitCode == 1)
      #expect(result.errors.contains("The check could not be made"))
      #expect(try daemons.report().files == "mounted")
    }
  }

  @Test func `A check ends with the command that asked for it`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path], filesystem: "checks for ever")
      let program = daemons.folder.appending(path: "bailey").path
      let asking = try Program.run(
        "sh", ["-c", "'\(program)' files fsck & \(daemons.untilChecking); kill $!; wait"],
        environment: ["BAILEY_HOME": daemons.home.path])
      #expect(asking.output.isEmpty)
      try eventually { try daemons.report().files == "mounted" }
    }
  }

  @Test func `One check at a time`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path], filesystem: "checks for ever")
      let program = daemons.folder.appending(path: "bailey").path
      let both = try Program.run(
        "sh", ["-c", "'\(program)' files fsck & \(daemons.untilChecking); '\(program)' files fsck; kill $!; wait"],
        environment: ["BAILEY_HOME": daemons.home.path])
      #expect(both.errors.contains("Bailey is busy with a check"))
    }
  }

  @Test func `Erasing removes everything but the settings`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path])
      for name in ["enclave/keybag", "files/data", "broker/data"] {
        try Data("x".utf8).write(to: daemons.home.appending(path: name))
      }
      #expect(try daemons.bailey(["erase", "--yes"]).exitCode == 0)
      let left = try FileManager.default.contentsOfDirectory(atPath: daemons.home.path).sorted()
      #expect(left == ["broker", "config", "enclave", "files", "lock", "log", "run"])
      for name in ["broker", "enclave", "files", "run"] {
        let entries = try FileManager.default.contentsOfDirectory(atPath: daemons.home.path + "/" + name)
        #expect(entries.isEmpty)
      }
    }
  }

  /// Damage and loss are no erasure: what is there may still be opened by what is put back.
  @Test(arguments: 1...5) func `Only an enclave that is erased costs the files`(exitStatus: Int) throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path])
      _ = try daemons.bailey(["down"])
      let names = ["enclave/keybag", "files/data", "broker/data"]
      for name in names { try Data("x".utf8).write(to: daemons.home.appending(path: name)) }
      #expect(try daemons.bailey(["up", "--mount", daemons.mount.path], enclave: "exit\(exitStatus)").exitCode == 1)
      try eventually { try daemons.bailey(["status"]).exitCode == 1 && daemons.log.hasSuffix("stopped\n") }
      let left = names.filter { FileManager.default.fileExists(atPath: daemons.home.appending(path: $0).path) }
      #expect(left == (exitStatus == 5 ? [] : names))
    }
  }

  @Test(arguments: [["enclave.erased", "files.erased"], ["enclave.erased"]])
  func `A cut erasure is finished by the next start`(left: [String]) throws {
    try withDaemons { daemons in
      for name in left + (left.count == 1 ? ["files"] : []) {
        try FileManager.default.createDirectory(
          at: daemons.home.appending(path: name + "/deep"), withIntermediateDirectories: true)
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: daemons.home.path)
      let started = try daemons.bailey(["up", "--mount", daemons.mount.path])
      #expect(started.exitCode == 0, "\(started.errors)")
      let found = try FileManager.default.contentsOfDirectory(atPath: daemons.home.path)
      #expect(!found.contains { $0.hasSuffix(".erased") })
      let files = try FileManager.default.contentsOfDirectory(atPath: daemons.home.path + "/files")
      #expect(files.isEmpty)
    }
  }

  @Test func `A filesystem that will not end is killed at the end`() throws {
    try withDaemons { daemons in
      _ = try daemons.bailey(["up", "--mount", daemons.mount.path], filesystem: "will not end")
      let process = try #require(try daemons.report().processes["bailey-fs"])
      kill(process, SIGSTOP)
      #expect(try daemons.bailey(["down"]).exitCode == 0)
      #expect(kill(process, 0) != 0)
    }
  }

  private func withDaemons(_ body: (FakeDaemons) throws -> Void) throws {
    let daemons = try FakeDaemons()
    defer { daemons.clear() }
    try body(daemons)
  }
}

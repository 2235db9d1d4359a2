// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import SoftwareTPM
import SystemCalls
import Testing

/// What an instance does over its life, with the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct InstanceScenarios {
  @Test func `A lock takes what its class forbids`() throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "secret")
      try Data("hello".utf8).write(to: file)
      try instance.setClass("complete", of: file)
      try instance.lock()
      #expect(try instance.report().state == "locked")
      #expect(refusal(of: file) == EPERM)
      #expect(try FileManager.default.contentsOfDirectory(atPath: instance.mount.path) == ["secret"])
      try instance.unlock()
      #expect(try Data(contentsOf: file) == Data("hello".utf8))
    }
  }

  @Test func `The grace period ends by itself`() throws {
    try withInstance { instance in
      try setGrace(seconds: 1, of: instance)
      try instance.succeed(["lock"])
      try eventually { try instance.report().state == "locked" }
    }
  }

  @Test func `Class a stays readable during the grace period`() throws {
    try withInstance { instance in
      try setGrace(seconds: 3600, of: instance)
      let file = instance.mount.appending(path: "secret")
      try Data("hello".utf8).write(to: file)
      try instance.setClass("complete", of: file)
      try instance.succeed(["lock"])
      #expect(try instance.report().state == "grace")
      #expect(refusal(of: file) == 0)
      try instance.lock()
      #expect(refusal(of: file) == EPERM)
    }
  }

  @Test func `A filesystem that stands still is ended by a lock`() throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "secret")
      try Data("hello".utf8).write(to: file)
      try instance.setClass("complete", of: file)
      let held = try FileDescriptor.open(file.path, O_RDONLY)
      kill(try #require(instance.report().processes["bailey-fs"]), SIGSTOP)
      let locked = try instance.bailey(["lock", "--now"])
      #expect(locked.exitCode == 0, "\(locked) \(instance.log)")
      #expect(try instance.report().state == "locked")
      #expect(instance.log.contains("bailey-fs has not given up its keys in time: the mount is cut off"))
      #expect(throws: SystemError.self) { try held.read(count: 5, at: 0) }
      try eventually { try instance.report().files == "mounted" && instance.report().restarts == 1 }
      try instance.unlock()
      #expect(try Data(contentsOf: file) == Data("hello".utf8))
    }
  }

  @Test func `A keychain that stands still is ended by a lock`() throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "file")
      try Data("hello".utf8).write(to: file)
      let before = try instance.report().processes
      kill(try #require(before["baileyd"]), SIGSTOP)
      try instance.lock()
      #expect(try instance.report().state == "locked")
      #expect(instance.log.contains("baileyd has not given up its keys in time: killed"))
      try eventually { try instance.report().processes["baileyd"].map { $0 != before["baileyd"] } ?? false }
      // The files had no part in it.
      #expect(try instance.report().processes["bailey-fs"] == before["bailey-fs"])
      #expect(try Data(contentsOf: file) == Data("hello".utf8))
    }
  }

  private func setGrace(seconds: Int, of instance: RunningInstance) throws {
    let settings = instance.home.appending(path: "config")
    try instance.succeed(["down"])
    let text = try String(contentsOf: settings, encoding: .utf8)
    try (text + "grace-seconds = \(seconds)\n").write(to: settings, atomically: true, encoding: .utf8)
    try instance.succeed(["up", "--passcode-stdin"], input: RunningInstance.passcode + "\n")
  }

  @Test func `A restart ends before the first unlock`() throws {
    try withInstance { instance in
      let always = instance.mount.appending(path: "always")
      let later = instance.mount.appending(path: "later")
      for file in [always, later] { try Data("hello".utf8).write(to: file) }
      try instance.setClass("none", of: always)
      try instance.restart()
      #expect(try instance.report().state == "beforeFirstUnlock")
      #expect(refusal(of: always) == 0)
      #expect(refusal(of: later) == EPERM)
      try instance.unlock()
      #expect(refusal(of: later) == 0)
    }
  }

  @Test func `Wrong passcodes cost time that a restart does not give back`() throws {
    try withInstance { instance in
      try instance.lock()
      for number in 1...4 {
        #expect(try instance.bailey(["unlock"], input: "wrong \(number)\n").exitCode == 3)
      }
      #expect(try instance.report().failures == 4)
      let wait = try instance.report().waitSeconds
      #expect((1...60).contains(wait))
      #expect(try instance.bailey(["unlock"], input: RunningInstance.passcode + "\n").exitCode == 4)
      try instance.restart()
      #expect(try instance.bailey(["unlock"], input: RunningInstance.passcode + "\n").exitCode == 4)
    }
  }

  @Test func `Instances with different homes run side by side`() throws {
    try withInstance { one in
      try withInstance { other in
        try Data("one".utf8).write(to: one.mount.appending(path: "file"))
        try Data("other".utf8).write(to: other.mount.appending(path: "file"))
        try one.lock()
        #expect(try one.report().state == "locked")
        #expect(try other.report().state == "unlocked")
        try one.succeed(["erase", "--yes"], input: RunningInstance.passcode + "\n")
        #expect(try Data(contentsOf: other.mount.appending(path: "file")) == Data("other".utf8))
      }
    }
  }

  @Test func `A stop does not wait for programs that hold files open`() throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "file")
      try Data("hello".utf8).write(to: file)
      let held = try FileDescriptor.open(file.path, O_RDWR)
      try held.write(Array("HELLO".utf8).span, at: 0)
      try instance.succeed(["down"])
      #expect(throws: SystemError.self) { try held.read(count: 5, at: 0) }
      try instance.succeed(["up", "--passcode-stdin"], input: RunningInstance.passcode + "\n")
      #expect(try Data(contentsOf: file) == Data("HELLO".utf8))
    }
  }

  /// What a restore in part, or a damaged disk, may leave: a start may refuse, but remove nothing.
  @Test func `An instance without its effaceable record opens again with it`() throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "file")
      try Data("hello".utf8).write(to: file)
      try instance.succeed(["down"])
      let record = instance.home.appending(path: "enclave/effaceable")
      let bytes = try Data(contentsOf: record)
      for remains in [nil, Data(), Data(count: bytes.count)] {
        try FileManager.default.removeItem(at: record)
        if let remains { try remains.write(to: record) }
        let result = try instance.bailey(["up"])
        #expect(result.exitCode == 1)
        #expect(result.errors.contains("This start removed nothing."))
        #expect(result.errors.contains("'effaceable' is missing"))
        if remains == nil { try Data().write(to: record) }
      }
      try bytes.write(to: record)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: record.path)
      try instance.succeed(["up", "--passcode-stdin"], input: RunningInstance.passcode + "\n")
      #expect(try Data(contentsOf: file) == Data("hello".utf8))
    }
  }

  @Test(arguments: [["files", "broker"], ["files"], ["broker"]])
  func `Files without their keys are no new instance`(remaining: [String]) throws {
    try withInstance { instance in
      let file = instance.mount.appending(path: "file")
      try Data("hello".utf8).write(to: file)
      try instance.succeed(["down"])
      func move(_ name: String, _ from: String, _ to: String) throws {
        try FileManager.default.moveItem(
          at: instance.home.appending(path: name + from), to: instance.home.appending(path: name + to))
      }
      let gone = ["enclave/keybag", "enclave/effaceable"] + Set(["files", "broker"]).subtracting(remaining)
      for name in gone { try move(name, "", ".away") }
      let result = try instance.bailey(["up"])
      #expect(result.exitCode == 1)
      #expect(result.errors.contains("This start removed nothing."))
      #expect(result.errors.contains("'keybag' and 'effaceable' are both missing"))
      for name in gone {
        let made = instance.home.appending(path: name)
        // Folders are made for every start, and stay empty.
        if name.hasPrefix("enclave") { #expect(!FileManager.default.fileExists(atPath: made.path)) }
        try? FileManager.default.removeItem(at: made)
        try move(name, ".away", "")
      }
      try instance.succeed(["up", "--passcode-stdin"], input: RunningInstance.passcode + "\n")
      #expect(try Data(contentsOf: file) == Data("hello".utf8))
    }
  }

  /// The way out of that refusal for whom no copy is left, as the refusal itself tells it.
  @Test func `Who moves away what nobody opens gets a new instance`() throws {
    try withInstance { instance in
      try Data("hello".utf8).write(to: instance.mount.appending(path: "file"))
      try instance.succeed(["down"])
      func expectRefusal() throws {
        let refused = try instance.bailey(["up"])
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("for a new instance, move both folders away"))
      }
      let files = FileManager.default
      for name in ["enclave/keybag", "enclave/effaceable"] {
        try files.removeItem(at: instance.home.appending(path: name))
      }
      try expectRefusal()
      // A store that was emptied is none for other keys.
      for name in ["files", "broker"] {
        let folder = instance.home.appending(path: name)
        for entry in try files.contentsOfDirectory(atPath: folder.path) {
          try files.removeItem(at: folder.appending(path: entry))
        }
      }
      try expectRefusal()
      for name in ["files", "broker"] {
        try files.moveItem(at: instance.home.appending(path: name), to: instance.home.appending(path: name + ".away"))
      }
      try instance.succeed(["up"])
      let isSet = try instance.report().passcode
      #expect(!isSet)
      #expect(try files.contentsOfDirectory(atPath: instance.mount.path) == [])
      try instance.succeed(["restart"])
    }
  }

  @Test(.enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed")) func `A TPM holds the root key`() throws {
    try SoftwareTPM.run { tpm in
      let instance = try RunningInstance(passcode: .absent)
      defer { instance.stop() }
      // Made with a key file: that stays so until it is erased.
      let mount = instance.mount.path
      try instance.succeed(["down"])
      #expect(try instance.bailey(["up", "--tpm", tpm.connection]).errors.contains("made with a root key in a file"))
      try instance.succeed(["up"])
      #expect(try instance.bailey(["up", "--tpm", tpm.connection]).errors.contains("made with a root key in a file"))
      try instance.succeed(["erase", "--yes"])

      try instance.succeed(["up", "--mount", mount, "--tpm", tpm.connection])
      try instance.succeed(["passcode", "set"], input: "1234\n")
      #expect(try instance.report().root == "tpm")
      try instance.succeed(["up", "--tpm", tpm.connection])
      #expect(try instance.bailey(["up", "--tpm", "swtpm:port=1"]).errors.contains("not with this TPM"))
      try Data("hello".utf8).write(to: instance.mount.appending(path: "file"))
      try instance.restart()
      try instance.succeed(["unlock"], input: "1234\n")
      #expect(try Data(contentsOf: instance.mount.appending(path: "file")) == Data("hello".utf8))

      // Without its TPM the instance cannot start, on this machine or another.
      try instance.succeed(["down"])
      tpm.stop()
      let result = try instance.bailey(["up"])
      #expect(result.exitCode == 1)
      #expect(result.errors.contains("What opens the keys cannot be had"))
    }
  }

  @Test func `A passcode is typed unseen`() throws {
    let instance = try RunningInstance(passcode: .absent)
    defer { instance.stop() }
    // A terminal for the command: what it shows is collected, and each answer typed when its question has come.
    let typist = """
      import os, pty, sys
      pid, terminal = pty.fork()
      if pid == 0: os.execv(sys.argv[1], sys.argv[1:4])
      shown = b""
      for question, keys in ((b"New passcode: ", b"tvp\\x7fpf secret\\r"), (b"Again: ", b"tvpf secret\\r")):
        while not shown.endswith(question): shown += os.read(terminal, 100)
        os.write(terminal, keys)
      try:
        while True:
          more = os.read(terminal, 100)
          if not more: break
          shown += more
      except OSError: pass
      sys.stdout.write(shown.decode())
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
      """
    let bailey = try Program.locate("bailey").path
    let result = try Program.run(
      "python3", ["-c", typist, bailey, "passcode", "set"], environment: ["BAILEY_HOME": instance.home.path])
    #expect(result.exitCode == 0)
    #expect(result.output.hasPrefix("New passcode: \r\nAgain: \r\nThe passcode is set.\r\n"))
    try instance.lock()
    try instance.succeed(["unlock"], input: "tvpf secret\n")
  }
}

/// The errno of opening and reading a file; 0 if it could be read.
func refusal(of file: URL) -> Int32 {
  do throws(SystemError) {
    _ = try FileDescriptor.open(file.path, O_RDONLY).read(count: 4096, at: 0)
    return 0
  } catch {
    return error.code
  }
}

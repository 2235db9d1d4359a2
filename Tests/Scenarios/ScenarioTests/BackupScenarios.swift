// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// `bailey keychain backup` and `restore` with the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct BackupScenarios {
  private static let passphrase = "correct battery staple"
  /// What the owner types: everybody's items take both.
  private static let both = RunningInstance.passcode + "\n" + passphrase + "\n"

  private func withBackup(_ body: (RunningInstance, ClientProgram, URL) throws -> Void) throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      for number in 0..<20 { try #require(program.run("add", "item-\(number)", "secret \(number)").exitCode == 0) }
      try #require(program.run("add-large", "large", "1048576").exitCode == 0)
      let file = instance.home.deletingLastPathComponent().appending(path: "backup")
      let made = try instance.succeed(["keychain", "backup", file.path, "--json"], input: Self.both)
      #expect(made.output.hasPrefix(#"{"items":21,"leftOut":0,"#), "\(made.output)")
      try body(instance, program, file)
    }
  }

  private func restore(_ instance: RunningInstance, _ file: URL, _ passphrase: String = passphrase) throws
    -> ProgramResult
  {
    try instance.bailey(
      ["keychain", "restore", file.path, "--json"], input: RunningInstance.passcode + "\n" + passphrase + "\n")
  }

  @Test func `What was deleted comes back`() throws {
    try withBackup { instance, program, file in
      for number in 0..<20 { try #require(program.run("delete", "item-\(number)").exitCode == 0) }
      #expect(try program.run("find", "item-3").output == "-25300\n")
      let restored = try restore(instance, file)
      #expect(
        restored.output
          == #"{"items":21,"added":20,"replaced":0,"kept":1,"otherDevice":0,"passkeysAdded":0,"passkeysKept":0,"#
          + #""keychains":[],"keychainsPassedOver":[]}"# + "\n",
        "\(restored)")
      #expect(try program.run("find", "item-3").output == "secret 3\n")
      #expect(try restore(instance, file).output.contains(#""added":0,"replaced":0,"kept":21"#))
      #expect(try instance.bailey(["keychain", "verify"]).exitCode == 0)
    }
  }

  @Test func `a restore names the programs that have the items' groups now, and asks`() throws {
    try withInstance { instance in
      let first = try ClientProgram("first", of: instance)
      try first.register(groups: ["team.shared"])
      try #require(first.run("add", "item", "secret").exitCode == 0)
      let file = instance.home.deletingLastPathComponent().appending(path: "backup")
      try instance.succeed(["keychain", "backup", file.path], input: Self.both)
      try #require(first.run("delete", "item").exitCode == 0)
      try instance.succeed(["app", "unregister", "--executable", first.path], input: RunningInstance.passcode + "\n")
      let second = try ClientProgram("second", of: instance)
      try second.register(groups: ["team.shared"])
      let refused = try restore(instance, file)
      #expect(refused.exitCode == 1 && refused.output.isEmpty, "\(refused)")
      #expect(refused.errors.contains("  team.shared: \(second.path)\n"), "\(refused)")
      #expect(refused.errors.contains("--yes"), "\(refused)")
      #expect(try second.run("find", "item").output == "-25300\n")
      let agreed = try instance.bailey(["keychain", "restore", "--yes", file.path], input: Self.both)
      #expect(agreed.exitCode == 0 && agreed.output == "1 items were added.\n", "\(agreed)")
      #expect(agreed.errors.contains("  team.shared: \(second.path)\n"), "\(agreed)")
      #expect(try second.run("find", "item").output == "secret\n")
    }
  }

  @Test func `It goes to another instance`() throws {
    try withBackup { _, program, file in
      try withInstance { other in
        let text = try other.bailey(["keychain", "restore", file.path], input: Self.both)
        #expect(text == ProgramResult(exitCode: 0, output: "21 items were added.\n", errors: ""), "\(text)")
        // The same program at the same path: its private group is the same there.
        let found = try Program.run("env", [program.path, "find", "item-7"], environment: other.variables)
        #expect(found.output == "secret 7\n")
      }
    }
  }

  @Test func `File based keychains come back under their passwords`() throws {
    try withInstance { instance in
      let file = instance.home.deletingLastPathComponent().appending(path: "backup")
      for name in ["open", "closed"] {
        #expect(try instance.security("create-keychain", "-p", "pw \(name)", name).exitCode == 0)
        let add = try instance.security("add-generic-password", "-a", "me", "-s", "s", "-w", "secret of \(name)", name)
        #expect(add.exitCode == 0)
      }
      #expect(try instance.security("lock-keychain", "closed").exitCode == 0)
      let made = try instance.succeed(["keychain", "backup", file.path], input: Self.both).output
      #expect(made.contains("1 item is in "), "\(made)")
      #expect(
        made.contains("With them are the keychains open.\nNot in it are those that are locked or damaged: closed.\n"))
      let bytes = try Data(contentsOf: file)
      for needle in ["secret of", "pw open"] { #expect(bytes.range(of: Data(needle.utf8)) == nil) }
      try withInstance { other in
        let restored = try other.succeed(["keychain", "restore", file.path], input: Self.both).output
        #expect(restored == "1 items were added.\nThere again, locked with their passwords: open.\n", "\(restored)")
        #expect(try other.security("find-generic-password", "-w", "open").exitCode == 36)
        // Into one that is locked nothing can be restored: the rest is, and it is said.
        let again = try other.bailey(["keychain", "restore", file.path], input: Self.both)
        #expect(
          again.exitCode == 77 && again.errors.contains("because they are locked or do not open: open.\n"), "\(again)")
        #expect(try other.security("unlock-keychain", "-p", "wrong", "open").exitCode == 51)
        #expect(try other.security("unlock-keychain", "-p", "pw open", "open").exitCode == 0)
        #expect(try other.security("find-generic-password", "-w", "open").output == "secret of open\n")
        #expect(
          try other.succeed(["keychain", "restore", file.path], input: Self.both).output.contains("1 were there"))
        #expect(try other.bailey(["keychain", "verify"]).exitCode == 0)
      }
    }
  }

  /// One that cannot be made does not keep the rest from being restored.
  @Test func `A keychain that is refused is passed over`() throws {
    try withInstance { instance in
      try instance.succeed(["keychain", "add", "account=me"], input: "hunter2")
      try instance.succeed(["keychain", "password"], input: "pw\n")
      let file = instance.home.deletingLastPathComponent().appending(path: "backup")
      let made = try instance.succeed(["keychain", "backup", file.path], input: Self.both).output
      #expect(made.hasSuffix("With them are the keychains login.keychain.\n"), "\(made)")
      try withInstance { other in
        let list = other.home.appending(path: "broker/keychains")
        try FileManager.default.createDirectory(at: list, withIntermediateDirectories: true)
        try Data("nothing".utf8).write(to: list.appending(path: "list"))
        try other.restart()
        try other.unlock()
        let restored = try other.bailey(["keychain", "restore", file.path], input: Self.both)
        #expect(restored.exitCode == 77 && restored.output == "1 items were added.\n", "\(restored)")
        #expect(restored.errors.contains("locked or do not open: login.keychain.\n"), "\(restored)")
        #expect(try other.succeed(["keychain", "find", "-w", "account=me"]).output == "hunter2")
      }
    }
  }

  @Test func `A wrong passphrase and a damaged file change nothing`() throws {
    try withBackup { instance, program, file in
      try #require(program.run("delete", "item-1").exitCode == 0)
      let wrong = try restore(instance, file, "wrong")
      #expect(wrong.exitCode == 3, "\(wrong)")
      let whole = try Data(contentsOf: file)
      let damaged = file.deletingLastPathComponent().appending(path: "damaged")
      for place in [3, 60, whole.count / 2, whole.count - 1] {
        var bytes = whole
        bytes[place] ^= 1
        try bytes.write(to: damaged)
        #expect(try restore(instance, damaged).exitCode == 1, "byte \(place)")
      }
      for size in [0, 51, 52, 100, whole.count - 30] {
        try whole.prefix(size).write(to: damaged)
        #expect(try restore(instance, damaged).exitCode == 1, "\(size) bytes")
      }
      try (whole + [0]).write(to: damaged)
      #expect(try restore(instance, damaged).exitCode == 1)
      #expect(try program.run("find", "item-1").output == "-25300\n")
    }
  }

  @Test func `It is whole or not there and only its owners and has no secrets`() throws {
    try withBackup { instance, program, file in
      #expect(try FileDescriptor.open(file.path, O_RDONLY).status().st_mode & 0o777 == 0o600)
      let before = try Data(contentsOf: file)
      let again = try instance.bailey(["keychain", "backup", file.path], input: Self.both)
      #expect(again.exitCode == 1 && again.errors.contains("exists"), "\(again)")
      #expect(try Data(contentsOf: file) == before)
      for needle in ["secret 3", "item-3", Self.passphrase] { #expect(before.range(of: Data(needle.utf8)) == nil) }
      try instance.lock()
      let locked = file.deletingLastPathComponent().appending(path: "locked")
      #expect(try instance.bailey(["keychain", "backup", locked.path], input: Self.both).exitCode == 77)
      #expect(try restore(instance, file).exitCode == 77)
      let left = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
      #expect(!left.contains { $0.contains("locked") }, "\(left)")
      // Only the command line of the instance may ask for it.
      #expect(try program.run("backup").output == "not permitted\n")
    }
  }

  @Test func `The passphrase may come from a descriptor`() throws {
    try withBackup { instance, _, file in
      let passphrase = file.deletingLastPathComponent().appending(path: "passphrase")
      try Data((Self.passphrase + "\n").utf8).write(to: passphrase)
      let script = "printf '%s\\n' \"$3\" | \"$0\" keychain restore \"$1\" --passphrase-fd 5 5<\"$2\""
      let words = [try Program.locate("bailey").path, file.path, passphrase.path, RunningInstance.passcode]
      let result = try Program.run("sh", ["-c", script] + words, environment: instance.variables)
      #expect(result.exitCode == 0 && result.output.contains("21 were there already"), "\(result)")
    }
  }

  /// Running `bailey` is not enough to have everybody's items.
  @Test func `Everybodys items take the passcode`() throws {
    try withBackup { instance, _, file in
      let second = file.deletingLastPathComponent().appending(path: "second")
      let wrong = try instance.bailey(["keychain", "backup", second.path], input: "wrong\n\(Self.passphrase)\n")
      #expect(wrong.exitCode == 3, "\(wrong)")
      let restored = try instance.bailey(["keychain", "restore", file.path], input: "wrong\n\(Self.passphrase)\n")
      #expect(restored.exitCode == 3, "\(restored)")
      #expect(!FileManager.default.fileExists(atPath: second.path))
    }
  }

  @Test func `The command lines own items go to another device`() throws {
    try withBackup { instance, program, _ in
      try instance.succeed(["keychain", "add", "account=me"], input: "hunter2")
      try instance.succeed(
        ["keychain", "add", "--accessible", "alwaysThisDeviceOnly", "account=here"], input: "stays")
      let file = instance.home.deletingLastPathComponent().appending(path: "exported")
      let made = try instance.succeed(["keychain", "export", file.path], input: Self.passphrase + "\n")
      #expect(made.output.hasPrefix("1 item is in "), "\(made)")
      try withInstance { other in
        let taken = try other.succeed(["keychain", "import", file.path], input: Self.passphrase + "\n")
        #expect(taken.output == "1 items were added.\n", "\(taken)")
        #expect(try other.succeed(["keychain", "find", "-w", "account=me"]).output == "hunter2")
        #expect(try other.bailey(["keychain", "find", "account=here"]).exitCode == 1)
        let found = try Program.run("env", [program.path, "find", "item-7"], environment: other.variables)
        #expect(found.output == "-25300\n")
      }
    }
  }
}

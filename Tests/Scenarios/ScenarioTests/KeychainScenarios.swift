// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// The keychain with the real daemons, from the socket to the disk.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct KeychainScenarios {
  // MARK: - The lock state

  @Test func `A secret follows the lock state`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      #expect(try program.run("add", "me", "hunter2").exitCode == 0)
      #expect(try program.run("find", "me").output == "hunter2\n")
      try instance.lock()
      #expect(try program.run("find", "me").output == "-25308\n")
      #expect(try program.run("add", "you", "x").output == "-25308\n")
      #expect(try program.run("find", "nobody").output == "-25300\n")
      try instance.unlock()
      #expect(try program.run("find", "me").output == "hunter2\n")
      try instance.restart()
      #expect(try program.run("find", "me").output == "-25308\n")
      try instance.unlock()
      #expect(try program.run("find", "me").output == "hunter2\n")
      try instance.succeed(["down"])
      #expect(try program.run("find", "me").output == "-25291\n")
    }
  }

  @Test func `The command line has items of its own`() throws {
    try withInstance { instance in
      try instance.succeed(["keychain", "add", "account=me", "service=mail"], input: "hunter2\n")
      #expect(try instance.succeed(["keychain", "find", "--secret-only", "service=mail"]).output == "hunter2")
      let found = try instance.security("find-generic-password", "-s", "mail", "-w")
      #expect(found == ProgramResult(exitCode: 0, output: "hunter2\n", errors: ""))
      try instance.lock()
      #expect(try instance.bailey(["keychain", "find", "service=mail"]).exitCode == 77)
      try instance.unlock()
      #expect(try instance.succeed(["keychain", "list", "--json"]).output.contains(#""account":"me""#))
      try instance.succeed(["keychain", "delete", "service=mail"])
      #expect(try instance.bailey(["keychain", "find", "service=mail"]).exitCode == 1)
    }
  }

  /// The rows of "Passcode", with the real keys: they survive a change and not a removal.
  @Test func `Items that need a passcode go with it`() throws {
    try withInstance { instance in
      func add(_ account: String) throws -> Int32 {
        try instance.bailey(
          ["keychain", "add", "--accessible", "whenPasscodeSetThisDeviceOnly", "account=\(account)"], input: "x"
        ).exitCode
      }
      func find(_ account: String) throws -> Int32 {
        try instance.bailey(["keychain", "find", "account=\(account)"]).exitCode
      }
      #expect(try add("old") == 0)
      try instance.succeed(["keychain", "add", "account=other"], input: "x")
      try instance.succeed(["passcode", "change"], input: "\(RunningInstance.passcode)\nanother 7\n")
      #expect(try find("old") == 0)
      try instance.succeed(["passcode", "remove"], input: "another 7\n")
      #expect(try find("old") == 1)
      #expect(try find("other") == 0)
      // Without a passcode there is no such item to be had.
      #expect(try add("none") == 1)
      try instance.succeed(["passcode", "set"], input: "third 8\n")
      #expect(try find("old") == 1)
      #expect(try add("new") == 0)
      #expect(try find("new") == 0)
      // Gone as it was meant: that is no damage.
      #expect(try instance.bailey(["keychain", "verify"]).exitCode == 0)
    }
  }

  // MARK: - Who may

  @Test func `Another program does not see it`() throws {
    try withInstance { instance in
      let first = try ClientProgram("first", of: instance)
      let second = try ClientProgram("second", of: instance)
      try #require(first.run("add", "me", "hunter2").exitCode == 0)
      #expect(try second.run("find", "me").output == "-25300\n")
      #expect(try second.run("delete", "me").output == "-25300\n")
      // Naming the other's group does not help, nor does a group of one's own making.
      let group = try first.run("groups").output.trimmingCharacters(in: .newlines)
      #expect(try second.run("add-in", "x", "unused", group).output == "-34018\n")
      #expect(try second.run("add-in", "x", "unused", "*").output == "-34018\n")
      #expect(try first.run("find", "me").output == "hunter2\n")
      #expect(try instance.bailey(["keychain", "find", "account=me"]).exitCode == 1)
      // A process that hides what it runs has no groups at all.
      if geteuid() != 0 { #expect(try first.run("hide", "me").output == "-34018\n") }
    }
  }

  @Test func `Only the command line picks a keychain by its name`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      try #require(instance.security("create-keychain", "-p", "x", "build.keychain").exitCode == 0)
      let added = try instance.security(
        "add-generic-password", "-a", "me", "-s", "s", "-w", "hunter2", "build.keychain")
      try #require(added.exitCode == 0)
      // Neither what is in it nor the keychain itself, whether there is one of the name or not.
      for name in ["build.keychain", "login.keychain", "nothing"] {
        #expect(try program.run("in-keychain", "me", name).output == String(repeating: "-34018\n", count: 4), "\(name)")
        let answers = try program.run("keychain-files", name).output.split(separator: "\n")
        #expect(answers.count == 10 && !answers.contains("done"), "\(name)")
      }
      #expect(try instance.security("find-generic-password", "-a", "me", "-w", "build.keychain").output == "hunter2\n")
      #expect(try instance.security("show-keychain-info", "build.keychain").exitCode == 0)
    }
  }

  @Test func `A reference of another group is of no use`() throws {
    try withInstance { instance in
      let first = try ClientProgram("first", of: instance)
      let second = try ClientProgram("second", of: instance)
      try #require(first.run("add", "me", "hunter2").exitCode == 0)
      let reference = try first.run("reference", "me").output.trimmingCharacters(in: .newlines)
      #expect(reference.count == 40)
      #expect(try first.run("find-reference", reference).output == "1\n")
      for call in ["find-reference", "update-reference", "delete-reference"] {
        #expect(try second.run(call, reference).output == "-25300\n", "\(call)")
        // By the row's number, as references of old have it.
        #expect(try second.run(call, "67656e700000000000000001").output == "-25300\n", "\(call)")
      }
      #expect(try first.run("find", "me").output == "hunter2\n")
    }
  }

  @Test func `Registered programs share what their entitlements say`() throws {
    try withInstance { instance in
      let first = try ClientProgram("first", of: instance)
      let second = try ClientProgram("second", of: instance)
      try first.register(groups: ["T.shared", "T.first"])
      try second.register(groups: ["T.second", "T.shared"])
      #expect(try first.run("groups").output == "T.shared\nT.first\n")
      try #require(first.run("add", "me", "hunter2").exitCode == 0)
      #expect(try second.run("find", "me").output == "hunter2\n")
      try #require(second.run("add", "you", "x").exitCode == 0)
      #expect(try first.run("find", "you").output == "-25300\n")
      let list = try instance.succeed(["app", "list", "--json"]).output
      #expect(list.contains(#""groups":["T.shared","T.first"],"condition":"current""#))
      try instance.succeed(["app", "unregister", "--executable", first.path], input: "\(RunningInstance.passcode)\n")
      #expect(try first.run("find", "me").output == "-25300\n")
    }
  }

  @Test func `A changed program needs registration again`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      try program.register(groups: ["T.a"])
      try #require(program.run("add", "me", "hunter2").exitCode == 0)
      try program.change()
      #expect(try program.run("find", "me").output == "-25300\n")
      #expect(try program.run("groups").output.hasPrefix("bailey.private."))
      #expect(try instance.succeed(["app", "list"]).output.contains("(has changed: needs registration again)"))
      try program.register(groups: ["T.a"])
      #expect(try program.run("find", "me").output == "hunter2\n")
    }
  }

  @Test func `What cannot be registered is said`() throws {
    try withInstance(.absent) { instance in
      let program = try ClientProgram("first", of: instance)
      func register(_ text: String, _ path: String? = nil) throws -> ProgramResult {
        try instance.bailey([
          "app", "register", "--executable", path ?? program.path, "--entitlements", program.plist(text),
        ])
      }
      #expect(try register("bplist00").errors.contains("plutil -convert xml1"))
      #expect(try register("<plist><dict>").errors.contains("line 1: the text ends too early."))
      #expect(try register("<plist><array/></plist>").errors.contains("entitlements are a dictionary"))
      let reserved = "<plist><dict><key>application-identifier</key><string>bailey.private.x</string></dict></plist>"
      #expect(try register(reserved).errors.contains("is not to be claimed"))
      #expect(try register("<plist><dict/></plist>", "/no/such/file").exitCode == 1)
      #expect(try register("<plist><dict/></plist>", "/tmp").exitCode == 1)
      #expect(try instance.bailey(["app", "unregister", "--executable", program.path]).exitCode == 1)
      #expect(try instance.succeed(["app", "list", "--json"]).output == "[]\n")
    }
  }

  /// Registering is for the `bailey` of the instance, not for any program that speaks the protocol.
  @Test func `Registrations last`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      try program.register(groups: ["T.a"])
      kill(try #require(instance.processes(named: "baileyd").first), SIGKILL)
      #expect(try program.run("groups").output == "T.a\n")
      try instance.restart()
      #expect(try program.run("groups").output == "T.a\n")
    }
  }

  // MARK: - Bad company

  @Test func `Floods hangs and garbage harm nobody else`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      let other = try ClientProgram("second", of: instance)
      try #require(program.run("add", "me", "hunter2").exitCode == 0)
      let socket = instance.home.appending(path: "run/broker.sock").path
      let bad = """
        import os, socket, time
        def connect():
            s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            s.connect("\(socket)")
            return s
        silent = [connect() for _ in range(40)]
        for body in [b"", b"\\xff" * 4, bytes(4), b"\\0\\0\\0\\2\\1\\3", os.urandom(5000), b"\\0\\x20\\0\\0" + bytes(100000)]:
            s = connect()
            try: s.sendall(body)
            except OSError: pass
            silent.append(s)
        print("ready", flush=True)
        time.sleep(1000)
        """
      let flood = try other.start("flood", "10000")
      let peers = try Background("python3", ["-c", bad])
      try peers.waitForLine("ready")
      for _ in 0..<20 { #expect(try program.run("find", "me").output == "hunter2\n") }
      peers.kill()
      try flood.wait()
      #expect(try program.run("find", "me").output == "hunter2\n")
      #expect(try instance.report().restarts == 0)
    }
  }
}

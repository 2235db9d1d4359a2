// SPDX-License-Identifier: Apache-2.0
import RunningInstance
import Testing

/// Programs that want the access groups of others.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct GroupAttacks {
  /// A program of the user's may start `bailey`; the passcode it has not.
  @Test func `No program gives itself anothers group`() throws {
    try withInstance { instance in
      let app = try ClientProgram("app", of: instance)
      let thief = try ClientProgram("thief", of: instance)
      try app.register(groups: ["T.a"])
      try #require(app.run("add", "me", "hunter2").exitCode == 0)
      let plist = app.path + ".plist"
      func register(_ program: ClientProgram, input: String = "") throws -> Int32 {
        try instance.bailey(
          ["app", "register", "--executable", program.path, "--entitlements", plist], input: input
        ).exitCode
      }
      #expect(try register(thief) == 1)
      #expect(try register(thief, input: "guess\n") == 3)
      // Neither by taking the app's place, nor by unregistering it.
      try app.change()
      #expect(try register(app) == 1)
      #expect(try instance.bailey(["app", "unregister", "--executable", app.path]).exitCode == 1)
      #expect(try register(thief) == 1)
      #expect(try thief.run("find", "me").output == "-25300\n")
      #expect(try register(app, input: "\(RunningInstance.passcode)\n") == 0)
      #expect(try app.run("find", "me").output == "hunter2\n")
    }
  }

  /// Passwords of a file-based keychain are no less a program's than those of the other.
  @Test func `Nor one with items in a file-based keychain, open or locked, once its program is registered no more`()
    throws
  {
    try withInstance { instance in
      let (app, thief) = (try ClientProgram("app", of: instance), try ClientProgram("thief", of: instance))
      try app.register(groups: ["T.a"])
      try #require(instance.security("create-keychain", "-p", "x", "build.keychain").exitCode == 0)
      try #require(instance.security("default-keychain", "-s", "build.keychain").exitCode == 0)
      try #require(app.run("add-to-file", "me").exitCode == 0)
      func register(_ input: String = "") throws -> Int32 {
        let words = ["app", "register", "--executable", thief.path, "--entitlements", app.path + ".plist"]
        return try instance.bailey(words, input: input).exitCode
      }
      let unregister = ["app", "unregister", "--executable", app.path]
      for isGivenUp in [false, true] {
        if isGivenUp { try instance.succeed(unregister, input: "\(RunningInstance.passcode)\n") }
        for state in ["unlocked", "locked"] {
          let result =
            state == "locked"
            ? try instance.security("lock-keychain", "build.keychain")
            : try instance.security("unlock-keychain", "-p", "x", "build.keychain")
          try #require(result.exitCode == 0)
          if !isGivenUp { #expect(try instance.bailey(unregister).exitCode == 1, "\(state)") }
          #expect(try register() == 1, "\(state)")
        }
      }
      #expect(try register("\(RunningInstance.passcode)\n") == 0)
    }
  }
}

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
}

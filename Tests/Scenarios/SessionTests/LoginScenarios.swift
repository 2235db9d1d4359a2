// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// A person logs in, unlocks the screen and changes the password, and an instance hears of it by `pam_bailey`.
@Suite(
  .serialized,
  .enabled(if: Program.canMount && LoginModule.isPossible && geteuid() == 0, "needs root, pamtester, libpam-wrapper"))
struct LoginScenarios {
  private static let passcode = RunningInstance.passcode

  private func state(_ instance: RunningInstance) throws -> String { try instance.report().state }

  @Test func `The password that the login accepts unlocks, and a mistyped one costs nothing`() throws {
    try withInstance { instance in
      let login = try LoginModule(sockets: instance.home.path + "/run")
      try login.setPassword(Self.passcode)
      try instance.lock()
      for _ in 0..<12 { #expect(try login.run(["authenticate"], typing: ["mistyped"]).exitCode != 0) }
      #expect(try instance.report().failures == 0)
      #expect(try login.run(["authenticate"], typing: [Self.passcode]).exitCode == 0)
      try eventually { try state(instance) == "unlocked" }

      // Whose password is another one logs in as before.
      try login.setPassword("another one")
      for _ in 0..<LongTests.rounds(2, of: 12) {
        try instance.lock()
        #expect(try login.run(["authenticate", "open_session"], typing: ["another one"]).exitCode == 0)
        #expect(try instance.report().failures == 0)
        #expect(try state(instance) == "locked")
        try instance.unlock()
      }
    }
  }

  @Test func `At the first login Bailey may still be starting`() throws {
    try withInstance { instance in
      let login = try LoginModule(sockets: instance.home.path + "/run")
      try login.setPassword(Self.passcode)
      try instance.succeed(["down"])
      #expect(try login.run(["authenticate", "open_session"], typing: [Self.passcode]).exitCode == 0)
      try instance.succeed(["up", "--mount", instance.mount.path])
      try eventually { try state(instance) == "unlocked" }
    }
  }

  @Test func `Without a password nothing is offered, and Bailey stays locked`() throws {
    try withInstance { instance in
      let login = try LoginModule(sockets: instance.home.path + "/run", .withoutPassword)
      try instance.lock()
      #expect(try login.run(["authenticate", "open_session"]).exitCode == 0)
      try instance.succeed(["restart"])
      #expect(try state(instance) == "beforeFirstUnlock")
    }
  }

  @Test func `The passcode changes along with the password`() throws {
    try withInstance { instance in
      let login = try LoginModule(sockets: instance.home.path + "/run")
      try login.setPassword(Self.passcode)
      let changed = try login.run(["chauthtok"], typing: [Self.passcode, "newer 12345", "newer 12345"])
      #expect(changed.exitCode == 0)
      #expect((changed.output + changed.errors).contains("Bailey's passcode"))
      // A machine under load may be told before it is done.
      try eventually {
        try instance.lock()
        let done = try instance.bailey(["unlock"], input: "newer 12345\n").exitCode == 0
        if !done { try instance.bailey(["unlock"], input: Self.passcode + "\n") }
        return done
      }

      try login.setPassword("not the passcode")
      let other = try login.run(["chauthtok"], typing: ["not the passcode", "newest 12345", "newest 12345"])
      #expect(other.exitCode == 0)
      #expect(try instance.report().failures == 0)
      try instance.lock()
      try instance.succeed(["unlock"], input: "newer 12345\n")
    }
  }

  @Test func `Root's change of the password leaves the passcode alone and says so`() throws {
    try withInstance { instance in
      let login = try LoginModule(sockets: instance.home.path + "/run", .rootChanges)
      try login.setPassword("whatever")
      let changed = try login.run(["chauthtok"], typing: ["newer 12345", "newer 12345"])
      #expect(changed.exitCode == 0)
      #expect((changed.output + changed.errors).contains("stays as it is: it takes the old one"))
      try instance.lock()
      try instance.unlock()
    }
  }

  /// A display manager is root's.
  @Test func `Root logs another user in, and what speaks to their Bailey has become them`() throws {
    let user = OrdinaryUser.number
    let instance = try RunningInstance(of: user)
    defer { instance.stop() }
    let login = try LoginModule(sockets: instance.home.path + "/run")
    try login.setPassword(Self.passcode)
    try instance.lock()
    #expect(try login.run(["authenticate"], of: "nobody", typing: [Self.passcode]).exitCode == 0)
    try eventually { try state(instance) == "unlocked" }
  }
}

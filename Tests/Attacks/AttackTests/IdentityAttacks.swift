// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// Programs that want to be taken for others.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct IdentityAttacks {
  @Test func `An older register of apps that was put back is refused, loudly, until the owner begins a new one`() throws
  {
    try withInstance { instance in
      let evil = try ClientProgram("evil", of: instance)
      let good = try ClientProgram("good", of: instance)
      let register = instance.home.appending(path: "broker/apps")
      try evil.register(groups: ["T.shared"])
      let older = try Data(contentsOf: register)
      try instance.succeed(["app", "unregister", "--executable", evil.path], input: "\(RunningInstance.passcode)\n")
      try good.register(groups: ["T.shared"])
      #expect(try good.groups().contains("T.shared"))
      #expect(try instance.report().apps == "inForce")
      try instance.succeed(["down"])
      try older.write(to: register)
      try instance.succeed(["up", "--mount", instance.mount.path])
      try instance.unlock()
      try instance.waitForKeychain()
      #expect(try instance.report().apps == "refused")
      #expect(try instance.bailey(["status"]).output.contains("not the one that was written last"))
      #expect(instance.log.contains("the register of apps is refused (older)"))
      // Nobody is who they were: neither the attacker nor the other.
      #expect(try !evil.groups().contains("T.shared"))
      #expect(try !good.groups().contains("T.shared"))
      try good.register(groups: ["T.shared"])
      #expect(try instance.report().apps == "inForce")
      #expect(try good.groups().contains("T.shared"))
    }
  }

  @Test func `A register that was forged, or removed, gives nobody a group`() throws {
    try withInstance { instance in
      let good = try ClientProgram("good", of: instance)
      let register = instance.home.appending(path: "broker/apps")
      try good.register(groups: ["T.shared"])
      var forged = try Data(contentsOf: register)
      forged[forged.count - 1] ^= 1
      for change in [{ try forged.write(to: register) }, { try FileManager.default.removeItem(at: register) }] {
        try instance.succeed(["down"])
        try change()
        try instance.succeed(["up", "--mount", instance.mount.path])
        try instance.waitForKeychain()
        #expect(try instance.report().apps == "refused")
      }
    }
  }

  @Test func `A script cannot be registered, because its interpreter is what runs`() throws {
    try withInstance { instance in
      let program = try ClientProgram("script", of: instance)
      try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: program.path))
      let plist = try program.plist("<plist><dict/></plist>")
      let register = ["app", "register", "--executable", program.path, "--entitlements", plist]
      #expect(try instance.bailey(register).errors.contains("It is a script"))
    }
  }

  /// What runs is what the file system gives the kernel; what is hashed is what it gives `baileyd`.
  @Test func `An executable on a file system that a program serves has no identity`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      #expect(try program.run("groups").output.hasPrefix("bailey.private."))
      let served = instance.mount.appending(path: "first").path
      try FileManager.default.copyItem(atPath: program.path, toPath: served)
      let plist = try program.plist("<plist><dict/></plist>")
      let register = ["app", "register", "--executable", served, "--entitlements", plist]
      #expect(try instance.bailey(register).errors.contains("another machine serves"))
      let result = try Program.run("env", [served, "groups"], environment: instance.variables)
      #expect(result.exitCode == 0 && !result.output.contains("bailey.private."))
    }
  }
}

extension ClientProgram {
  /// The access groups that it has.
  fileprivate func groups() throws -> String { try run("groups").output }
}

extension RunningInstance {
  /// `up` returns when the mount answers. What `baileyd` found is known when it answers too.
  fileprivate func waitForKeychain() throws {
    try eventually { try report().keychain == "answering" }
  }
}

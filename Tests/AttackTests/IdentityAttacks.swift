// SPDX-License-Identifier: Apache-2.0
import Foundation
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
        #expect(try instance.report().apps == "refused")
      }
    }
  }
}

extension ClientProgram {
  /// The access groups that it has.
  fileprivate func groups() throws -> String { try run("groups").output }
}

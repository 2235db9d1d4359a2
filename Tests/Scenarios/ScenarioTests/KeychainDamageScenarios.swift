// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// What the person hears of a damaged keychain, with the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct KeychainDamageScenarios {
  private static let count = 60

  private func withItems(_ body: (RunningInstance, ClientProgram, URL) throws -> Void) throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      let fill = try program.start("fill", "item-", String(repeating: "x", count: 500))
      try fill.waitForLine("item-\(Self.count - 1)")
      fill.kill()
      try body(instance, program, instance.home.appending(path: "broker/keychain"))
    }
  }

  private struct Verification: Decodable {
    struct Item: Decodable {
      let `class`: String
      let reference: String?
      let damage: String
    }
    let well: Bool
    let items: Int
    let locked: Int
    let lost: [Item]
    let damaged: [Item]
  }

  private func verification(_ instance: RunningInstance, exitCode: Int32) throws -> Verification {
    let result = try instance.bailey(["keychain", "verify", "--json"])
    #expect(result.exitCode == exitCode, "\(result)")
    return try JSONDecoder().decode(Verification.self, from: Data(result.output.utf8))
  }

  @Test func `A well keychain says so`() throws {
    try withItems { instance, program, _ in
      let whole = try verification(instance, exitCode: 0)
      #expect(whole.well && whole.items >= Self.count && whole.lost.isEmpty)
      #expect(try instance.report().keychainHealth == "well")
      #expect(try program.run("verify").output == "not permitted\n")
      try instance.lock()
      let locked = try verification(instance, exitCode: 0)
      #expect(locked.items == 0 && locked.locked == whole.items)
    }
  }

  @Test func `A damaged page is reported and its items are named`() throws {
    try withItems { instance, program, file in
      let before = try verification(instance, exitCode: 0).items
      try instance.succeed(["down"])
      let size = try FileDescriptor.open(file.path, O_RDONLY).status().st_size
      // The last pages are those of the passwords.
      let page = Int(size) / 4096 - 2
      try FileDescriptor.open(file.path, O_RDWR).write([UInt8](repeating: 0xA5, count: 4096).span, at: page * 4096)
      try instance.succeed(["up"])
      try instance.unlock()
      let report = try instance.report()
      let found = try verification(instance, exitCode: 1)
      #expect(!found.well && found.damaged.isEmpty && !found.lost.isEmpty && found.lost.count < 20)
      #expect(found.items == before - found.lost.count)
      #expect(found.lost.allSatisfy { $0.class == "generic" && $0.damage == "page" && $0.reference?.count == 40 })
      #expect(report.keychainHealth == "damaged" && report.keychainLost == found.lost.count)
      #expect(try instance.succeed(["status"]).output.contains("lost: bailey keychain verify"))
      #expect(instance.log.contains("the keychain was damaged"))
      #expect(try program.run("find", "item-0").exitCode == 0)
      #expect(try instance.bailey(["keychain", "verify", "--forget"]).exitCode == 1)
      #expect(try verification(instance, exitCode: 0).well)
      #expect(try instance.report().keychainHealth == "well")
    }
  }

  @Test func `A keychain of a newer version is only read`() throws {
    try withItems { instance, program, file in
      try instance.succeed(["down"])
      let database = try FileDescriptor.open(file.path, O_RDWR)
      try database.write([0, 0, 0, 9].span, at: 60)
      try instance.succeed(["up"])
      try instance.unlock()
      #expect(try program.run("find", "item-0").exitCode == 0)
      #expect(try program.run("add", "new", "x").output == "-25292\n")
      #expect(try instance.bailey(["keychain", "add", "account=a"], input: "x").errors.contains("can only be read"))
      #expect(try instance.report().keychainHealth == "newer")
      #expect(try instance.succeed(["status"]).output.contains("a newer version of Bailey wrote it"))
      #expect(try instance.succeed(["keychain", "verify"]).output.contains("format 9"))
    }
  }

  @Test func `Two daemons cannot have one keychain`() throws {
    try withItems { instance, program, _ in
      // As the supervisor would start it, on the folder of the one that runs.
      let broker = instance.home.appending(path: "broker").path
      let script = """
        import os, socket, sys
        pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(12)]
        for number, pair in enumerate(pairs): os.dup2(pair[1].fileno(), 100 + number)
        for number in range(12): os.dup2(100 + number, 3 + number)
        os.execv(sys.argv[1], [sys.argv[1], sys.argv[2]])
        """
      let second = try Program.run("timeout", ["10", "python3", "-c", script, Program.locate("baileyd").path, broker])
      #expect(second.exitCode != 0, "\(second)")
      #expect(try program.run("find", "item-0").exitCode == 0)
      #expect(try instance.report().restarts == 0)
      // What holds it off is the lock of the file, whoever starts it.
      let owner = try FileDescriptor.open(broker + "/keychain-owner", O_RDWR)
      #expect(try !owner.tryLock())
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// Many processes that want the same items at once, and processes that behave badly, with the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct KeychainContestScenarios {
  private static let processes = 32
  private static let rounds = 10

  @Test func `Thirty two processes and one winner each`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      #expect(try program.run("add-counters").exitCode == 0)
      let start = instance.home.appending(path: "start").path
      let all = try (0..<Self.processes).map { try program.start("contest", "\($0)", "\(Self.rounds)", start) }
      for process in all { try process.waitForLine("ready") }
      _ = FileManager.default.createFile(atPath: start, contents: nil)
      for process in all { try process.waitForLine("done 0 0") }
      let lines = all.map { $0.lines() }.joined().map { $0.split(separator: " ").map(String.init) }
      func statuses(_ contest: String, _ round: Int) -> [String: Int] {
        let mine = lines.filter { $0[0] == contest && $0.count == 3 && $0[1] == "\(round)" }
        return Dictionary(mine.map { ($0[2], 1) }, uniquingKeysWith: +)
      }
      for round in 0..<Self.rounds {
        #expect(statuses("add", round) == ["0": 1, "-25299": Self.processes - 1], "add \(round)")
        #expect(statuses("own", round) == ["0": Self.processes], "own \(round)")
        #expect(statuses("move", round) == ["0": 1, "-25299": Self.processes - 1], "move \(round)")
        #expect(statuses("delete", round) == ["0": 1, "-25300": Self.processes - 1], "delete \(round)")
      }
      // No update is lost: each counter is where its process left it.
      #expect(lines.filter { $0[0] == "count" }.allSatisfy { $0[2] == "0" })
      #expect(
        try program.run("counters").output == Array(repeating: "\(Self.rounds)", count: 12).joined(separator: " ")
          + "\n")
      #expect(try program.run("count", "prize").output == "\(Self.rounds)\n")
      #expect(try program.run("count", "own").output == "\(Self.rounds * (Self.processes - 1))\n")
      #expect(try program.run("count", "contest").output == "-25300\n")
      #expect(try instance.bailey(["keychain", "verify"]).exitCode == 0)
      for process in all { try process.wait() }
    }
  }

  @Test func `What is too large is refused and harms nobody`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      let other = try ClientProgram("second", of: instance)
      try #require(program.run("add", "me", "hunter2").exitCode == 0)
      #expect(try other.run("add-large", "1 MiB", "\(1 << 20)").output == "\(1 << 20)\n")
      #expect(try other.run("add-large", "more", "\(1 + 1 << 20)").output == "-50\n")
      #expect(try other.run("find", "more").output == "-25300\n")
      // At once, from many processes.
      let many = try (0..<8).map { try other.start("add-large", "\($0)", "\(1 << 20)") }
      for _ in 0..<10 { #expect(try program.run("find", "me").output == "hunter2\n") }
      for process in many { try process.wait() }
      #expect(many.allSatisfy { $0.lines() == ["\(1 << 20)"] })
      #expect(try instance.report().restarts == 0)
    }
  }

  /// What no client of ours would say: too many keys, and messages that end in the middle.
  @Test func `Messages that end in the middle harm nobody`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      try #require(program.run("add", "me", "hunter2").exitCode == 0)
      let socket = instance.home.appending(path: "run/broker.sock").path
      let script = """
        import os, socket, struct, time
        def established():
            # Connections that were just closed still count for a moment.
            while True:
                try: return greeting()
                except OSError: time.sleep(0.01)
        def greeting():
            s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            s.connect("\(socket)")
            nonce = s.recv(100)[6:]
            s.send(frame(bytes([1, 1, 1, 1]) + nonce))
            if not s.recv(100): raise OSError
            return s
        def frame(body): return struct.pack(">I", len(body)) + body
        keys = b"".join(b"%04d" % n + b"\\x03" + bytes(8) for n in range(200))
        add = frame(bytes([1, 2, 1, 0, 200]) + keys + bytes(18))
        s = established()
        for part in (add[:4096], add[4096:]):
            if part: s.send(part)
        answer = s.recv(100)
        print("refused" if answer[5] == 71 else answer.hex(), flush=True)
        for round in range(300):
            s = established()
            s.send(add[:min(4096, 1 + round * 7 % (len(add) - 1))])
            s.close()
        large = established()
        large.send(struct.pack(">I", 2000000) + bytes([1, 2]))
        for part in range(30): large.send(bytes(32768))
        large.close()
        print("over", flush=True)
        """
      let peer = try Background("python3", ["-c", script])
      for _ in 0..<10 { #expect(try program.run("find", "me").output == "hunter2\n") }
      try peer.waitForLine("over")
      try peer.wait()
      #expect(peer.lines() == ["refused", "over"])
      #expect(try program.run("find", "me").output == "hunter2\n")
      #expect(try instance.report().restarts == 0)
    }
  }
}

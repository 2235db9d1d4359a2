// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// Somebody on this machine takes up the console's connections, so that its owner gets none.
@Suite(
  .serialized, .enabled(if: Program.canMount, "nothing can be mounted here"),
  .enabled(if: Program.isInstalled("curl"), "curl is not installed"))
struct ConnectionAttacks {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "slow.py").path

  /// Slow connections of a user's; nil is whoever runs the tests. They end with the value that is returned.
  private func attack(
    _ console: RunningConsole, as user: UInt32?, count: Int, seconds: Int
  ) throws -> Background {
    let become = user.map { "setpriv --reuid=\($0) --regid=\($0) --clear-groups " } ?? ""
    // The script may lie where only its owner can read it.
    let command = "exec \(become)/usr/bin/python3 - \(console.name) \(count) \(seconds) < '\(Self.script)'"
    return try Background("sh", ["-c", command])
  }

  private func firstLine(_ attack: Background) throws -> String? {
    try eventually { !attack.lines().isEmpty }
    return attack.lines().first
  }

  /// As the owner's browser asks.
  private func load(_ console: RunningConsole) throws -> String {
    let words = try console.instance.asUser(
      "curl", ["-s", "--max-time", "5", "-o", "/dev/null", "-w", "%{http_code}", console.page])
    return try Program.run(words[0], Array(words.dropFirst())).output
  }

  @Test(
    .enabled(if: geteuid() == 0 && Program.isInstalled("setpriv"), "needs root, to become several users"),
    arguments: OrdinaryUser.everyone)
  func `Connections of other users, root among them, end at once, and the owner's page loads`(owner: UInt32?) throws {
    let others: [UInt32?] = owner == nil ? [OrdinaryUser.number] : [nil, OrdinaryUser.number - 1]
    try withConsole(of: owner) { console throws in
      for other in others {
        // Sooner than the server's own timeout ends them, which anybody's connections come to.
        let attack = try attack(console, as: other, count: 120, seconds: 10)
        defer { attack.kill() }
        #expect(try firstLine(attack) == "120 of 120 ended, told 0 bytes")
        // It goes on.
        for _ in 0..<10 { #expect(try load(console) == "200") }
      }
    }
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `Slow connections of the owner's own programs give way to a page`(owner: UInt32?) throws {
    try withConsole(of: owner) { console throws in
      let attack = try attack(console, as: owner, count: 120, seconds: 0)
      defer { attack.kill() }
      #expect(try firstLine(attack) != nil)
      for _ in 0..<10 { #expect(try load(console) == "200") }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Programs that want to speak on the message bus of an app which runs: another program of the person's, and another app.
@Suite(
  .serialized,
  .enabled(
    if: Program.canConfine && ["python3", "dbus-daemon", "xdg-dbus-proxy"].allSatisfy(Program.isInstalled),
    "needs bwrap, FUSE, python3, D-Bus and its proxy"))
struct BusScenarios {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "buses.py")

  @Test(arguments: OrdinaryUser.everyone) func `An app alone speaks on its bus`(user: UInt32?) throws {
    let result = try OrdinaryUser.run(script: Self.script, as: user)
    let lines = result.output.split(separator: "\n").map(String.init)
    for kind in ["portals", "session"] {
      let own = lines.filter { $0.hasPrefix(kind + ": ") }
      #expect(
        own.prefix(2) == ["\(kind): the app itself: served", "\(kind): mounts inside: tell nothing"], "\(result.errors)"
      )
      #expect(own.last == "\(kind): left: []")
      #expect(own.dropFirst(2).dropLast().allSatisfy { $0.contains(": refused (") }, "\(own)")
    }
    // Ways that cannot be tried prove nothing.
    #expect(lines.filter { $0.contains(": refused (") }.count >= 8, "\(lines)")
    #expect(!result.output.contains("already connected") && !result.output.contains("OUT"))
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Programs that become another one, change on the disk, or hide.
@Suite(
  .enabled(if: Program.canMount && Program.isInstalled("/usr/bin/python3"), "needs Debian's Python and FUSE"))
struct ImpostorAttacks {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "impostors.py")

  @Test(arguments: OrdinaryUser.everyone) func `Nothing but the registered program is the registered program`(
    user: UInt32?
  ) throws {
    let result = try OrdinaryUser.run(script: Self.script, as: user)
    let lines = result.output.split(separator: "\n").map(String.init)
    let isKnown = { (line: String) in line.hasSuffix(": known") || line.contains(": refused (") }
    #expect(lines.count == 12, "\(result.output)\n\(result.errors)")
    #expect(lines.allSatisfy(isKnown), "\(lines)")
    #expect(result.errors.isEmpty, "\(result.errors)")
  }
}

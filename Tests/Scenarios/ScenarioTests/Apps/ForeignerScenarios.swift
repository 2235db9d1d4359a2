// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Programs that want to be an app which runs: another program of the person's, and another app.
@Suite(.serialized, .enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct ForeignerScenarios {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "foreigners.py")

  @Test(arguments: OrdinaryUser.everyone) func `A running app is who is in its sandbox, and nobody else`(user: UInt32?)
    throws
  {
    let result = try OrdinaryUser.run(script: Self.script, as: user)
    print(result.output)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "the app itself: known", "\(result.errors)")
    #expect(lines.count == 10)
    #expect(lines.dropFirst().allSatisfy { $0.contains(": refused (") }, "\(lines)")
    #expect(!result.output.contains("No such file") && !result.output.contains("already connected"))
  }
}

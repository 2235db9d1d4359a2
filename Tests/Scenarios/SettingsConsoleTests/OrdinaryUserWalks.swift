// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// The console hides its memory, and `baileyd` of an ordinary user cannot look into what hides.
@Suite(
  .enabled(
    if: Program.canMount && Program.isInstalled("/usr/bin/python3") && Program.isInstalled("pgrep"),
    "needs Debian's Python, pgrep and FUSE"))
struct OrdinaryUserWalks {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "ordinary.py")
  private static let pages = [
    "overview", "keychain/-/-/0", "open-files", "containers", "privacy", "widgets", "accesses/0", "setup",
    "places/",
  ]

  private static let expected = ["at first", "after a crash of baileyd", "after a restart"].flatMap { time in
    ["keychain, before the passcode: 403", "the passcode: 204", "passkeys, with the passcode: 200"]
      .map { "\(time), \($0)" }
      + pages.map { "\(time), \($0): 200" }
  }

  @Test(arguments: OrdinaryUser.everyone) func `Every page of the console answers whoever runs it`(user: UInt32?) throws
  {
    let result = try OrdinaryUser.run(script: Self.script, as: user)
    let lines = result.output.split(separator: "\n").map(String.init)
    let isHidden = "its memory is hidden: True"
    #expect(lines.contains(isHidden) == (user != nil || geteuid() != 0), "\(result.output)\n\(result.errors)")
    #expect(lines.filter { $0 != isHidden } == Self.expected, "\(result.output)\n\(result.errors)")
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// The console hides its memory, and `baileyd` of an ordinary user cannot look into what hides.
@Suite(
  .enabled(
    if: Program.canMount && Program.isInstalled("/usr/bin/python3") && Program.isInstalled("pgrep"),
    "needs Debian's Python, pgrep and FUSE"))
struct OrdinaryUserWalks {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "ordinary.py")
  private static let pages = ["overview", "keychain", "open-files", "containers", "privacy", "widgets", "accesses"]

  private static let expected = ["at first", "after a crash of baileyd", "after a restart"].flatMap { time in
    ["keychain, before the passcode: 403", "the passcode: 204"].map { "\(time), \($0)" }
      + pages.map { "\(time), \($0): 200" }
  }

  @Test(arguments: OrdinaryUser.everyone) func `Every page of the console answers whoever runs it`(user: UInt32?) throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ordinary-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "ordinary.py")
    try FileManager.default.copyItem(at: Self.script, to: script)
    var words = ["/usr/bin/python3", script.path, try Program.locate("bailey").path, folder.path]
    if let user {
      guard unsafe chown(folder.path, user, user) == 0 else { throw CocoaError(.fileWriteNoPermission) }
      words = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
    }
    let result = try Program.run("env", words)
    let lines = result.output.split(separator: "\n").map(String.init)
    let isHidden = "its memory is hidden: True"
    #expect(lines.contains(isHidden) == (user != nil || geteuid() != 0), "\(result.output)\n\(result.errors)")
    #expect(lines.filter { $0 != isHidden } == Self.expected, "\(result.output)\n\(result.errors)")
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Programs that want to be an app which runs: another program of the person's, and another app.
@Suite(.serialized, .enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct ForeignerScenarios {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "foreigners.py")

  /// An ordinary user's processes and root's are looked at with other rights.
  private static let users: [UInt32] =
    getuid() == 0 && Program.isInstalled("setpriv") ? [0, 65_534] : [getuid()]

  @Test(arguments: users) func `A running app is who is in its sandbox, and nobody else`(user: UInt32) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "foreigners-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "foreigners.py")
    try FileManager.default.copyItem(at: Self.script, to: script)
    var words = ["/usr/bin/python3", script.path, try Program.locate("bailey").path, folder.path]
    if user != getuid() {
      guard unsafe chown(folder.path, user, user) == 0 else { throw CocoaError(.fileWriteNoPermission) }
      words = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
    }
    let result = try Program.run("env", words)
    print(result.output)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "the app itself: known", "\(result.errors)")
    #expect(lines.count == 10)
    #expect(lines.dropFirst().allSatisfy { $0.contains(": refused (") }, "\(lines)")
    #expect(!result.output.contains("No such file") && !result.output.contains("already connected"))
  }
}

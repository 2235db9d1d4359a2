// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Programs that become another one, change on the disk, or hide.
@Suite(
  .enabled(if: Program.canMount && Program.isInstalled("/usr/bin/python3"), "needs Debian's Python and FUSE"))
struct ImpostorAttacks {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "impostors.py")

  /// `baileyd` of root looks into every process, that of an ordinary user not into those that hide.
  private static let users: [UInt32] =
    getuid() == 0 && Program.isInstalled("setpriv") ? [0, 65_534] : [getuid()]

  @Test(arguments: users) func `Nothing but the registered program is the registered program`(user: UInt32) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "impostors-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "impostors.py")
    try FileManager.default.copyItem(at: Self.script, to: script)
    var words = ["/usr/bin/python3", script.path, try Program.locate("bailey").path, folder.path]
    if user != getuid() {
      guard unsafe chown(folder.path, user, user) == 0 else { throw CocoaError(.fileWriteNoPermission) }
      words = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
    }
    let result = try Program.run("env", words)
    let lines = result.output.split(separator: "\n").map(String.init)
    let isKnown = { (line: String) in line.hasSuffix(": known") || line.contains(": refused (") }
    #expect(lines.count == 12, "\(result.output)\n\(result.errors)")
    #expect(lines.allSatisfy(isKnown), "\(lines)")
    #expect(result.errors.isEmpty, "\(result.errors)")
  }
}

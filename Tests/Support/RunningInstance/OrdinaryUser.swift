// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Glibc

/// A user without privileges, which every Debian has.
package enum OrdinaryUser {
  package static let number: UInt32 = 65_534

  /// Whom a scenario is played as: whoever runs the tests, and an ordinary user too where that is root.
  package static let everyone: [UInt32?] = geteuid() == 0 && Program.isInstalled("setpriv") ? [nil, number] : [nil]
}

extension OrdinaryUser {
  /// Runs a script for Python as a user, nil for this one, from a copy in a folder of theirs. It is told where `bailey` is, and its
  /// folder.
  package static func run(script: URL, as user: UInt32?) throws -> ProgramResult {
    let name = "script-\(UUID().uuidString.prefix(8))"
    let folder = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: script.lastPathComponent)
    try FileManager.default.copyItem(at: script, to: copy)
    var words = ["/usr/bin/python3", copy.path, try Program.locate("bailey").path, folder.path]
    if let user {
      guard unsafe chown(folder.path, user, user) == 0 else { throw CocoaError(.fileWriteNoPermission) }
      words = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
    }
    return try Program.run("env", words)
  }
}

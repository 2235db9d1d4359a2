// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A folder on the disk, empty at first, which is gone with all it holds when nobody uses it any longer.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// `mode` says who gets in.
  package init(mode: Int = 0o700) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bailey-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Runs a test with the path of such a folder.
package func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = try TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder.path) }
}

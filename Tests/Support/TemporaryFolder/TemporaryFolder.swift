// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Runs a test with the path of an empty folder, which is gone with all it held when this returns.
package func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "bailey-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(
    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}

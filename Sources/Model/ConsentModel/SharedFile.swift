// SPDX-License-Identifier: Apache-2.0

/// A file or a folder that the person handed to an app: that they chose it is their consent.
package struct SharedFile: Sendable, Equatable {
  /// The right of the app to the file. The numbers are stored and sent: they are permanent.
  package enum Right: UInt8, Sendable, CaseIterable {
    case reading = 1
    case writing = 2
  }

  /// The client whose code alone may use the file, as with a grant.
  package let client: ConsentClient
  /// The path without links, `.` and `..`.
  package let path: String
  package let right: Right
  /// The time of the change in seconds since 1970.
  package let changed: Int64

  package static let longestPath = 4095
  /// The most shared files of all apps together.
  package static let maximum = 1024

  package init?(_ client: ConsentClient, path: String, _ right: Right, changed: Int64) {
    guard client.kind == .bundle, Self.isPath(path) else { return nil }
    self.client = client
    self.path = path
    self.right = right
    self.changed = changed
  }

  package static func isPath(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.utf8.count <= longestPath && parts.count > 1 && parts[0].isEmpty
      && parts.dropFirst().allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." } && !path.utf8.contains(0)
  }
}

/// The files that were handed to an app, as they are shown.
package struct SharedFileListing: Sendable, Equatable {
  package let app: String
  package let path: String
  package let right: SharedFile.Right
  package let condition: Condition

  package enum Condition: UInt8, Sendable, CaseIterable {
    case counts = 1
    /// The code is not what it was handed to.
    case needsApprovalAgain = 2
    /// There is no such app any more.
    case vanished = 3
  }

  package init(app: String, path: String, right: SharedFile.Right, condition: Condition) {
    self.app = app
    self.path = path
    self.right = right
    self.condition = condition
  }
}

// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// A picture that lies in its folder under a hidden name.
package struct PublishedPicture: Sendable, Equatable {
  /// The folder's absolute path.
  package let folder: [UInt8]
  /// The hidden name, and the one that it gets.
  package let hidden: String
  package let name: String
  /// A picture for the locked state, hidden too, which replaces it as soon as a lock begins; nil: none does.
  package let cover: String?
  /// The lock state that it was drawn for.
  package let state: LockState

  package init(folder: [UInt8], hidden: String, name: String, cover: String?, state: LockState) {
    (self.folder, self.hidden, self.name, self.cover, self.state) = (folder, hidden, name, cover, state)
  }

  /// A hidden name ends so, before a number: nothing else can be moved by a request.
  package static let mark = ".bailey-"
  package static let longestName = 255
  /// Linux's longest path.
  package static let longestPath = 4096
}

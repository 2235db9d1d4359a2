// SPDX-License-Identifier: Apache-2.0

/// The file a process runs, as far as it can be told from outside.
package struct ProgramFile: Sendable, Hashable {
  /// The path without ` (deleted)`; names are bytes.
  package let path: [UInt8]
  /// SHA-256 of the whole file; empty for a program of Bailey's own, which is known by where it lies.
  package let digest: [UInt8]
  package let place: Place

  package enum Place: Sendable, Hashable {
    /// The file is at its path, and nobody but root can put another one there.
    case guarded
    /// The file is at its path.
    case open
    /// The file is not at its path: it was replaced or deleted, never had a name, or the process
    /// sees other folders than everyone.
    case elsewhere
  }

  package init(path: [UInt8], digest: [UInt8], place: Place) {
    self.path = path
    self.digest = digest
    self.place = place
  }
}

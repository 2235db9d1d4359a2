// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import ProtectedFiles

/// The files with blocks to rescue that a crash left; nearly always none.
final class Leftovers: Sendable {
  private let files: Locked<Set<FileID>>

  init(_ files: [FileID]) { self.files = Locked(Set(files)) }

  func contains(_ id: FileID) -> Bool { files.withLock { $0.contains(id) } }
  func remove(_ id: FileID) { files.withLock { _ = $0.remove(id) } }
}

// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import ProtectedFiles

/// The files with undo logs that a crash left. They are recovered when they are first used; mostly there are none.
final class PendingRecoveries: Sendable {
  private let files: Locked<Set<FileID>>

  init(_ files: [FileID]) { self.files = Locked(Set(files)) }

  func contains(_ id: FileID) -> Bool { files.withLock { $0.contains(id) } }
  func remove(_ id: FileID) { files.withLock { _ = $0.remove(id) } }
}

// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import FolderChanges
import SystemCalls
import Threads

/// The folders that windows show: what changes in them, and the names in the one that was read last.
final class ShownFolders: Sendable {
  private struct Known {
    var names: FolderNames?
    /// Counts how often changes were taken.
    var count = 0
  }

  /// The changes in the folders that are shown; nil where this user can follow no more of them.
  private let changes = FolderChanges()
  private let known = Locked(Known())

  /// What is readable while there is news; nil where nothing is followed.
  var raw: Int32? { changes?.raw }

  /// Takes all news; the names that were read before are none any more.
  func clear() {
    known.withLock { known in
      changes?.clear()
      (known.names, known.count) = (nil, known.count + 1)
    }
  }

  /// The names in a folder as they were read the last time, unless anything has changed since in any folder that is
  /// shown.
  func names(in folder: borrowing FileDescriptor) throws(SystemError) -> FolderNames {
    // Before it is read, so that no change is missed.
    let isFollowed = changes?.follow(folder) == true
    let (names, count) = known.withLock { known in (hasNews ? nil : known.names, known.count) }
    if let names, names.isOf(folder) { return names }
    let read = try FolderNames(of: folder)
    known.withLock { known in
      if isFollowed, known.count == count { known.names = read }
    }
    return read
  }

  private var hasNews: Bool {
    guard let raw else { return true }
    return (try? Poll.readable([raw], within: .zero)) != [false]
  }
}

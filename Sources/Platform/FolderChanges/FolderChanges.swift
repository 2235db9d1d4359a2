// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import SystemCalls
import Threads

/// News of folders: whether what is in them was made, removed, renamed, written or given other attributes, by whatever process.
package final class FolderChanges: Sendable {
  /// The maximum number of folders: each takes memory of the kernel's.
  private static let most = 512
  private static let kinds = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_ONLYDIR)

  private let descriptor: FileDescriptor
  private let followed = Locked<Set<Int32>>([])

  /// Begins to follow folders; nil where this user follows as many as the kernel lets one follow.
  package init?() {
    let raw = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard raw >= 0 else { return nil }
    descriptor = FileDescriptor(owning: raw)
  }

  /// The descriptor to be polled, never read from: it is readable while there is news.
  package var raw: Int32 { descriptor.raw }

  /// Follows a folder from now on, however often it is called; false where it cannot be followed, and has to be asked for.
  @discardableResult
  package func follow(_ folder: borrowing FileDescriptor) -> Bool {
    let (raw, path) = (descriptor.raw, "/proc/self/fd/\(folder.raw)")
    return followed.withLock { followed in
      guard followed.count < Self.most else { return false }
      let watch = unsafe inotify_add_watch(raw, path, Self.kinds)
      if watch >= 0 { followed.insert(watch) }
      return watch >= 0
    }
  }

  /// Takes all news that has come.
  package func clear() {
    // More than the largest event, which has a name in it.
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var span = bytes.mutableSpan
      guard let count = try? descriptor.readAvailable(into: &span), count > 0 else { return }
    }
  }
}

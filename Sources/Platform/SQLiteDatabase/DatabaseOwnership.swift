// SPDX-License-Identifier: Apache-2.0
import Glibc
package import LinuxSystem

/// The right to use a database, of one process at a time: the lock on a file beside it.
///
/// A file of its own, because closing any descriptor of the database would drop the library's locks on it (fcntl(2)).
package struct DatabaseOwnership: ~Copyable, Sendable {
  private let lock: FileDescriptor

  /// Who had it may not be quite gone: killed a moment ago, or with a child that has not begun its own program yet.
  private static let tries = 50
  private static let pause = Duration.milliseconds(10)

  /// Nil if another process has it, and does not let it go at once.
  package init?(of path: String) throws(SystemError) {
    let lock = try FileDescriptor.open(path + "-owner", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    for _ in 0..<Self.tries {
      if try lock.tryLock() {
        self.lock = lock
        return
      }
      _ = try Poll.readable([], within: Self.pause)
    }
    return nil
  }
}

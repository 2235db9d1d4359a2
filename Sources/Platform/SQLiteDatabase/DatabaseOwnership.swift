// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
package import SystemCalls

/// The right to use a database, which one process has at a time: the lock on a file beside the database.
///
/// The file is not the database itself, because closing any descriptor of that would drop SQLite's locks (fcntl(2)).
package struct DatabaseOwnership: ~Copyable, Sendable {
  private let lock: FileDescriptor

  /// The previous owner may not have released the lock yet: it was killed a moment ago, or has a child that has not
  /// started its own program.
  private static let tries = 50
  private static let pause = Duration.milliseconds(10)

  /// Takes the database for this process; nil if another process has it, and does not release it within half a second.
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

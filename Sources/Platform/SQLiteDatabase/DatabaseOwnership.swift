// SPDX-License-Identifier: Apache-2.0
import Glibc
package import LinuxSystem

/// The right to use a database, of one process at a time: the lock on a file beside it.
///
/// A file of its own, because closing any descriptor of the database would drop the library's locks on it (fcntl(2)).
package struct DatabaseOwnership: ~Copyable, Sendable {
  private let lock: FileDescriptor

  /// Nil if another process has it.
  package init?(of path: String) throws(SystemError) {
    let lock = try FileDescriptor.open(path + "-owner", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    guard try lock.tryLock() else { return nil }
    self.lock = lock
  }
}

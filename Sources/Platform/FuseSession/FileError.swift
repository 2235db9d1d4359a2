// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// Why the kernel's request is refused: an errno, which the calling program sees.
package struct FileError: Error, Equatable, Sendable {
  package let code: Int32

  /// An errno from 1 to 999; anything else is a mistake, and the program sees `EIO`.
  package init(_ code: Int32) { self.code = (1..<1000).contains(code) ? code : EIO }

  /// The error for a call on the backing store that failed.
  package init(_ error: SystemError) { self.init(error.code) }
}

extension FileError {
  /// The contents may not be touched in this lock state.
  package static let locked = FileError(EPERM)
  /// The stored bytes are damaged.
  package static let damaged = FileError(EIO)
  package static let missing = FileError(ENOENT)
  package static let unsupported = FileError(EOPNOTSUPP)
  /// The operation does not exist here: the kernel remembers this and stops asking for good.
  package static let neverAsk = FileError(ENOSYS)
}

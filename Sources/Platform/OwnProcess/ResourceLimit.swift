// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// How much of something the kernel lets this process have.
package enum ResourceLimit {
  /// The number of files this process may have open.
  package static var openFiles: Int { Int(clamping: clinux_open_files_limit()) }

  /// Raises the limit of open files, as far as the hard limit allows.
  package static func raiseOpenFiles(to count: UInt64) throws(SystemError) {
    guard clinux_raise_open_files(count) == 0 else { throw SystemError(.setrlimit) }
  }
}

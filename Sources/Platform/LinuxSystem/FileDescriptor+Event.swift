// SPDX-License-Identifier: Apache-2.0
import CLinux

// MARK: - Events

extension FileDescriptor {
  /// An eventfd: readable once something has been written to it.
  package static func event() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying(.eventfd) { clinux_eventfd() })
  }
}

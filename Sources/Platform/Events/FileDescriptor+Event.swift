// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

// MARK: - Waking a thread that polls

extension FileDescriptor {
  /// A counter that can be polled: readable from `signal` to `clear`.
  package static func event() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying(.eventfd) { clinux_eventfd() })
  }

  /// Makes an event readable. Fails only if it is readable already.
  package func signal() {
    var one: UInt64 = 1
    _ = unsafe Glibc.write(raw, &one, 8)
  }

  package func clear() {
    var count: UInt64 = 0
    _ = unsafe Glibc.read(raw, &count, 8)
  }
}

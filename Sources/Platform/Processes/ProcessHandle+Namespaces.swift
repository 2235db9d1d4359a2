// SPDX-License-Identifier: Apache-2.0
import Glibc
import Files
package import SystemCalls

extension ProcessHandle {
  /// Whether the process has the process numbers and the users of this process (`namespaces(7)`). Inside a namespace of
  /// its own a process may have rights over others' numbers that it has nowhere else.
  package func sharesNamespaces() throws(SystemError) -> Bool {
    // Not to be listed: a process that hides its memory may look its own up, but not list them.
    let own = try FileDescriptor.open("/proc/self/ns", OpenFlag.path | O_DIRECTORY)
    let its = try FileDescriptor.open("/proc/\(process)/ns", OpenFlag.path | O_DIRECTORY)
    for name in ["pid", "user"] {
      guard try its.symbolicLinkTarget(name) == own.symbolicLinkTarget(name) else { return false }
    }
    guard isAlive else { throw SystemError(.open, code: ESRCH) }
    return true
  }
}

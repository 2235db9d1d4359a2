// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

/// An end of a local connection, with descriptors among its bytes (`AF_UNIX`, `SOCK_STREAM`).
package final class LocalStream: Sendable {
  private let descriptor: FileDescriptor

  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Connects to the listening socket behind a file that is open as a path alone, whether or not the file still has a
  /// name.
  package init(toSocketOf file: borrowing FileDescriptor) throws(SystemError) {
    let raw = clinux_connect_bytes(file.raw)
    guard raw >= 0 else { throw SystemError(.connect) }
    descriptor = FileDescriptor(owning: raw)
  }

  /// Carries what comes here to the other one, to the end of either: then both have ended.
  package func carry(to other: LocalStream) { clinux_relay_bytes(descriptor.raw, other.descriptor.raw) }

  /// Ends the connection for both ends.
  package func end() { _ = shutdown(descriptor.raw, Int32(SHUT_RDWR)) }
}

// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Sockets
import SystemCalls

/// The descriptors that the starter has left open for this process, taken over by number.
struct InheritedDescriptors: ~Copyable {
  let supervisor: PacketSocket
  let listener: PacketSocket
  let folder: FileDescriptor

  init() throws(EnclaveStartError) {
    let supervisor = try Self.take(3, S_IFSOCK)
    let listener = try Self.take(4, S_IFSOCK)
    let folder = try Self.take(5, S_IFDIR)
    try system { () throws(SystemError) in try listener.setNonblocking() }
    self.folder = folder
    self.supervisor = PacketSocket(supervisor)
    self.listener = PacketSocket(listener)
  }

  private static func take(_ number: Int32, _ kind: mode_t) throws(EnclaveStartError) -> FileDescriptor {
    let descriptor = FileDescriptor(owning: number)
    guard let status = try? descriptor.status(), status.st_mode & S_IFMT == kind else {
      _ = descriptor.release()
      throw .descriptor(number)
    }
    return descriptor
  }
}

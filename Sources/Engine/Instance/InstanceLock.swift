// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import SystemCalls

/// The right to run an instance: one supervisor has it at a time.
///
/// Its descriptor is given to the daemons too, so that the lock stays taken until the last of them has ended, also
/// when their supervisor was killed: a new enclave never opens a keybag that an old one still writes.
package struct InstanceLock: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  /// nil while another supervisor, or a daemon it left behind, is alive.
  package static func acquire(in home: borrowing FileDescriptor) throws(SystemError) -> InstanceLock? {
    let file = try home.open("lock", O_RDWR | O_CREAT, mode: 0o600)
    guard try file.tryLock() else { return nil }
    return InstanceLock(descriptor: file)
  }
}

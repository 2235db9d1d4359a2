// SPDX-License-Identifier: Apache-2.0

/// The thread a request is made for, as the kernel names it in the mount's namespaces.
///
/// A new file's owner is taken from here. Nothing else is decided by it: the kernel has checked permissions before it
/// asks.
package struct Caller: Equatable, Sendable {
  package let user: UInt32
  package let group: UInt32
  /// The number of the process; 0 where it is outside the mount's namespace, or the kernel acts by itself.
  package let process: Int32
  /// Already applied to the modes the filesystem is given, unless it keeps access lists.
  package let umask: UInt32

  package init(user: UInt32, group: UInt32, process: Int32, umask: UInt32) {
    self.user = user
    self.group = group
    self.process = process
    self.umask = umask
  }
}

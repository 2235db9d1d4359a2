// SPDX-License-Identifier: Apache-2.0
package import Files

/// The owner of locks: a process for those of `fcntl(2)`, an opening for those of `flock(2)` and of openings. The
/// kernel's own number, which says nothing else.
package struct LockOwner: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A lock that a program takes, gives back or asks about.
package struct LockRequest: Sendable {
  package let node: NodeID
  package let handle: FileHandle
  package let owner: LockOwner
  package let lock: FileLock
  /// Whether the program waits until it can be taken.
  package let waits: Bool

  package init(node: NodeID, handle: FileHandle, owner: LockOwner, lock: FileLock, waits: Bool) {
    self.node = node
    self.handle = handle
    self.owner = owner
    self.lock = lock
    self.waits = waits
  }
}

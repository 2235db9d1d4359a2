// SPDX-License-Identifier: Apache-2.0

/// A write the kernel asks for. The bytes come beside it, as a span of the session's own buffer.
package struct WriteRequest: Sendable {
  package enum Origin: Sendable {
    /// A program's `write(2)`.
    case program
    /// A page of a mapped file that the kernel writes back: the handle may be any that is open for writing.
    case mapping
  }

  /// What the session does with its buffer when the write has been answered.
  package enum Memory: Sendable { case leave, wipe }

  package let node: NodeID
  package let handle: FileHandle
  package let offset: Int
  package let origin: Origin
  package let privileges: PrivilegeBits
  /// Set to `wipe` for contents that must not stay in memory: the buffer is zero before its thread takes the next
  /// request, also when the write throws.
  package var memory = Memory.leave

  package init(node: NodeID, handle: FileHandle, offset: Int, origin: Origin, privileges: PrivilegeBits) {
    self.node = node
    self.handle = handle
    self.offset = offset
    self.origin = origin
    self.privileges = privileges
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A write the kernel asks for. The bytes come beside it, in the session's own buffer.
package struct WriteRequest: Sendable {
  package enum Origin: Sendable {
    /// A program's `write(2)`.
    case program
    /// A page of a mapped file that the kernel writes back: the handle may be any that is open for writing.
    case mapping
  }

  package let node: NodeID
  package let handle: FileHandle
  package let offset: Int
  package let origin: Origin
  package let privileges: PrivilegeBits
  /// Whether the program opened the file to append: the offset is where the kernel believes the end to be.
  package let appends: Bool

  package init(
    node: NodeID, handle: FileHandle, offset: Int, origin: Origin, privileges: PrivilegeBits, appends: Bool = false
  ) {
    self.node = node
    self.handle = handle
    self.offset = offset
    self.origin = origin
    self.privileges = privileges
    self.appends = appends
  }
}

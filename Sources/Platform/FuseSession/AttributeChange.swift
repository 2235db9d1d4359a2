// SPDX-License-Identifier: Apache-2.0
package import Files

/// The change of a file's attributes by one request; nil leaves a part as it is.
package struct AttributeChange: Equatable, Sendable {
  /// Permission bits, with the type bits the file has.
  package var mode: UInt32?
  package var user: UInt32?
  package var group: UInt32?
  /// Truncates or extends the contents.
  package var size: Int?
  package var access: TimeChange
  package var modification: TimeChange
  /// The privilege bits for a change of size or owner.
  package var privileges: PrivilegeBits
  /// The open file through which the change is made, for `ftruncate` and the like.
  package var handle: FileHandle?

  package init(
    mode: UInt32? = nil, user: UInt32? = nil, group: UInt32? = nil, size: Int? = nil, access: TimeChange = .keep,
    modification: TimeChange = .keep, privileges: PrivilegeBits = .keep, handle: FileHandle? = nil
  ) {
    self.mode = mode
    self.user = user
    self.group = group
    self.size = size
    self.access = access
    self.modification = modification
    self.privileges = privileges
    self.handle = handle
  }
}

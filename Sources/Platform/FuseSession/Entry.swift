// SPDX-License-Identifier: Apache-2.0

/// A name's file, as the kernel will remember it.
///
/// Each entry given to the kernel (by lookup, creation, link, or a directory listing with attributes) counts as
/// one lookup of its node, until `forget` takes it back.
package struct Entry: Equatable, Sendable {
  package var node: NodeID
  /// Tells files apart that had the same node number one after the other.
  package var generation: UInt64
  package var attributes: FileAttributes

  package init(node: NodeID, generation: UInt64 = 0, attributes: FileAttributes) {
    self.node = node
    self.generation = generation
    self.attributes = attributes
  }
}

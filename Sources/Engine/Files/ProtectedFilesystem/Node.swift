// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import ProtectionModel

/// The place of a backing entry: a directory the kernel knows, and the entry's name in the store.
struct Location: Hashable, Sendable {
  var parent: NodeID
  var name: String
}

/// The identity of a node's backing file, whatever its names.
struct InodeKey: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

/// Apart from the nodes because hardly any has them, and there may be many.
final class LastKnownAttributes: Sendable {
  let attributes: FileAttributes

  init(_ attributes: FileAttributes) { self.attributes = attributes }
}

/// The node that the kernel knows by a number: one per backing file, from the first lookup to the last forget.
struct Node: Sendable {
  let key: InodeKey
  /// The file type bits of its mode.
  let type: UInt32
  var lookups: UInt64 = 0
  /// The places where the node was found. A file with hard links may have several, a removed one has none.
  var locations: [Location] = []
  /// The last attributes of a node that has lost its last known name.
  var lastKnown: LastKnownAttributes?
  /// The class of the file from its first opening on: the kernel may hold pages of a file of that class.
  var cachedClass: ProtectionClass?

  /// Counts a lookup that found it there.
  mutating func meet(at location: Location) {
    lookups += 1
    lastKnown = nil
    if !locations.contains(location) { locations.append(location) }
  }
}

// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc

/// The files that the kernel knows, each by where it lies: nothing is held open for them.
struct SharedNodes {
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  struct Node {
    let place: SharedPlace
    /// The folder of the node; nil for the root of a place.
    var parent: NodeID?
    var name: [UInt8]
    let identity: Identity
    var lookups: UInt64
  }

  private struct Key: Hashable {
    let place: ObjectIdentifier
    let identity: Identity
  }

  private var nodes: [NodeID: Node] = [:]
  private var known: [Key: NodeID] = [:]
  private var last: UInt64

  /// Begins after the numbers that are the caller's own.
  init(after reserved: UInt64) { last = reserved }

  subscript(_ node: NodeID) -> Node? { nodes[node] }

  /// Counts a lookup. A file that is found under another name than before lies there now.
  mutating func add(_ place: SharedPlace, _ parent: NodeID?, _ name: [UInt8], _ identity: Identity) -> NodeID {
    let key = Key(place: ObjectIdentifier(place), identity: identity)
    if let node = known[key] {
      nodes[node]?.lookups += 1
      nodes[node]?.parent = parent
      nodes[node]?.name = name
      return node
    }
    last += 1
    let node = NodeID(rawValue: last)
    nodes[node] = Node(place: place, parent: parent, name: name, identity: identity, lookups: 1)
    known[key] = node
    return node
  }

  mutating func forget(_ node: NodeID, lookups: UInt64) {
    guard let found = nodes[node] else { return }
    guard found.lookups <= lookups else {
      nodes[node]?.lookups -= lookups
      return
    }
    nodes[node] = nil
    let key = Key(place: ObjectIdentifier(found.place), identity: found.identity)
    if known[key] == node { known[key] = nil }
  }

  /// Renews the identities of all nodes, so that the kernel takes the same files for others: what is read of them again
  /// is not seen by whoever has them open from before.
  mutating func renew(under permission: FolderPermission) {
    known = known.filter { nodes[$0.value]?.place.permission !== permission }
  }

  /// A file was renamed.
  mutating func move(_ identity: Identity, of place: SharedPlace, to parent: NodeID, _ name: [UInt8]) {
    guard let node = known[Key(place: ObjectIdentifier(place), identity: identity)] else { return }
    nodes[node]?.parent = parent
    nodes[node]?.name = name
  }

  /// The path of a node below its place's root. Nil where the kernel names what it has forgotten, or folders lie in
  /// each other.
  func path(of node: NodeID, isRoot: (NodeID) -> SharedPlace?) -> (place: SharedPlace, path: [UInt8])? {
    var (names, next): ([[UInt8]], NodeID) = ([], node)
    for _ in 0..<Self.deepest {
      if let place = isRoot(next) {
        return (place, Array(([place.path] + names.reversed()).filter { !$0.isEmpty }.joined(separator: [slash])))
      }
      guard let found = nodes[next] else { return nil }
      guard let parent = found.parent else {
        let all = [found.place.path] + names.reversed()
        return (found.place, Array(all.filter { !$0.isEmpty }.joined(separator: [slash])))
      }
      names.append(found.name)
      next = parent
    }
    return nil
  }

  /// A longer path is refused by the kernel.
  private static let deepest = 2048
}

private let slash = UInt8(ascii: "/")

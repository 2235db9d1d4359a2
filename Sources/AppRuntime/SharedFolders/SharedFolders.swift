// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import SystemCalls
import Threads

/// The view of an app on the person's files: a folder for each kind, as far as it may use them now.
///
/// Everything that programs ask for is decided here, call by call, so that what is taken back is gone at once: for names, for
/// files that are open, and for pages that are mapped.
///
/// Others use the files at the same time. So the kernel keeps no contents: each read and write goes to the file itself, as do
/// locks, and a shared mapping, which could not be kept in step with theirs, is refused with `ENODEV`.
package final class SharedFolders: FileSystemOperations {
  /// The folders at the top. Their numbers are those of their nodes.
  package enum Area: UInt64, Sendable, CaseIterable {
    case desktop = 2
    case documents = 3
    case downloads = 4
    case volumes = 5
    /// Files and folders that the person chose one by one.
    case chosen = 6

    package var name: String {
      switch self {
      case .desktop: "Desktop"
      case .documents: "Documents"
      case .downloads: "Downloads"
      case .volumes: "Volumes"
      case .chosen: "Shared"
      }
    }

    var node: NodeID { NodeID(rawValue: rawValue) }
    static let lastNode: UInt64 = 6
  }

  /// The contents of an area.
  package enum Contents: Sendable {
    case folder(SharedPlace)
    /// Places by their names, looked for each time.
    case places(@Sendable () -> [(name: String, place: SharedPlace)])
  }

  let areas: [Area: Contents]
  private let excluded: ExcludedPlaces
  let nodes = Locked(SharedNodes(after: Area.lastNode))
  let openings: Openings
  let locksWaitedFor = LocksWaitedFor()
  private let user: (id: UInt32, group: UInt32)

  /// `excluded` are paths of folders, which need not be there yet.
  package init(_ areas: [Area: Contents], excluding excluded: [String], uses: any FolderUseObserver) {
    self.areas = areas
    self.excluded = ExcludedPlaces(excluded)
    openings = Openings(uses)
    user = (geteuid(), getegid())
  }

  // MARK: - Taking back

  /// Ends the use of a place: what is open fails from here on, and the kernel forgets its pages. Not to be called from within
  /// a request.
  package func takeBack(_ permission: FolderPermission, from mount: Mount) {
    guard permission.withdraw() else { return }
    for node in openings.nodes(under: permission) {
      // A mount that is gone has nothing left to forget.
      try? mount.invalidate(node)
    }
    nodes.withLock { $0.renew(under: permission) }
    openings.close(under: permission)
  }

  // MARK: - Where things are

  /// The place whose top folder a node is; nil for what is not the top folder of a place that is an area.
  func folder(at node: NodeID) -> SharedPlace? {
    guard let area = Area(rawValue: node.rawValue), case .folder(let place)? = areas[area] else { return nil }
    return place
  }

  func places(at node: NodeID) -> [(name: String, place: SharedPlace)]? {
    guard let area = Area(rawValue: node.rawValue), case .places(let list)? = areas[area] else { return nil }
    return list()
  }

  /// Whether nothing can be made, renamed or removed there, because what is in it is chosen elsewhere.
  func isFixed(_ node: NodeID) -> Bool { node == .root || places(at: node) != nil }

  /// Whether a node is the top of a place.
  func isTop(_ node: NodeID) -> Bool {
    folder(at: node) != nil || nodes.withLock { nodes in nodes[node].map { $0.parent == nil } ?? false }
  }

  func location(of node: NodeID) throws(FileError) -> (place: SharedPlace, path: [UInt8]) {
    let found = nodes.withLock { $0.path(of: node, isRoot: folder(at:)) }
    guard let found else { throw FileError(ESTALE) }
    return found
  }

  /// A folder that an entry is looked for or made in.
  struct Entrance: ~Copyable {
    let place: SharedPlace
    let path: [UInt8]
    let folder: FileDescriptor
  }

  /// The person is asked where the folder is the top of a place.
  func entrance(of node: NodeID) throws(FileError) -> Entrance {
    if isFixed(node) { throw FileError(EPERM) }
    let (place, path) = try location(of: node)
    _ = isTop(node) ? try place.permission.obtain() : try place.permission.require()
    return Entrance(place: place, path: path, folder: try handle(node, place, path))
  }

  /// The folder in which an entry is looked for or made, renamed or removed: not one of those that nobody reaches.
  func entrance(of node: NodeID, to name: [UInt8]) throws(FileError) -> Entrance {
    let above = try entrance(of: node)
    guard !excluded.contains(name, in: above.folder) else { throw FileError(EACCES) }
    return above
  }

  /// A handle of a node, without rights. The file that lies there now must be the one that the kernel knows.
  func handle(_ node: NodeID, _ place: SharedPlace, _ path: [UInt8]) throws(FileError) -> FileDescriptor {
    let file = try place.handle(path)
    guard let known = nodes.withLock({ $0[node]?.identity }) else { return file }
    let status: stat
    do { status = try file.status() } catch { throw FileError(error) }
    guard SharedNodes.Identity(status) == known else { throw FileError(ESTALE) }
    return file
  }

  /// Looks up an entry, which is registered then; special files, and what is excluded, are not there.
  func entry(
    _ place: SharedPlace, _ parent: NodeID?, _ name: [UInt8], _ status: stat
  ) throws(FileError) -> Entry {
    let identity = SharedNodes.Identity(status)
    guard Self.isShown(status.st_mode) else { throw .missing }
    guard !excluded.contains(identity) else { throw FileError(EACCES) }
    let node = nodes.withLock { $0.add(place, parent, name, identity) }
    return Entry(node: node, attributes: shown(status))
  }

  /// Files, folders and symbolic links: a device, a socket or a pipe is never handed in.
  static func isShown(_ mode: UInt32) -> Bool { [S_IFREG, S_IFDIR, S_IFLNK].contains(mode & S_IFMT) }

  func shown(_ status: stat) -> FileAttributes {
    var attributes = FileAttributes(status)
    attributes.mode &= ~(S_ISUID | S_ISGID)
    return attributes
  }

  /// The attributes of a folder that is made here, or may not be looked into yet.
  func plain(_ node: NodeID) -> FileAttributes {
    FileAttributes(inode: node.rawValue, mode: S_IFDIR | 0o700, links: 2, user: user.id, group: user.group)
  }
}

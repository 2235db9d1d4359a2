// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Files
package import SystemCalls

/// A folder or a socket that is to be mounted elsewhere, known by more than its path: whatever lies there by then is told from it.
package struct MountSource: Sendable {
  /// The path without links, as bytes that end with a zero.
  let path: [UInt8]
  let kind: Kind
  let device: UInt64
  /// The number of the entry in its file system; 0 where all of a file system is as good.
  let inode: UInt64
  private let held: Held?

  package enum Kind: Sendable {
    case folder, socket, file
    var format: mode_t {
      switch self {
      case .folder: S_IFDIR
      case .socket: S_IFSOCK
      case .file: S_IFREG
      }
    }
    var code: Int32 {
      switch self {
      case .folder: ENOTDIR
      case .socket: ENOTSOCK
      case .file: EINVAL
      }
    }
  }

  /// Takes over what somebody opened without following a link, and holds it open. Throws EPERM for what belongs to another
  /// user, and ENOTDIR or ENOTSOCK for another thing than was wanted.
  package init(
    _ descriptor: consuming FileDescriptor, _ kind: Kind, of owners: Set<UInt32> = [geteuid()]
  ) throws(SystemError) {
    let status = try descriptor.status()
    guard status.st_mode & S_IFMT == kind.format else { throw SystemError(.open, code: kind.code) }
    guard owners.contains(status.st_uid) else { throw SystemError(.open, code: EPERM) }
    path = try descriptor.path() + [0]
    (device, inode, self.kind) = (UInt64(status.st_dev), UInt64(status.st_ino), kind)
    held = Held(descriptor)
  }

  /// A file or a folder of the machine's settings, whoever has it; links that lead to it are followed. A file that takes its place
  /// before it is mounted is as good.
  package init(setting path: String) throws(SystemError) {
    let descriptor = try FileDescriptor.open(path, OpenFlag.path)
    let status = try descriptor.status()
    switch status.st_mode & S_IFMT {
    case S_IFDIR: kind = .folder
    case S_IFREG: kind = .file
    default: throw SystemError(.open, code: EINVAL)
    }
    self.path = try descriptor.path() + [0]
    (device, inode, held) = (UInt64(status.st_dev), 0, nil)
  }

  private final class Held: Sendable {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  /// A folder of a mount that this process serves, by its name in there: this process itself must not look at it, because a
  /// thread that waits for its own process cannot be killed.
  package init(_ name: String, servedAt mount: String) throws(SystemError) {
    let split = SplitPath(mount)
    let above = try FileDescriptor.open(split.folder, OpenFlag.path | O_DIRECTORY)
    let path = "\(String(decoding: try above.path(), as: UTF8.self))/\(split.name)"
    guard let entry = try MountTable.current().entry(at: path) else { throw SystemError(.open, code: ENOENT) }
    self.path = Array("\(path)/\(name)".utf8) + [0]
    // As `makedev(3)` has it, of a file system without a device: its major number is 0.
    let minor = UInt64(entry.minor)
    (device, inode, kind) = (minor & 0xff | (minor & ~0xff) << 12, 0, .folder)
    held = nil
  }

  /// Opens a folder that is held.
  package func reopened() throws(SystemError) -> FileDescriptor {
    guard let held else { throw SystemError(.open, code: EBADF) }
    return try held.descriptor.reopen()
  }

  /// The path as text, for messages and comparisons.
  package var text: String { String(decoding: path.dropLast(), as: UTF8.self) }
}

extension FileDescriptor {
  /// Opens what an absolute path names; a link of any kind on the way, or at its end, is an error (ELOOP).
  package static func openWithoutLinks(_ path: String, _ flags: Int32) throws(SystemError) -> FileDescriptor {
    try FaultPlan.check(.open)
    return FileDescriptor(owning: try retrying(.open) { unsafe clinux_open_without_links(path, flags) })
  }

  /// The descriptor's path at this moment.
  fileprivate func path() throws(SystemError) -> [UInt8] {
    try FileDescriptor.open("/proc/self/fd", OpenFlag.path | O_DIRECTORY).symbolicLinkTarget("\(raw)")
  }
}

/// A mount that a child finds below `/tmp`, which nothing else is in.
package struct StagedMount: Sendable {
  enum Content {
    /// A mount of the very thing that is held, whatever lies at its path by then.
    case mount(MountSource, Way)
    case folder
    case text(String)
  }

  let content: Content
  /// A name, or a path.
  let name: String
  /// Whether the path leads into what was mounted before: nothing is made there.
  let isWithinMount: Bool

  package enum Way: Sendable {
    case itself
    /// A mount for reading that does not tell where the folder lies, where the kernel can make one.
    case picture
  }

  /// A mount, at a name or in a folder of the stage's own.
  package init(_ source: MountSource, at name: String, _ way: Way = .itself) {
    self.init(.mount(source, way), name)
  }

  /// A mount at what is there in another mount.
  package init(_ source: MountSource, within name: String) {
    self.init(.mount(source, .itself), name, isWithinMount: true)
  }

  /// An empty folder.
  package init(folder name: String) { self.init(.folder, name) }

  /// A file for reading, which holds a text without zeros.
  package init(_ text: String, at name: String) { self.init(.text(text), name) }

  private init(_ content: Content, _ name: String, isWithinMount: Bool = false) {
    (self.content, self.name, self.isWithinMount) = (content, name, isWithinMount)
  }

  /// The path at which the child finds what lies under a name.
  package static func path(of name: String) -> String { "/tmp/\(name)" }
}

/// The mounts as C takes them.
@safe final class StageMemory {
  private let texts: TextList
  private let mounts: UnsafeMutablePointer<clinux_mount>
  let pointer: UnsafeMutablePointer<clinux_stage>

  init(_ stage: [StagedMount]) {
    let maps = ["\(geteuid()) \(geteuid()) 1\n", "\(getegid()) \(getegid()) 1\n"]
    let paths = stage.flatMap { mount -> [[UInt8]] in [mount.clinuxSource, Array(mount.name.utf8) + [0]] }
    texts = TextList(bytes: paths + maps.map { Array($0.utf8) + [0] })
    unsafe mounts = .allocate(capacity: stage.count)
    for (index, mount) in stage.enumerated() {
      let (source, target) = unsafe (texts.pointers[2 * index], texts.pointers[2 * index + 1])
      unsafe (mounts + index).initialize(
        to: clinux_mount(
          source: source, device: mount.source?.device ?? 0, inode: mount.source?.inode ?? 0,
          target: target, way: mount.clinuxWay, is_within_mount: mount.isWithinMount ? 1 : 0))
    }
    unsafe pointer = .allocate(capacity: 1)
    let (users, groups) = unsafe (texts.pointers[2 * stage.count], texts.pointers[2 * stage.count + 1])
    unsafe pointer.initialize(
      to: clinux_stage(mounts: mounts, count: stage.count, user_map: users, group_map: groups))
  }

  deinit {
    unsafe mounts.deallocate()
    unsafe pointer.deallocate()
  }
}

extension StagedMount {
  fileprivate var source: MountSource? {
    guard case .mount(let source, _) = content else { return nil }
    return source
  }

  /// Ends with a zero.
  fileprivate var clinuxSource: [UInt8] {
    switch content {
    case .mount(let source, _): source.path
    case .folder: [0]
    case .text(let text): Array(text.utf8) + [0]
    }
  }

  fileprivate var clinuxWay: clinux_mount_way {
    switch content {
    case .mount(let source, let way):
      guard source.kind == .folder else { return clinux_mount_file }
      return way == .picture ? clinux_mount_picture : clinux_mount_folder
    case .folder: return clinux_stage_folder
    case .text: return clinux_stage_text
    }
  }
}

/// Strings as `execve(2)` takes them.
@safe final class TextList {
  private let count: Int
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  convenience init(_ words: [String]) { self.init(bytes: words.map { Array($0.utf8) + [0] }) }

  /// The strings of these bytes, each with a zero at its end.
  init(bytes: [[UInt8]]) {
    count = bytes.count
    unsafe pointers = .allocate(capacity: count + 1)
    for (index, text) in bytes.enumerated() {
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
      for (place, byte) in text.enumerated() { unsafe copy[place] = CChar(bitPattern: byte) }
      unsafe (pointers + index).initialize(to: copy)
    }
    unsafe (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { unsafe pointers[index]?.deallocate() }
    unsafe pointers.deallocate()
  }
}

// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The files that processes have open or mapped, as far as `/proc` shows it.
struct HeldFiles {
  struct File: Hashable {
    /// The number of a device.
    let number: UInt64
    let inode: UInt64
    let folder: UInt64

    init(number: UInt64, inode: UInt64, folder: UInt64) {
      (self.number, self.inode, self.folder) = (number, inode, folder)
    }

    init(_ status: stat) {
      self.init(number: UInt64(status.st_rdev), inode: UInt64(status.st_ino), folder: UInt64(status.st_dev))
    }
  }

  private(set) var files: Set<File> = []
  /// A file that is mapped stays open without a descriptor.
  private var mapped: Set<File> = []
  private(set) var paths: Set<String> = []
  /// Whether a process hides what it has open, which may be anything.
  private(set) var isIncomplete = false
  /// Descriptors have been sent and not been received: they may be of anything too.
  private(set) var areOnTheWay = false

  private static let mostProcesses = 4096
  private static let mostBytes = 1 << 24

  /// Looks at the open files of all processes below this one.
  init(below process: Int32) {
    var (waiting, known) = (Self.children(of: process), Set<Int32>())
    while let next = waiting.popLast(), known.count < Self.mostProcesses {
      guard known.insert(next).inserted else { continue }
      waiting += Self.children(of: next)
      look(into: next)
    }
  }

  func contains(_ file: File) -> Bool {
    // Mappings say nothing of a device's number.
    files.contains(file) || mapped.contains(File(number: 0, inode: file.inode, folder: file.folder))
  }

  private mutating func look(into process: Int32) {
    guard let folder = try? FileDescriptor.open("/proc/\(process)/fd", O_RDONLY | O_DIRECTORY),
      let maps = Self.text("/proc/\(process)/maps")
    else {
      // One that has just ended has nothing open.
      if (try? FileDescriptor.open("/proc/\(process)", OpenFlag.path | O_DIRECTORY)) != nil { isIncomplete = true }
      return
    }
    var (files, paths, sockets): ([File], [String], [String]) = ([], [], [])
    do throws(SystemError) {
      try folder.forEachEntry { entry in
        let name = String(decoding: entry.name, as: UTF8.self)
        if let status = try? FileDescriptor.open("/proc/\(process)/fd/\(name)", OpenFlag.path).status() {
          files.append(File(status))
          if status.st_mode & S_IFMT == S_IFSOCK { sockets.append(name) }
        }
        if let target = try? folder.symbolicLinkTarget(name) { paths.append(String(decoding: target, as: UTF8.self)) }
        return .proceed
      }
    } catch {
      isIncomplete = true
    }
    self.files.formUnion(files)
    self.paths.formUnion(paths)
    note(maps: maps)
    if !areOnTheWay { areOnTheWay = sockets.contains { Self.hasDescriptors("/proc/\(process)/fdinfo/\($0)") } }
  }

  /// Lines as proc_pid_maps(5) describes them: the device is the fourth field, then come the file's number and its path.
  private mutating func note(maps: String) {
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6, let inode = UInt64(fields[4]), inode != 0 else { continue }
      let parts = fields[3].split(separator: ":").compactMap { UInt64($0, radix: 16) }
      guard parts.count == 2 else { continue }
      mapped.insert(File(number: 0, inode: inode, folder: Self.device(major: parts[0], minor: parts[1])))
      paths.insert(String(fields[5].drop { $0 == " " }))
    }
  }

  /// A device's number in the form that `stat(2)` has.
  private static func device(major: UInt64, minor: UInt64) -> UInt64 {
    (major & 0xFFF) << 8 | (major & ~0xFFF) << 32 | minor & 0xFF | (minor & ~0xFF) << 12
  }

  /// The kernel counts what waits in a socket of its own kind.
  private static func hasDescriptors(_ path: String) -> Bool {
    let lines = (text(path) ?? "").split(separator: "\n")
    return lines.contains { $0.hasPrefix("scm_fds:") && $0.last != "\t" && !$0.hasSuffix("\t0") && !$0.hasSuffix(" 0") }
  }

  private static func text(_ path: String) -> String? {
    guard let file = try? FileDescriptor.open(path, O_RDONLY), let bytes = try? file.readToEnd(atMost: mostBytes) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func children(of process: Int32) -> [Int32] {
    guard let tasks = try? FileDescriptor.open("/proc/\(process)/task", O_RDONLY | O_DIRECTORY) else { return [] }
    var found: [Int32] = []
    try? tasks.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if let file = try? tasks.open("\(name)/children", O_RDONLY), let bytes = try? file.readToEnd(atMost: 1 << 16) {
        found += String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
      }
      return .proceed
    }
    return found
  }
}

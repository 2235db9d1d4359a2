// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Files
package import SystemCalls

/// A process that has a file of a mount open or mapped: it may read what the kernel still has of that file.
package struct MountUser: Sendable, Equatable {
  package let process: Int32
  /// The kernel's name of the program: at most 15 bytes, and the program's own choice.
  package let program: String
  /// The path of one of the files, as the kernel names it: below the mount, or below its root where the mount has no
  /// place any more.
  package let file: String

  package init(process: Int32, program: String, file: String) {
    self.process = process
    self.program = program
    self.file = file
  }
}

/// A filesystem without a disk, wherever it is mounted: a sandboxed program has a mount of its own of it.
package struct MountedFilesystem: Sendable {
  private let minor: Int
  /// The numbers of its mounts, which nothing else has while a file of theirs is open.
  private let mounts: Set<Int>

  /// Identifies a mounted file system. To be called while it is mounted: what is detached is in no table.
  package init(_ entry: MountTable.Entry) {
    minor = entry.minor
    var mounts: Set = [entry.id]
    // Those of processes that may not be looked at are left out, and so are the processes later.
    for process in (try? processes()) ?? [] {
      guard let table = text("/proc/\(process)/mountinfo") else { continue }
      mounts.formUnion(MountTable(text: table).entries.filter { $0.minor == entry.minor }.map(\.id))
    }
    self.mounts = mounts
  }

  /// The processes that use files of it, as far as this process may look at them. Asks no filesystem: one whose server is
  /// gone would not answer. A process that ends or maps meanwhile may be missing.
  package func users() throws(SystemError) -> [MountUser] {
    try processes().compactMap { process in
      guard let file = mapped(by: process) ?? opened(by: process) else { return nil }
      let name = text("/proc/\(process)/comm") ?? ""
      return MountUser(process: process, program: String(name.prefix { $0 != "\n" }), file: file)
    }
  }

  /// Reads lines as proc_pid_maps(5) describes them: the device is the fourth field, the file the sixth.
  private func mapped(by process: Int32) -> String? {
    guard let maps = text("/proc/\(process)/maps") else { return nil }
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6, device(fields[3]) == minor else { continue }
      return String(fields[5].drop { $0 == " " })
    }
    return nil
  }

  /// The minor number of a device without a disk.
  private func device(_ field: Substring) -> Int? {
    let numbers = field.split(separator: ":").map { Int($0, radix: 16) }
    return numbers.count == 2 && numbers[0] == 0 ? numbers[1] : nil
  }

  private func opened(by process: Int32) -> String? {
    var descriptors: [String] = []
    guard let folder = try? FileDescriptor.open("/proc/\(process)/fdinfo", O_RDONLY | O_DIRECTORY) else { return nil }
    try? folder.forEachEntry { entry in
      descriptors.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    let title = "mnt_id:\t"
    for descriptor in descriptors {
      guard let info = text("/proc/\(process)/fdinfo/\(descriptor)"),
        let line = info.split(separator: "\n").first(where: { $0.hasPrefix(title) }),
        let mount = Int(line.dropFirst(title.count)), mounts.contains(mount),
        let links = try? FileDescriptor.open("/proc/\(process)/fd", OpenFlag.path | O_DIRECTORY),
        let path = try? links.symbolicLinkTarget(descriptor)
      else { continue }
      return String(decoding: path, as: UTF8.self)
    }
    return nil
  }
}

private func processes() throws(SystemError) -> [Int32] {
  var processes: [Int32] = []
  try FileDescriptor.open("/proc", O_RDONLY | O_DIRECTORY).forEachEntry { entry in
    if let process = Int32(String(decoding: entry.name, as: UTF8.self)) { processes.append(process) }
    return .proceed
  }
  return processes
}

private func text(_ path: String) -> String? {
  guard let file = try? FileDescriptor.open(path, O_RDONLY), let bytes = try? file.readToEnd(atMost: 1 << 24) else {
    return nil
  }
  return String(decoding: bytes, as: UTF8.self)
}

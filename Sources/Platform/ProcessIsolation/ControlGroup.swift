// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import Files
import Glibc
package import Processes
import SystemCalls

/// A bound on what a child and all that it starts take of the machine: a control group where one can be had, else limits of
/// the kernel on each process.
///
/// A group can be had by root, and by a user to whom the system has delegated a part of the hierarchy (cgroup v2, as systemd
/// does for sessions). It is removed when this is freed, once nothing is left in it.
package final class ControlGroup: Sendable {
  /// The processes that a bound counts together.
  package enum Kind: Sendable, Equatable {
    /// The bound counts all processes together.
    case group
    /// The limits of each process by itself, and of the user's processes together.
    case eachProcess
  }

  private let folders: [Folder]
  private let bounds: Bounds
  package let kind: Kind

  package struct Bounds: Sendable, Equatable {
    package var processes: UInt64
    package var memory: UInt64

    package init(processes: UInt64, memory: UInt64) {
      self.processes = processes
      self.memory = memory
    }
  }

  private final class Folder: Sendable {
    let parent: FileDescriptor
    let name: String
    let members: FileDescriptor

    /// `entrance` is the file in which a process writes itself; `values` are by the names of their files. A file that is not
    /// there is an error.
    init(
      below path: String, _ name: String, _ entrance: String, _ values: [(String, UInt64)]
    ) throws(SystemError) {
      let parent = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      ControlGroup.removeLeft(in: parent)
      try parent.makeDirectory(name, mode: 0o755)
      do throws(SystemError) {
        let folder = try parent.open(name, O_RDONLY | O_DIRECTORY)
        for (file, value) in values {
          try folder.open(file, O_WRONLY).write(Array("\(value)".utf8).span)
        }
        members = try folder.open(entrance, O_RDWR)
      } catch {
        try? parent.removeDirectory(name)
        throw error
      }
      self.parent = parent
      self.name = name
    }

    /// Removes the group. A process that has just ended may be counted for a moment yet.
    deinit {
      for _ in 0..<ControlGroup.attempts {
        if (try? parent.removeDirectory(name)) != nil { return }
        _ = try? Poll.readable([], within: .milliseconds(1))
      }
    }
  }

  private static let root = "/sys/fs/cgroup"

  private static let beginning = "bailey-app-"
  private static let attempts = 500
  /// The time within which whoever made a group has put a process in, in seconds.
  private static let secondsToEnter = 60

  /// Removes the groups that killed processes left; a group with processes in it stays.
  private static func removeLeft(in folder: borrowing FileDescriptor) {
    var names: [String] = []
    try? folder.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasPrefix(beginning) { names.append(name) }
      return .proceed
    }
    for name in names {
      guard let status = try? folder.status(of: name), status.st_ctim.tv_sec < WallClock.seconds - secondsToEnter else {
        continue
      }
      try? folder.removeDirectory(name)
    }
  }

  package init(_ bounds: Bounds) {
    self.bounds = bounds
    let name = UnfinishedFile.newName(Self.beginning)
    let own = Self.ownPaths()
    folders = Self.unified(bounds, name, own) ?? Self.divided(bounds, name, own) ?? []
    kind = folders.isEmpty ? .eachProcess : .group
  }

  /// The share that a child is to be started with.
  package var share: ProcessShare {
    switch kind {
    case .group: ProcessShare(groups: folders.map { $0.members.raw }, limits: [])
    case .eachProcess:
      // The limit counts what the user runs elsewhere too.
      ProcessShare(
        groups: [],
        limits: [
          ProcessLimit(.processes, Self.runningTasks() + bounds.processes), ProcessLimit(.data, bounds.memory),
        ])
    }
  }

  // MARK: - Where

  /// The paths of this process's groups by controller; the unified hierarchy has an empty name.
  private static func ownPaths() -> [String: String] {
    guard let file = try? FileDescriptor.open("/proc/self/cgroup", O_RDONLY),
      let bytes = try? file.readToEnd(atMost: 1 << 16)
    else { return [:] }
    var paths: [String: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      for controller in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
        paths[String(controller)] = String(parts[2])
      }
    }
    return paths
  }

  /// Makes the group beside this process's own group, or below the hierarchy's root: a group with processes has no
  /// groups of its own.
  private static func unified(_ bounds: Bounds, _ name: String, _ own: [String: String]) -> [Folder]? {
    guard let path = own[""] else { return nil }
    let folder = SplitPath(path).folder
    let above = folder == "." || folder == "/" ? "" : folder
    let values = [("memory.max", bounds.memory), ("pids.max", bounds.processes)]
    for place in [root + path, root + above] {
      if let folder = try? Folder(below: place, name, "cgroup.procs", values) { return [folder] }
    }
    return nil
  }

  /// The older hierarchies, one for each controller. A child has one thread when it enters: by itself it enters at once,
  /// where a process as a whole waits some 16 milliseconds for all processors.
  private static func divided(_ bounds: Bounds, _ name: String, _ own: [String: String]) -> [Folder]? {
    guard let memory = own["memory"], let processes = own["pids"],
      let first = try? Folder(
        below: "\(root)/memory\(memory)", name, "tasks", [("memory.limit_in_bytes", bounds.memory)]),
      let second = try? Folder(below: "\(root)/pids\(processes)", name, "tasks", [("pids.max", bounds.processes)])
    else { return nil }
    return [first, second]
  }

  /// Threads of this user, on all of the machine that can be seen.
  private static func runningTasks() -> UInt64 {
    guard let processes = try? FileDescriptor.open("/proc", O_RDONLY | O_DIRECTORY) else { return 0 }
    var count: UInt64 = 0
    try? processes.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      guard Int32(name) != nil, let status = try? processes.status(of: name), status.st_uid == getuid(),
        let tasks = try? processes.status(of: name + "/task")
      else { return .proceed }
      // A folder has two links, and one for each folder in it.
      count += UInt64(max(1, Int(tasks.st_nlink) - 2))
      return .proceed
    }
    return count
  }
}

/// The resources of the machine.
package enum Machine {
  /// The memory of the machine in bytes.
  package static var memory: UInt64 {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? UInt64(pages) * UInt64(size) : 1 << 30
  }
}

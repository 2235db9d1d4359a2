// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import SupervisorMessages

/// The folder in which the protected files appear.
///
/// While nothing is mounted it is not writable for its owner: a program that saves into it then gets an error instead
/// of leaving a plain file that the next mount hides.
struct MountPoint {
  let path: String

  /// Files that are in the way of a mount are refused to a person who starts it, and hidden by a restart.
  enum Starter { case person, supervisor }

  /// Makes the folder ready to be mounted on.
  func open(for starter: Starter) throws(StartFailure) {
    do throws(SystemError) {
      try FileDescriptor.makeFolders(path, mode: 0o700)
      cleanUp()
      guard try MountTable.current().entry(at: canonicalPath) == nil else { throw SystemError(.mount, code: EBUSY) }
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      if starter == .person, try !isEmpty(folder) { throw SystemError(.mount, code: ENOTEMPTY) }
      if try folder.status().st_uid == geteuid() { try folder.changeMode(to: 0o700) }
    } catch {
      switch error.code {
      case EBUSY: throw StartFailure(.mountInUse, code: EBUSY, subject: path)
      case ENOTEMPTY: throw StartFailure(.mountNotEmpty, code: ENOTEMPTY, subject: path)
      default: throw StartFailure(.mountUnusable, code: error.code, subject: path)
      }
    }
  }

  /// Leaves the folder unwritable, where nothing is mounted on it.
  func close() {
    guard let table = try? MountTable.current(), table.entry(at: canonicalPath) == nil,
      let folder = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY),
      let status = try? folder.status(), status.st_uid == geteuid()
    else { return }
    try? folder.changeMode(to: 0o500)
  }

  /// Takes away what a filesystem process that died has left: a mount that answers nothing. One that answers stays.
  func cleanUp() {
    // More than one, if starts failed one upon the other.
    for _ in 0..<8 where isDead { detach() }
  }

  private var isDead: Bool {
    do {
      _ = try FileDescriptor.open(path, OpenFlag.path | O_DIRECTORY).status()
      return false
    } catch {
      return error.code == ENOTCONN || error.code == ECONNABORTED
    }
  }

  /// As root by the system call; else by the program fuse3 has for it, which checks whose mount it is.
  private func detach() {
    if geteuid() == 0 {
      try? MountTable.detach(path)
    } else {
      let plan = ChildPlan(path: "/usr/bin/fusermount3", arguments: ["-u", "-q", "-z", "--", path])
      _ = try? ChildProcess.start(plan).wait()
    }
  }

  /// As the mount table spells it. The folder itself may be a dead mount, which cannot be looked at.
  private var canonicalPath: String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex,
      let parent = Environment.canonicalPath(String(path[..<slash]))
    else { return path }
    return (parent == "/" ? "" : parent) + path[slash...]
  }

  private func isEmpty(_ folder: borrowing FileDescriptor) throws(SystemError) -> Bool {
    var result = true
    try folder.forEachEntry { _ in
      result = false
      return .ends
    }
    return result
  }
}

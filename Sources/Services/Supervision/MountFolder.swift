// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import SupervisorMessages

/// The folder in which the protected files appear.
///
/// The folder below the mount cannot be written: a program that saves while nothing is mounted, be it the moment in which
/// a crashed filesystem is started again, gets an error instead of leaving a plain file that the next mount hides.
/// Its mode says so to its owner; to root, for whom modes mean nothing, the immutable flag does.
final class MountFolder {
  private let point: MountPoint
  var path: String { point.path }
  /// The folder itself, open since before anything was mounted on it.
  private var folder: FileDescriptor?

  init(path: String) { point = MountPoint(path) }

  /// Files that are in the way of a mount are refused to a person who starts it, and hidden by a restart.
  enum Starter { case person, supervisor }

  /// Makes the folder ready to be mounted on. Others than root can only mount on a folder they can write to.
  func open(for starter: Starter) throws(StartFailure) {
    do throws(SystemError) {
      try FileDescriptor.makeFolders(path, mode: 0o700)
      cleanUp()
      guard try MountTable.current().entry(at: canonicalPath) == nil else { throw SystemError(.mount, code: EBUSY) }
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      if starter == .person, try !isEmpty(folder) { throw SystemError(.mount, code: ENOTEMPTY) }
      self.folder = nil
      if try folder.status().st_uid == geteuid() { self.folder = consume folder }
    } catch {
      switch error.code {
      case EBUSY: throw StartFailure(.mountInUse, code: EBUSY, subject: path)
      case ENOTEMPTY: throw StartFailure(.mountNotEmpty, code: ENOTEMPTY, subject: path)
      default: throw StartFailure(.mountUnusable, code: error.code, subject: path)
      }
    }
    if geteuid() == 0 { close() } else { try? self.folder?.changeMode(to: 0o700) }
  }

  /// Makes the folder below the mount, if there is one, unwritable.
  func close() {
    folder?.clearFlag(.immutable)
    try? folder?.changeMode(to: 0o500)
    folder?.setFlag(.immutable)
  }

  /// Leaves the folder to its owner, who may want to remove it.
  func giveUp() {
    folder?.clearFlag(.immutable)
    folder = nil
  }

  /// Takes away what a filesystem process that died has left: a mount that answers nothing. One that answers stays, and
  /// one that hangs does not hold the supervisor for longer than this.
  /// May fail: the next mount then says why it cannot be made.
  func cleanUp() { try? point.clearDisconnected(within: .seconds(2)) }

  /// As the mount table spells it. The folder itself may be a mount whose server is gone, which cannot be looked at.
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
      return .stop
    }
    return result
  }
}

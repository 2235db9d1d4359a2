// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Mounts
import SupervisorMessages
import SystemCalls

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
  /// Mounts whose server was killed: programs may still read what the kernel has of their files.
  private var abandoned: [MountedFilesystem] = []

  init(path: String) { point = MountPoint(path) }

  /// Files that are in the way of a mount are refused to a person who starts it, and hidden by a restart.
  enum Starter { case person, supervisor }

  /// Makes the folder ready to be mounted on. Others than root can only mount on a folder they can write to.
  func open(for starter: Starter) throws(StartFailure) {
    do throws(SystemError) {
      try FileDescriptor.makeFolders(path, mode: 0o700)
      cleanUp()
      guard point.entry == nil else { throw SystemError(.mount, code: EBUSY) }
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
  func cleanUp(_ pages: CachedPages = .mayRemain) {
    let ended = mount
    // Before the mount has no place any more.
    let filesystem = pages == .mayRemain ? ended.map { MountedFilesystem($0) } : nil
    try? point.clearDisconnected(within: Self.timeout)
    if let filesystem, mount?.id != ended?.id { abandoned.append(filesystem) }
  }

  /// The kernel's pages of the files of a mount that ended.
  enum CachedPages { case areGone, mayRemain }

  private static let timeout = Duration.seconds(2)

  private func isEmpty(_ folder: borrowing FileDescriptor) throws(SystemError) -> Bool {
    var result = true
    try folder.forEachEntry { _ in
      result = false
      return .stop
    }
    return result
  }
}

// MARK: - A mount whose server does not serve

extension MountFolder {
  /// The mount at this place, if Bailey made it.
  private var mount: MountTable.Entry? { point.entry.flatMap { $0.type == "fuse.bailey" ? $0 : nil } }

  /// Whether nothing under the mount gets an answer, and may never get one.
  var hangs: Bool { mount != nil && point.condition(within: Self.timeout) == .silent }

  /// Lets all that programs and the kernel wait for here fail, at once and from now on.
  func cutOff() -> MountPoint.Abortion { mount == nil ? .notPermitted : point.abort() }

  /// The processes that may still read what the kernel has of files whose server was killed, and did not take it away.
  ///
  /// `pages` says what is left of what is mounted now. Where the users cannot be found out, an error: nobody may be told
  /// then that there are none.
  func users(_ pages: CachedPages) throws(SystemError) -> [MountUser] {
    var users: [MountUser] = []
    var used: [MountedFilesystem] = []
    for mount in abandoned {
      let found = try mount.users()
      if !found.isEmpty { used.append(mount) }
      users += found
    }
    abandoned = used
    // A server that was killed this moment, and has not been noticed yet: whatever comes for an answer is none of its.
    if pages == .mayRemain, let mount, point.condition(within: Self.timeout) != .answers {
      users += try MountedFilesystem(mount).users()
    }
    return users
  }
}

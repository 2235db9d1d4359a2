// SPDX-License-Identifier: Apache-2.0
import Glibc
import Events
package import Files
import OwnProcess
import Processes
package import SystemCalls
import Threads

/// A folder something is mounted on, or may be.
package final class MountPoint: Sendable {
  package let path: String
  private let open = Locked<Question?>(nil)

  package init(_ path: String) { self.path = path }

  package enum Condition: Sendable {
    /// A filesystem answers. It is the one mounted here or, where none is, the one that the folder is in.
    case answers
    /// There is an answer, an error: of the filesystem's own, or because the process behind the mount is just ending.
    case refuses
    /// The process behind the mount is gone: everything in it fails with `ENOTCONN`.
    case disconnected
    /// There is no answer, and may never be one.
    case silent
  }

  /// Asks the filesystem, and waits for the answer for so long. A filesystem that hangs holds whoever asks it in the
  /// kernel, so that a thread of its own asks; while that one waits no other is started.
  package func condition(within timeout: Duration) -> Condition {
    open.withLock { open in
      if let open, open.condition(within: .zero) == nil { return .silent }
      open = nil
      guard let question = try? Question(path) else { return .silent }
      let answer = question.condition(within: timeout)
      if answer == nil { open = question }
      return answer ?? .silent
    }
  }

  /// Unmounts what ended processes left here. That can be several mounts, if starts failed one after the other.
  /// Programs keep files that they have open there, with ENOTCONN for every use.
  package func clearDisconnected(within timeout: Duration) throws(SystemError) {
    for _ in 0..<16 {
      guard condition(within: timeout) == .disconnected else { return }
      try unmount(.atOnce)
    }
    throw SystemError(.umount, code: ENOTCONN)
  }

  package enum Unmounting: Sendable {
    /// Fails with `EBUSY` while something is in use.
    case whenUnused
    /// Frees the path at once. What is in use stays until it is closed.
    case atOnce
    /// Everything that the kernel waits for fails first. Only root may. Fails with `EBUSY` as `whenUnused` does, but
    /// after everything has been cut off.
    case byForce
  }

  /// Unmounts: as root by the system call; else by a set-user-id program, which checks whose mount it is. Not by
  /// `fusermount3`: it needs `/etc/mtab`, which small systems lack.
  package func unmount(_ way: Unmounting) throws(SystemError) {
    try FaultPlan.check(.umount)
    if geteuid() == 0 || way == .byForce {
      _ = try retrying(.umount) { unsafe umount2(path, way.flags) }
    } else {
      let options = way == .atOnce ? ["--lazy", "--quiet"] : ["--quiet"]
      let nothing = try FileDescriptor.open("/dev/null", O_RDWR | O_CLOEXEC)
      var plan = ChildPlan(path: "/usr/bin/umount", arguments: options + ["--", path])
      // Whoever calls hears of a failure; a program that may gain no rights fails here, and its mount goes with it.
      plan.errors = nothing.raw
      let child = try ChildProcess.start(plan)
      extendLifetime(nothing)
      guard try child.wait() == .exited(0) else { throw SystemError(.umount, code: EBUSY) }
    }
  }
}

// MARK: - Cutting off

extension MountPoint {
  /// The entry of the kernel's table for the mount here. Asks no filesystem that is mounted here.
  package var entry: MountTable.Entry? { try? MountTable.current().entry(at: canonicalPath) }

  /// The path as the mount table spells it. The folder itself may be a mount whose server is gone, which cannot be
  /// looked at.
  package var canonicalPath: String {
    let split = SplitPath(path)
    guard split.folder != ".", split.folder != "/", let parent = Environment.canonicalPath(split.folder) else {
      return path
    }
    return SplitPath(parent + "/").sibling(split.name)
  }

  /// The outcome of an attempt to cut the kernel off from a FUSE filesystem.
  package enum Abortion: Sendable { case cutOff, notPermitted }

  /// Lets all that the kernel waits for here fail, and all that is asked later, by its control files or by the force that
  /// root has. The mount stays where it is, disconnected.
  ///
  /// Whoever mounted it may use its control files, where `/sys/fs/fuse/connections` is mounted.
  package func abort() -> Abortion { cutOff() == .cutOff ? .cutOff : force() }

  /// The same by the control files alone, which takes no more than that the mount is this user's.
  package func cutOff() -> Abortion {
    guard let entry,
      let control = try? FileDescriptor.open("/sys/fs/fuse/connections/\(entry.minor)/abort", O_WRONLY),
      (try? control.write([UInt8(ascii: "1")].span)) != nil
    else { return .notPermitted }
    return .cutOff
  }

  /// Aborts by root's force alone.
  package func force() -> Abortion {
    do throws(SystemError) { try unmount(.byForce) } catch { return error.code == EBUSY ? .cutOff : .notPermitted }
    return .cutOff
  }
}

extension MountPoint.Unmounting {
  /// The flags as `<sys/mount.h>` has them, which Swift cannot read.
  fileprivate var flags: Int32 {
    let (force, detach, noFollow): (Int32, Int32, Int32) = (1, 2, 8)
    // A symbolic link that replaced the folder is not followed.
    return switch self {
    case .whenUnused: noFollow
    case .atOnce: noFollow | detach
    case .byForce: noFollow | force
    }
  }
}

/// A thread that asks a filesystem once.
private final class Question: Sendable {
  private let reply: Reply

  private final class Reply: Sendable {
    let isThere: FileDescriptor
    let condition = Locked(MountPoint.Condition.silent)

    init() throws(SystemError) { isThere = try .event() }
  }

  init(_ path: String) throws(SystemError) {
    let reply = try Reply()
    self.reply = reply
    try SystemThread(named: "mount-probe") {
      let found = ask(path)
      reply.condition.withLock { $0 = found }
      reply.isThere.signal()
    }.detach()
  }

  /// The answer of the mount; nil if there is none yet. An answer may be from any moment since the thread was started.
  func condition(within timeout: Duration) -> MountPoint.Condition? {
    guard (try? Poll.readable([reply.isThere.raw], within: timeout)) == [true] else { return nil }
    return reply.condition.withLock { $0 }
  }
}

/// The condition of a mount by `statfs(2)`, which the kernel never answers from its cache: attributes it knows outlive
/// the process.
private func ask(_ path: String) -> MountPoint.Condition {
  do throws(SystemError) {
    _ = try FileDescriptor.open(path, OpenFlag.path | O_DIRECTORY).fileSystemStatus()
    return .answers
  } catch {
    return error.code == ENOTCONN || error.code == ECONNABORTED ? .disconnected : .refuses
  }
}

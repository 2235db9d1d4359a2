// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder something is mounted on, or may be.
package final class MountPoint: Sendable {
  package let path: String
  private let open = Locked<Question?>(nil)

  package init(_ path: String) { self.path = path }

  package enum Condition: Sendable {
    /// A filesystem answers: the one mounted here or, where none is, the one the folder is in. To refuse is an answer.
    case answers
    /// The process behind the mount is gone: everything in it fails with `ENOTCONN`.
    case dead
    /// There is no answer, and may never be one.
    case silent
  }

  /// Asks for as long as it is told at most. A filesystem that hangs holds whoever asks it in the kernel, so a thread of
  /// its own does; while that one waits nobody else is sent after it.
  package func condition(within patience: Duration) -> Condition {
    open.withLock { open in
      if let open, open.condition(within: .zero) == nil { return .silent }
      open = nil
      guard let question = try? Question(path) else { return .silent }
      let answer = question.condition(within: patience)
      if answer == nil { open = question }
      return answer ?? .silent
    }
  }

  /// Unmounts what dead processes left here, more than one if starts failed one upon the other; programs with open files
  /// in it keep those, dead as they are.
  package func clearDead(within patience: Duration) throws(SystemError) {
    for _ in 0..<16 {
      guard condition(within: patience) == .dead else { return }
      try unmount(.atOnce)
    }
    throw SystemError(.umount, code: ENOTCONN)
  }

  package enum Unmounting: Sendable {
    /// Fails with `EBUSY` while something is in use.
    case whenUnused
    /// From the path; what is in use stays until it is closed.
    case atOnce
    /// All that the kernel waits for fails first. Only root may. Fails with `EBUSY` as `whenUnused` does, but not before
    /// everything has been cut off.
    case byForce
  }

  /// As root by the system call; else by a set-user-id program, which checks whose mount it is. Not by `fusermount3`: it
  /// needs `/etc/mtab`, which small systems lack.
  package func unmount(_ way: Unmounting) throws(SystemError) {
    try FaultPlan.check(.umount)
    if geteuid() == 0 || way == .byForce {
      _ = try retrying(.umount) { unsafe umount2(path, way.flags) }
    } else {
      let options = way == .atOnce ? ["--lazy", "--quiet"] : ["--quiet"]
      let child = try ChildProcess.start(ChildPlan(path: "/usr/bin/umount", arguments: options + ["--", path]))
      guard try child.wait() == .exited(0) else { throw SystemError(.umount, code: EBUSY) }
    }
  }
}

extension MountPoint.Unmounting {
  /// As `<sys/mount.h>` has them, which Swift cannot read.
  fileprivate var flags: Int32 {
    let (force, detach, noFollow): (Int32, Int32, Int32) = (1, 2, 8)
    // A link that took the folder's place is not followed.
    return switch self {
    case .whenUnused: noFollow
    case .atOnce: noFollow | detach
    case .byForce: noFollow | force
    }
  }
}

/// A thread that asks once.
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

  /// Nil if there is no answer yet. One that there is was given at any time since the question was asked.
  func condition(within patience: Duration) -> MountPoint.Condition? {
    guard (try? Poll.readable([reply.isThere.raw], within: patience)) == [true] else { return nil }
    return reply.condition.withLock { $0 }
  }
}

/// With `statfs(2)`, which the kernel never answers from its cache: attributes it knows outlive the process.
private func ask(_ path: String) -> MountPoint.Condition {
  do throws(SystemError) {
    _ = try FileDescriptor.open(path, OpenFlag.path | O_DIRECTORY).fileSystemStatus()
    return .answers
  } catch {
    return error.code == ENOTCONN || error.code == ECONNABORTED ? .dead : .answers
  }
}

// SPDX-License-Identifier: Apache-2.0
import Events
import FileService
import FuseSession
import Glibc
import OwnProcess
import SecretMemory
import Sockets
import SupervisorMessages
import SystemCallFilter
import SystemCalls

/// `bailey-fs [--allow-other] BACKING MOUNT` serves encrypted files; `bailey-fs --check [--repair] BACKING` checks them.
/// The supervisor starts it. `--keep-mount` is for the process that it starts beside itself.
///
/// Descriptor 3 is the channel on which the enclave gives keys, 4 the one on which it tells of locks. On 5
/// the supervisor hears that the mount answers, or whoever asked for a check what it finds. SIGTERM unmounts. It ends with
/// 8 where the kernel may still have pages of locked files.
@main enum FilesProgram {
  private static let openFiles: UInt64 = 65536

  /// The capabilities to keep files of every owner; a process of another user has none of these.
  private static let capabilities: Set<ProcessHardening.Capability> = [
    // What a program makes belongs to the program's user.
    .changeOwners,
    // To open the files of every user, whatever their modes say.
    .overrideAccess,
    // To change modes, times and attributes of the files of every user, and to remove from folders with the sticky bit.
    .actAsOwner,
    // To keep the set-group-id bit of files whose group is none of its own.
    .keepIdentityBits,
    // A node of a device is kept as one, though the mount opens none.
    .makeDevices,
    // Keys stay in memory, however many files are open.
    .lockMemory,
  ]

  /// The capabilities to mount and to unmount, in folders of any user: of one thread until it has mounted, and of the
  /// process beside this one.
  private static let mounting: Set<ProcessHardening.Capability> = [.administer, .readEverything]

  static func main() {
    do {
      try ProcessHardening.refuseCoreDumps()
      // With a lower limit fewer files can be open at a time.
      try? ResourceLimit.raiseOpenFiles(to: openFiles)
      let arguments = Array(CommandLine.arguments.dropFirst())
      switch (arguments.first, arguments.count) {
      case (MountKeeper.argument, 1): try keep()
      case ("--check", 2): try check(arguments[1], .report)
      case ("--check", 3) where arguments[1] == "--repair": try check(arguments[2], .repair)
      case ("--allow-other", 3): try serve(arguments[1], at: arguments[2], for: .everyone)
      case (_, 2): try serve(arguments[0], at: arguments[1], for: .usual)
      default: stop(.usage, "usage: bailey-fs [--allow-other] BACKING MOUNT | bailey-fs --check [--repair] BACKING")
      }
    } catch FileService.Failure.othersNotAllowed {
      stop(.failed, "allow-other in config takes a line user_allow_other in /etc/fuse.conf, which only root can add")
    } catch FileService.Failure.userUnknown {
      stop(.failed, "your user's number has no name in /etc/passwd, and fusermount3 mounts for nobody without one")
    } catch {
      stop(.failed, "bailey-fs: \(error)")
    }
  }

  /// The process beside the one that serves.
  private static func keep() throws {
    try ProcessHardening.keep(mounting)
    try MountKeeper.keep()
  }

  private static func check(_ backing: String, _ mode: CheckService.Mode) throws {
    try ProcessHardening.keep(capabilities)
    var service = try CheckService(
      of: backing, mode, keys: PacketSocket(FileDescriptor(owning: 3)), events: PacketSocket(FileDescriptor(owning: 4)),
      report: PacketSocket(FileDescriptor(owning: 5)))
    try SystemCallFilter.enter(allowing: AllowedCall.files)
    try service.run()
  }

  private static func serve(_ backing: String, at folder: String, for audience: FileService.Audience) throws {
    let keeper = try MountKeeper(of: folder, atEnd: .leavesMount)
    let thread = try MountingThread { () throws(SystemError) in try ProcessHardening.keep(mounting) }
    try ProcessHardening.keep(capabilities)
    let stops = try SignalDescriptor([SIGTERM, SIGINT])
    // Modes come from the kernel with the caller's mask applied.
    umask(0)
    let report = PacketSocket(FileDescriptor(owning: 5))
    let service = try FileService(
      backing: backing, folder: folder, for: audience, by: thread, keeper: keeper,
      keys: PacketSocket(FileDescriptor(owning: 3)), events: PacketSocket(FileDescriptor(owning: 4)),
      report: { say("bailey-fs: \($0)") },
      // Where the supervisor is gone or does not hear it, pages count as left.
      pagesAreGone: { try? DaemonReport.pagesAreGone.send(on: report) })
    try SystemCallFilter.enter(allowing: AllowedCall.files)
    try DaemonReport.ready.send(on: report)
    // A supervisor that is gone cannot be told.
    SecretPages.whenSwappable { try? DaemonReport.swappableKeys.send(on: report) }
    let end = service.serve(until: stops)
    if service.stop() == .mayRemain { exit(FileService.endedWithPages) }
    if end == .keysGone { stop(.failed, "bailey-fs: the enclave is gone") }
  }

  private enum Status: Int32 { case failed = 1, usage = 2 }

  private static func stop(_ status: Status, _ message: String) -> Never {
    say(message)
    exit(status.rawValue)
  }

  /// Writes a message into the log. The descriptor stays open: the process may go on.
  private static func say(_ message: String) {
    let output = FileDescriptor(owning: 2)
    try? output.write(Array((message + "\n").utf8).span)
    _ = output.release()
  }
}

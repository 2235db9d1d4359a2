// SPDX-License-Identifier: Apache-2.0
import FileService
import Glibc
import LinuxSystem

/// `bailey-fs BACKING MOUNT`: serves encrypted files, started by the supervisor.
///
/// Descriptor 3 is the channel on which the enclave gives keys, 4 the one on which it tells of locks; on 5 one packet
/// says that the mount answers. SIGTERM unmounts.
@main enum FilesProgram {
  private static let openFiles: UInt64 = 65536

  static func main() {
    guard CommandLine.arguments.count == 3 else { stop(.usage, "usage: bailey-fs BACKING MOUNT") }
    do {
      try ProcessHardening.refuseCoreDumps()
      let stops = try SignalDescriptor([SIGTERM, SIGINT])
      try? ResourceLimit.raiseOpenFiles(to: openFiles)
      // Modes come from the kernel with the caller's mask applied.
      umask(0)
      try serve(until: stops)
    } catch {
      stop(.failed, "bailey-fs: \(error)")
    }
  }

  private static func serve(until stops: borrowing SignalDescriptor) throws {
    let service = try FileService(
      backing: CommandLine.arguments[1], folder: CommandLine.arguments[2],
      keys: PacketSocket(FileDescriptor(owning: 3)), events: PacketSocket(FileDescriptor(owning: 4)))
    let report = PacketSocket(FileDescriptor(owning: 5))
    try report.descriptor.write([1].span)
    let end = service.serve(until: stops)
    service.stop()
    if end == .keysGone { stop(.failed, "bailey-fs: the enclave is gone") }
  }

  private enum Status: Int32 { case failed = 1, usage = 2 }

  private static func stop(_ status: Status, _ message: String) -> Never {
    let line = Array((message + "\n").utf8)
    let output = FileDescriptor(owning: 2)
    do { try output.write(line.span) } catch {}
    exit(status.rawValue)
  }
}

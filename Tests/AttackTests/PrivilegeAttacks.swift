// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import RunningInstance
import Testing

/// What somebody would have who took over a daemon of an instance of root.
@Suite(.enabled(if: Program.canMount && geteuid() == 0, "only root has capabilities to give up"))
struct PrivilegeAttacks {
  /// CAP_IPC_LOCK; and for `baileyd`, to tell programs apart, CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH.
  private static let kept: [(program: String, capabilities: UInt64)] = [
    ("bailey-enclave", 1 << 14), ("baileyd", 1 << 14 | 1 << 19 | 1 << 2),
    // CAP_CHOWN to CAP_FSETID, CAP_SETGID, CAP_SETUID, CAP_LINUX_IMMUTABLE, CAP_IPC_LOCK, CAP_SYS_ADMIN, CAP_SYS_RESOURCE
    // and CAP_MKNOD: it mounts, and keeps files of every owner.
    ("bailey-fs", 0x1F | 1 << 6 | 1 << 7 | 1 << 9 | 1 << 14 | 1 << 21 | 1 << 24 | 1 << 27),
  ]

  @Test func `A daemon of root has no capability that it does not need`() throws {
    try withInstance { instance in
      for (program, capabilities) in Self.kept {
        let process = try #require(instance.processes(named: program).first)
        for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
          let found = try Self.capabilities(set, of: process)
          #expect(found & ~capabilities == 0, "\(program) \(set): \(String(found, radix: 16))")
        }
      }
    }
  }

  private static func capabilities(_ set: String, of process: Int32) throws -> UInt64 {
    let bytes = try FileDescriptor.open("/proc/\(process)/status", O_RDONLY).read(count: 1 << 16, at: 0)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix(set + ":") })
    return try #require(line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
  }
}

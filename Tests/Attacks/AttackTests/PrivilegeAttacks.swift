// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// What somebody would have who took over a daemon.
@Suite(.enabled(if: Program.canMount, "needs FUSE"))
struct PrivilegeAttacks {
  /// CAP_IPC_LOCK; for `baileyd`, to tell programs apart, CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH; and for `bailey-fs`, which keeps
  /// files of every owner, CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_FSETID and CAP_MKNOD.
  private static let kept: [(program: String, capabilities: UInt64)] = [
    ("bailey-enclave", 1 << 14), ("baileyd", 1 << 14 | 1 << 19 | 1 << 2),
    ("bailey-fs", 1 << 0 | 1 << 1 | 1 << 3 | 1 << 4 | 1 << 14 | 1 << 27),
  ]

  @Test(.enabled(if: geteuid() == 0, "only root has capabilities to give up"))
  func `A daemon of root has no capability that it does not need`() throws {
    try withInstance { instance in
      for (program, capabilities) in Self.kept {
        let status = try Self.status(#require(instance.processes(named: program).first))
        for set in Self.sets {
          let found = try #require(status[set].flatMap { UInt64($0, radix: 16) })
          #expect(found & ~capabilities == 0, "\(program) \(set): \(String(found, radix: 16))")
        }
        Self.expectFilter(status, program)
      }
    }
  }

  /// Each thread has capabilities and filters of its own.
  @Test func `No thread of the file server has more than the others`() throws {
    try withInstance { instance in
      let server = try #require(instance.processes(named: "bailey-fs").first)
      let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server)/task").compactMap(Int32.init)
      // A thread that has ended meanwhile has no status.
      let statuses = threads.compactMap { try? Self.status($0) }
      #expect(statuses.count > 2)
      for key in Self.sets + ["NoNewPrivs", "Seccomp"] {
        #expect(Set(statuses.map { $0[key] }).count == 1, "\(key)")
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0 && Program.isInstalled("setpriv"), "is played as an ordinary user by root"))
  func `A daemon of an ordinary user has no capability and a filter`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rights-\(UUID().uuidString.prefix(8))")
    let user = OrdinaryUser.number
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true,
      attributes: [.ownerAccountID: user, .groupOwnerAccountID: user, .posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let programs = folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    for name in ["bailey"] + Self.kept.map(\.program) {
      // By another process: one that has a program open for writing keeps it from being started.
      try Program.run("cp", [Program.locate(name).path, programs.path])
    }
    let bailey = programs.appending(path: "bailey").path
    func run(_ words: String...) throws -> ProgramResult {
      try Program.run(
        "setpriv", ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", bailey] + words,
        environment: ["BAILEY_HOME": folder.appending(path: "home").path, "HOME": folder.path])
    }
    let start = try run("up", "--mount", folder.appending(path: "mount").path)
    try #require(start.exitCode == 0, "\(start.errors)")
    defer { _ = try? run("down") }
    let report = try JSONSerialization.jsonObject(with: Data(run("status", "--json").output.utf8)) as? [String: Any]
    let processes = try #require(report?["processes"] as? [String: Int])
    for (program, _) in Self.kept {
      let status = try Self.status(Int32(#require(processes[program])))
      for set in Self.sets where set != "CapBnd" {
        #expect(status[set].flatMap { UInt64($0, radix: 16) } == 0, "\(program) \(set)")
      }
      Self.expectFilter(status, program)
    }
  }

  private static let sets = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"]

  private static func expectFilter(_ status: [String: String], _ program: String) {
    #expect(status["NoNewPrivs"] == "1", "\(program)")
    #expect(status["Seccomp"] == "2", "\(program)")
  }

  private static func status(_ process: Int32) throws -> [String: String] {
    let bytes = try FileDescriptor.open("/proc/\(process)/status", O_RDONLY).read(count: 1 << 16, at: 0)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: "\t") }
    return Dictionary(
      lines.filter { $0.count == 2 }.map { (String($0[0].dropLast()), String($0[1])) }, uniquingKeysWith: { $1 })
  }
}

// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import TemporaryFolder
import Testing

/// What `Scripts/install` makes of programs, which are stand-ins here.
@Suite struct InstalledProgramsTests {
  /// The programs that the supervisor hands channels to the enclave, or to each other, as it starts them.
  private static let hidden = ["baileyd", "bailey-enclave", "bailey-fs", "bailey-fingerprint", "bailey-session"]
  private static let seen = ["bailey", "bailey-run", "bailey-console"]
  private static let nobody = "65534"

  private let temporary: TemporaryFolder
  private var folder: String { temporary.path + "/root/lib/bailey" }

  init() throws {
    temporary = try TemporaryFolder()
    let bin = temporary.path + "/bin"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: false)
    for name in Self.hidden + Self.seen {
      try FileManager.default.copyItem(
        atPath: name == "bailey" ? "/usr/bin/true" : "/usr/bin/sleep", toPath: "\(bin)/\(name)")
    }
    let install = Process()
    install.executableURL = RepositoryFolder.url.appending(path: "Scripts/install")
    install.arguments = ["", temporary.path + "/root"]
    install.environment = ProcessInfo.processInfo.environment.merging(
      ["BIN": bin, "PROGRAMS": (Self.hidden + Self.seen).joined(separator: " ")]
    ) { $1 }
    install.standardOutput = FileHandle.nullDevice
    try install.run()
    install.waitUntilExit()
    #expect(install.terminationStatus == 0)
  }

  @Test func `What holds channels is for root alone to read, and everybody starts it`() throws {
    for name in Self.hidden + Self.seen {
      let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? Int
      #expect(mode == (Self.hidden.contains(name) ? 0o711 : 0o755), "\(name)")
    }
  }

  @Test(.enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func `A program of the same user looks into no such process, which has not hidden itself`() throws {
    for path in [temporary.path, temporary.path + "/root"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: path)
    }
    for name in ["bailey-fingerprint", "bailey-run"] {
      let process = try start("\(folder)/\(name)", "60")
      defer {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      let own = "/proc/\(process.processIdentifier)"
      // Until then it is what starts it.
      try eventually { try FileManager.default.destinationOfSymbolicLink(atPath: own + "/exe").hasSuffix(name) }
      let look = try start("/usr/bin/readlink", own + "/exe")
      look.waitUntilExit()
      #expect((look.terminationStatus == 0) == Self.seen.contains(name), "\(name)")
    }
  }

  private func start(_ path: String, _ argument: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    // `setpriv` itself may read everything until it has become another program: an ordinary user's program starts this one.
    process.arguments = [
      "--reuid", Self.nobody, "--regid", Self.nobody, "--clear-groups", "/bin/sh", "-c", "exec \"$0\" \"$1\"", path,
      argument,
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }
}

// SPDX-License-Identifier: Apache-2.0
import ForkedProcess
import Glibc
import NameResolution
import RunningInstance
import SystemCallFilter
import Testing

@testable import IssuerService

/// What the process that asks the issuer may do, should an issuer's answer have taken it over.
@Suite struct IssuerConfinementTests {
  private struct Possible: Error {}

  private static func code(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }

  /// Throws unless each of these is refused, whoever resolves names.
  private static func checkOthers() throws {
    let internet = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
    guard internet >= 0, code(listen(internet, 1)) == EPERM,
      unsafe code(open("/dev/null", O_WRONLY)) == EPERM, unsafe code(open("/nowhere", O_RDONLY)) == ENOENT,
      unsafe code(execv("/bin/true", &arguments)) == EPERM, code(kill(getppid(), 0)) == EPERM,
      code(socket(AF_PACKET, Int32(SOCK_RAW.rawValue), 0)) == EPERM
    else { throw Possible() }
  }

  @Test func `Where names are resolved without other processes, it makes no socket of this machine's own`() async {
    await #expect(processExitsWith: .success) {
      ForkedProcess.endsWithOneThread {
        try SystemCallFilter.enter(allowing: AllowedCall.issuer(asksOthers: false), otherwise: .fails)
        guard Self.code(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) == EPERM else { throw Possible() }
        try Self.checkOthers()
      }
    }
  }

  @Test(.enabled(if: Program.canConfine, "no namespace can be made here"))
  func `Where other processes resolve names, it makes one, and finds none of the person's by its path`() async {
    let path = Self.path(of: getpid())
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(listener)
      unsafe unlink(path)
    }
    let listens = unsafe Self.named(path, listener, bind) == 0 && listen(listener, 1) == 0
    #expect(listens)
    await #expect(processExitsWith: .success) {
      let path = Self.path(of: getppid())
      ForkedProcess.endsWithOneThread {
        let before = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard unsafe Self.named(path, before, connect) == 0 else { throw Possible() }
        try ResolverConfinement.hideFiles()
        try ResolverConfinement.becomeNobody()
        try SystemCallFilter.enter(allowing: AllowedCall.issuer(asksOthers: true), otherwise: .fails)
        let asking = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard asking >= 0, unsafe Self.code(Self.named(path, asking, connect)) == ENOENT else { throw Possible() }
        guard unsafe Self.code(Self.named("/tmp/other", asking, bind)) == EPERM else { throw Possible() }
        try Self.checkOthers()
      }
    }
  }

  private static func path(of process: Int32) -> String { "/tmp/bailey-issuer-\(process)" }

  private typealias Call = (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32

  @unsafe private static func named(_ path: String, _ socket: Int32, _ call: Call) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafeBytes(of: &address) { bytes in
      guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
      return unsafe call(socket, start, socklen_t(bytes.count))
    }
  }
}

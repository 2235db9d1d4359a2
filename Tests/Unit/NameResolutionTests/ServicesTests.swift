// SPDX-License-Identifier: Apache-2.0
import ForkedProcess
import Foundation
import Glibc
import NameResolution
import Testing

/// Which services of this machine's resolve names, as its `nsswitch.conf` names them.
@Suite(.enabled(if: geteuid() == 0, "nothing can be mounted here")) struct ServicesTests {
  private static let places = [
    ("files dns", false), ("files myhostname [NOTFOUND=return] dns", false), ("files dns # compat", false),
    ("files nowhere dns", false), ("files dns compat", true),
  ]

  /// glibc keeps what it has loaded: each is asked in a process of its own.
  @Test func `What is not glibc's own part for names may ask another process, where it is installed`() async {
    await #expect(processExitsWith: .success) {
      for (index, (hosts, asks)) in Self.places.enumerated() {
        let code = Self.code(of: hosts)
        guard code == (asks ? 1 : 0) else { exit(Int32(10 * (index + 1)) + code) }
      }
    }
  }

  /// What a process ends with that is told these services.
  private static func code(of hosts: String) -> Int32 {
    let file = FileManager.default.temporaryDirectory.appending(path: "nsswitch-\(getpid())").path
    let text = "passwd: files\nhosts: \(hosts)\nnetworks: compat\n"
    guard (try? text.write(toFile: file, atomically: true, encoding: .utf8)) != nil else { return -1 }
    defer { unsafe unlink(file) }
    let child = ForkedProcess.fork()
    if child == 0 { _exit(sees(file, at: "/etc/nsswitch.conf") ? ResolverConfinement.loadServices() ? 1 : 0 : 2) }
    var status: Int32 = 0
    guard unsafe waitpid(child, &status, 0) == child, status & 0x7F == 0 else { return -1 }
    return status >> 8
  }

  /// Has this process alone see the file there.
  private static func sees(_ file: String, at place: String) -> Bool {
    typealias Unshare = @convention(c) (Int32) -> Int32
    guard let address = unsafe dlsym(nil, "unshare") else { return false }
    let unshare = unsafe unsafeBitCast(address, to: Unshare.self)
    return unsafe unshare(newMounts) == 0 && mount("none", "/", nil, privateBelow, nil) == 0
      && mount(file, place, nil, bind, nil) == 0
  }

  private static let newMounts: Int32 = 0x20000
  private static let (bind, privateBelow): (UInt, UInt) = (0x1000, 0x44000)
}

// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RepositoryFolder
import TemporaryFolder

/// Another host on a local network, which exists for one test: it lies in a network namespace of its own.
///
/// Its server says a line, and for `/stream` another one again and again; at port 443 the same by TLS. It answers for names too:
/// `rebind.example` is at another place each time, `both.example` at two.
package final class TestHost {
  package let address: String
  /// This machine, as that host sees it.
  package let machine: String
  private let name: String
  private let folder: TemporaryFolder
  private let server: Background

  private static let script = RepositoryFolder.tests.appending(path: "Programs/test-host.py").path

  /// Whether namespaces can be made here: that takes root, and a kernel with virtual interfaces.
  package static let canBeMade: Bool = {
    guard getuid() == 0, Program.isInstalled("ip"), let host = try? TestHost() else { return false }
    host.remove()
    return true
  }()

  package init() throws {
    let number = UInt16.random(in: .min ... .max)
    let (near, far) = ("10.\(213).\(number >> 8).\(number & 0xFC | 1)", "10.\(213).\(number >> 8).\(number & 0xFC | 2)")
    name = "bailey\(String(number, radix: 16))"
    (address, machine) = (far, near)
    folder = try TemporaryFolder()
    for words in [
      ["netns", "add", name],
      ["link", "add", "\(name)a", "type", "veth", "peer", "name", "\(name)b", "netns", name],
      ["addr", "add", "\(near)/30", "dev", "\(name)a"], ["link", "set", "\(name)a", "up"],
      ["-n", name, "addr", "add", "\(far)/30", "dev", "\(name)b"], ["-n", name, "link", "set", "\(name)b", "up"],
    ] {
      let result = try Program.run("ip", words)
      guard result.exitCode == 0 else {
        Self.remove(name)
        throw CannotBeMade(words: words, errors: result.errors)
      }
    }
    server = try Background("ip", ["netns", "exec", name, "python3", Self.script, far, folder.path])
    try server.waitForLine("listening")
  }

  private struct CannotBeMade: Error {
    let words: [String]
    let errors: String
  }

  /// Until somebody has begun to take what does not end.
  package func waitForReader(_ count: Int = 1) throws { try wait(for: "streaming", count) }
  /// Until that was ended.
  package func waitForEnd(_ count: Int = 1) throws { try wait(for: "ended", count) }

  private func wait(for line: String, _ count: Int) throws {
    try eventually(line) { seen.count(where: { $0 == line }) >= count }
  }

  /// What it was asked for so far: `tls NAME`, `http HOST` and `name NAME`.
  package var seen: [String] { server.lines() }

  package func remove() {
    server.kill()
    Self.remove(name)
  }

  private static func remove(_ name: String) {
    _ = try? Program.run("ip", ["link", "delete", "\(name)a"])
    _ = try? Program.run("ip", ["netns", "delete", name])
  }
}

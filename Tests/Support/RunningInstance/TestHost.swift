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
  /// A global address of its own, in a network that it shares with this machine; one in a network behind it.
  package let bytesOfIPv6: [UInt8]
  package let bytesBehind: [UInt8]
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
    // Of the Internet's addresses, and of those that nobody has been given (3ffe::/16).
    let network: [UInt8] = [0x3F, 0xFE, 0x0D, 0xB8, UInt8(number >> 8), UInt8(number & 0xFC), 0, 1]
    bytesOfIPv6 = network + [0, 0, 0, 0, 0, 0, 0, 2]
    bytesBehind = network[..<7] + [2, 0, 0, 0, 0, 0, 0, 0, 1]
    let six = Self.text(bytesOfIPv6)
    folder = try TemporaryFolder()
    for words in [
      ["netns", "add", name],
      ["link", "add", "\(name)a", "type", "veth", "peer", "name", "\(name)b", "netns", name],
      ["addr", "add", "\(near)/30", "dev", "\(name)a"], ["link", "set", "\(name)a", "up"],
      ["-n", name, "addr", "add", "\(far)/30", "dev", "\(name)b"], ["-n", name, "link", "set", "\(name)b", "up"],
      ["-6", "addr", "add", Self.text(network + [0, 0, 0, 0, 0, 0, 0, 1]) + "/64", "dev", "\(name)a", "nodad"],
      ["-n", name, "-6", "addr", "add", six + "/64", "dev", "\(name)b", "nodad"],
      ["-6", "route", "add", Self.text(network[..<7] + [2, 0, 0, 0, 0, 0, 0, 0, 0]) + "/64", "via", six],
    ] {
      let result = try Program.run("ip", words)
      guard result.exitCode == 0 else {
        Self.remove(name)
        throw CannotBeMade(words: words, errors: result.errors)
      }
    }
    server = try Background("ip", ["netns", "exec", name, "python3", Self.script, far, folder.path, six])
    try server.waitForLine("listening")
  }

  /// As `curl` and `ip` have it.
  package var addressOfIPv6: String { Self.text(bytesOfIPv6) }

  private static func text(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":")
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

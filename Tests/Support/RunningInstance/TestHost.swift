// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// Another host on a local network, which exists for one test: it lies in a network namespace of its own.
///
/// Its server says a line, and for `/stream` another one again and again.
package final class TestHost {
  package let address: String
  private let name: String
  private let server: Background

  private static let script = """
    import http.server, sys, time
    class Handler(http.server.BaseHTTPRequestHandler):
      def do_GET(self):
        endless = self.path == '/stream'
        self.send_response(200)
        self.send_header('Content-Length', str(1 << 40 if endless else 6))
        self.end_headers()
        self.wfile.write(b'hello\\n')
        if endless:
          print('streaming', flush=True)
        try:
          while endless:
            self.wfile.write(b'more\\n')
            time.sleep(0.02)
        except OSError:
          pass
      def log_message(self, *words):
        pass
    server = http.server.ThreadingHTTPServer((sys.argv[1], 80), Handler)
    print('listening', flush=True)
    server.serve_forever()
    """

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
    address = far
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
    server = try Background("ip", ["netns", "exec", name, "python3", "-c", Self.script, far])
    try server.waitForLine("listening")
  }

  private struct CannotBeMade: Error {
    let words: [String]
    let errors: String
  }

  /// Until somebody has begun to take what does not end.
  package func waitForReader() throws { try server.waitForLine("streaming") }

  package func remove() {
    server.kill()
    Self.remove(name)
  }

  private static func remove(_ name: String) {
    _ = try? Program.run("ip", ["link", "delete", "\(name)a"])
    _ = try? Program.run("ip", ["netns", "delete", name])
  }
}

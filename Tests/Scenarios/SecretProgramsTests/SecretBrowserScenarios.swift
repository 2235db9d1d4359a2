// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import RunningInstance
import Testing

/// Chromium, which encrypts its cookies and passwords under a key of the Secret Service.
@Suite(
  .serialized,
  .enabled(
    if: DesktopSession.isPossible && Program.isInstalled("chromium") && Program.isInstalled("python3"),
    "needs FUSE, dbus-daemon, secret-tool and chromium"))
struct SecretBrowserScenarios {
  /// Keeps a cookie in whoever comes, and says what they brought.
  private static let server = """
    import http.server
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Set-Cookie", "kept=yes; Max-Age=100000")
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(("cookie: " + (self.headers.get("Cookie") or "none")).encode())
        def log_message(self, *words):
            pass
    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  @Test func `Chromium keeps its key over starts and waits for the unlock`() throws {
    try withSession { session in
      let server = try Background("python3", ["-c", Self.server])
      defer { server.kill() }
      try eventually { !server.lines().isEmpty }
      let words = [
        "60", "chromium", "--headless=new", "--no-sandbox", "--password-store=gnome-libsecret",
        "--user-data-dir=\(session.folder.path)/profile", "--dump-dom", "http://127.0.0.1:\(server.lines()[0])/",
      ]
      #expect(try session.succeed("timeout", words).contains("cookie: none"))
      // It is there, and another program's to read only once the person said so.
      let key = try key(session)
      #expect(key.contains("label = Chromium Safe Storage") && !key.contains("secret = "), "\(key)")
      #expect(try session.succeed("timeout", words).contains("cookie: kept=yes"))
      #expect(try self.key(session) == key)

      try session.instance.lock()
      #expect(try !self.key(session).contains("secret = "))
      let watch = try PromptWatch(on: session)
      let waiting = try Background("timeout", words, environment: session.instance.variables)
      defer { waiting.kill() }
      try watch.waitForPrompts(1)
      #expect(waiting.lines().isEmpty)
      try session.instance.unlock()
      try eventually { waiting.lines().joined().contains("cookie: kept=yes") }
      #expect(try self.key(session) == key)
    }
  }

  private func key(_ session: DesktopSession) throws -> String {
    try session.run("secret-tool", ["search", "--all", "application", "chromium"]).output
  }
}

// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import RunningInstance
import Testing

/// More programs that keep their secrets in the Secret Service, by their own commands.
@Suite(.serialized, .enabled(if: DesktopSession.isPossible, "needs FUSE, dbus-daemon and secret-tool"))
struct SecretOutsiderScenarios {
  private static let gitSource = "/usr/share/doc/git/contrib/credential/libsecret/git-credential-libsecret.c"

  /// As Debian's git has it, in source.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: gitSource) && Program.isInstalled("pkg-config"),
      "Scripts/setup test installs git and libsecret-1-dev"))
  func `Git keeps a password by its own helper, and gets none while locked`() throws {
    try withSession { session in
      let helper = session.folder.appending(path: "git-credential-libsecret").path
      let build = "cc -o \(helper) \(Self.gitSource) $(pkg-config --cflags --libs libsecret-1 glib-2.0)"
      try session.succeed("sh", ["-c", build])
      let asked = "protocol=https\nhost=example.org\nusername=ada\n\n"
      let kept = "protocol=https\nhost=example.org\nusername=ada\npassword=opensesame\n\n"
      try session.succeed(helper, ["store"], input: kept)
      #expect(try session.succeed(helper, ["get"], input: asked).contains("password=opensesame"))
      let filled = try session.run(
        "git", ["-c", "credential.helper=\(helper)", "credential", "fill"], input: asked,
        environment: ["GIT_TERMINAL_PROMPT": "0"])
      #expect(filled.output.contains("password=opensesame"), "\(filled)")
      try session.instance.lock()
      // It asks the service to unlock, and waits.
      let watch = try PromptWatch(on: session)
      let question = session.folder.appending(path: "asked")
      try Data(asked.utf8).write(to: question)
      let waiting = try Background(
        "/bin/sh", ["-c", "exec \"$0\" get < \"$1\"", helper, question.path], environment: session.instance.variables)
      try watch.waitForPrompts(1)
      #expect(waiting.lines().isEmpty)
      try session.instance.unlock()
      try waiting.waitForLine("password=opensesame")
      try session.succeed(helper, ["erase"], input: asked)
      #expect(try !session.succeed(helper, ["get"], input: asked).contains("password="))
    }
  }

  /// NetworkManager's agents store by libsecret under this schema, and connect behind a locked screen.
  @Test(.enabled(if: Program.isInstalled("python3"), "needs python3"))
  func `The secrets of NetworkManager are there while locked, and others' are not`() throws {
    let reader = RepositoryFolder.tests.appending(path: "Programs/secret-reader.py").path
    try withSession { session in
      let network = [
        reader, "/dev/stdin", "xdg:schema=org.freedesktop.NetworkManager.Connection", "connection-uuid=9f2f",
        "setting-name=wifi", "setting-key=psk",
      ]
      let other = [reader, "/dev/stdin", "xdg:schema=org.example.Other", "connection-uuid=9f2f"]
      for words in [network, other] {
        let answer = try session.succeed("/usr/bin/python3", words, input: "store opensesame\nlook\n")
        #expect(answer == "stored\nopensesame\n")
      }
      try session.instance.lock()
      #expect(try session.succeed("/usr/bin/python3", network, input: "look\n") == "opensesame\n")
      let watch = try PromptWatch(on: session)
      let look = "echo look | exec /usr/bin/python3 \"$@\""
      let waiting = try Background("/bin/sh", ["-c", look, "sh"] + other, environment: session.instance.variables)
      defer { waiting.kill() }
      try watch.waitForPrompts(1)
      #expect(waiting.lines().isEmpty)
      try session.instance.unlock()
      try waiting.waitForLine("opensesame")
    }
  }

  /// Debian's xdg-desktop-portal between an app, as Flatpak starts one, and the service.
  @Test(
    .enabled(
      if: Program.isInstalled("/usr/libexec/xdg-desktop-portal") && Program.canConfine,
      "Scripts/setup test installs xdg-desktop-portal and bubblewrap"))
  func `Each sandboxed app gets a secret of its own from the desktop's portal`() throws {
    try withSession { session in
      let share = session.folder.appending(path: "share").path
      try session.instance.succeed(["app", "portal", "--export", share])
      var variables = session.instance.variables
      variables["XDG_DESKTOP_PORTAL_DIR"] = share + "/xdg-desktop-portal/portals"
      variables["XDG_CURRENT_DESKTOP"] = "bailey"
      let status = try session.run("bailey", ["secrets", "status"])
      #expect(status.exitCode == 0, "\(status)")
      let portal = try Background("/usr/libexec/xdg-desktop-portal", [], environment: variables)
      defer { portal.kill() }
      let there = try session.run("gdbus", ["wait", "--session", "--timeout", "30", "org.freedesktop.portal.Desktop"])
      try #require(there.exitCode == 0, "\(there)")
      let first = try secret(of: "org.example.First", in: session)
      #expect(first.hasPrefix("0 ") && first.count == 2 + 128 + 1, "\(first)")
      #expect(try secret(of: "org.example.First", in: session) == first)
      let second = try secret(of: "org.example.Second", in: session)
      #expect(second.hasPrefix("0 ") && second.count == first.count && second != first)
      // A file that is given for reading alone is not written.
      let note = session.folder.appending(path: "note")
      try Data("mine".utf8).write(to: note)
      #expect(try secret(of: "org.example.First", in: session, into: note.path) == "2 \n")
      #expect(try Data(contentsOf: note) == Data("mine".utf8))
      // Another program does not read it, whatever it says it is.
      let found = try session.run("secret-tool", ["search", "--all", "app_id", "org.example.First"])
      let isFound = found.output.contains("label = Secret of org.example.First")
      #expect(isFound && !found.output.contains("secret ="), "\(found)")
      let direct = try session.run(
        "gdbus",
        [
          "call", "--session", "--dest", "org.freedesktop.impl.portal.desktop.bailey.Secrets", "--object-path",
          "/org/freedesktop/portal/desktop", "--method", "org.freedesktop.DBus.Properties.Get",
          "org.freedesktop.impl.portal.Secret", "version",
        ])
      #expect(direct.output.contains("uint32 1"), "\(direct)")
      try session.instance.lock()
      #expect(try secret(of: "org.example.First", in: session) == "2 \n")
      try session.instance.unlock()
      #expect(try secret(of: "org.example.First", in: session) == first)
    }
  }

  @Test(.enabled(if: Program.isInstalled("xdg-dbus-proxy"), "Scripts/setup test installs xdg-dbus-proxy"))
  func `Programs behind a filter of the bus do not read each other's`() throws {
    try withSession { session in
      let bus = try #require(session.instance.variables["DBUS_SESSION_BUS_ADDRESS"])
      let sockets = ["first", "second"].map { session.folder.appending(path: $0).path }
      let filters = try sockets.map {
        try Background("xdg-dbus-proxy", [bus, $0], environment: session.instance.variables)
      }
      defer { for filter in filters { filter.kill() } }
      try eventually { sockets.allSatisfy { FileManager.default.fileExists(atPath: $0) } }
      func tool(_ socket: String, _ words: String..., input: String = "") throws -> ProgramResult {
        try session.run(
          "secret-tool", words, input: input, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)"])
      }
      let stored = try tool(sockets[0], "store", "--label=Mail", "kind", "mail", input: "opensesame")
      #expect(stored.exitCode == 0, "\(stored)")
      let found = try tool(sockets[1], "search", "--all", "kind", "mail")
      #expect(found.output.contains("label = Mail") && !found.output.contains("opensesame"), "\(found)")
    }
  }

  @Test func `Programs that the dynamic linker was told to start do not read each other's`() throws {
    try withSession { session in
      let tool = try Program.locate("secret-tool").path
      let other = session.folder.appending(path: "other-tool").path
      try Program.run("cp", [tool, other])
      let linker = try #require(
        try Program.run("ldd", [tool]).output.split { $0.isWhitespace }.first { $0.contains("/ld-linux") })
      func run(_ program: String, _ words: String..., input: String = "") throws -> String {
        try session.run(String(linker), [program] + words, input: input).output
      }
      _ = try run(tool, "store", "--label=Mail", "kind", "mail", input: "opensesame")
      let (own, found) = (
        try run(tool, "search", "--all", "kind", "mail"), try run(other, "search", "--all", "kind", "mail")
      )
      #expect(own.contains("secret = opensesame"), "\(own)")
      #expect(found.contains("label = Mail") && !found.contains("opensesame"), "\(found)")
    }
  }

  /// The answer to an app in a sandbox that says what Flatpak's say.
  private func secret(of app: String, in session: DesktopSession, into file: String? = nil) throws -> String {
    let asker = RepositoryFolder.tests.appending(path: "Programs/portal-secret.py").path
    let sandbox =
      "--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --ro-bind /etc /etc "
      + "--bind /tmp /tmp --proc /proc --dev /dev --ro-bind-data 0 /.flatpak-info --ro-bind"
    var words = sandbox.split(separator: " ").map(String.init)
    words += [asker, "/asker.py", "/usr/bin/python3", "/asker.py"]
    if let file { words.append(file) }
    let information = "[Application]\nname=\(app)\n\n[Instance]\ninstance-id=1\n"
    return try session.run("bwrap", words, input: information).output
  }
}

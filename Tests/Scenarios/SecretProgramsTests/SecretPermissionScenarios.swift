// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import RunningInstance
import Testing

/// One program wants what another one stored: the person decides, and it is written down who got what.
@Suite(
  .serialized,
  .enabled(
    if: DesktopSession.isPossible && Program.isInstalled("python3"), "needs FUSE, dbus-daemon, secret-tool and python3")
)
struct SecretPermissionScenarios {
  private static let mail = ["service", "mail", "user", "ada"]
  private static let reader = RepositoryFolder.tests.appending(path: "Programs/secret-reader.py").path

  /// A program that looks whenever it is told to.
  private final class Reader {
    private let program: Background
    private let commands: FileHandle

    init(in session: DesktopSession) throws {
      let pipe = session.folder.appending(path: "reader-\(UUID().uuidString)").path
      try Program.run("mkfifo", [pipe])
      commands = try #require(FileHandle(forUpdatingAtPath: pipe))
      program = try Background(
        "/usr/bin/python3", [SecretPermissionScenarios.reader, pipe, "service=mail", "user=ada"],
        environment: session.instance.variables)
    }

    /// What it gets when it looks once more.
    func look() throws -> String? {
      let known = program.lines().count
      try commands.write(contentsOf: Data("look\n".utf8))
      try eventually { program.lines().count > known }
      return program.lines().last
    }

    func end() { program.kill() }
  }

  @Test func `It is allowed once, or from now on, and each reading stands in the log`() throws {
    try withSession { session in
      try session.instance.succeed(["privacy", "record", "on"])
      try session.succeed("secret-tool", ["store", "--label=Mail of Ada"] + Self.mail, input: "opensesame")
      try withAgent(of: session.instance) { agent in
        try agent.press(.second, .first)
        let first = try Reader(in: session)
        #expect(try first.look() == "opensesame")
        #expect(try first.look() == "opensesame")
        #expect(agent.questions == 1)
        #expect(agent.told.contains { $0.contains("secret-reader.py wants to read") }, "\(agent.told)")
        first.end()
        // Once is until it ends: the next one is asked about.
        let second = try Reader(in: session)
        defer { second.end() }
        #expect(try second.look() == "opensesame" && agent.questions == 2)
        let third = try Reader(in: session)
        defer { third.end() }
        #expect(try third.look() == "opensesame" && agent.questions == 2)
      }
      let allowed = try session.instance.succeed(["privacy", "list"]).output
      #expect(allowed.contains("secret-reader.py") && allowed.contains("not sandboxed"), "\(allowed)")
      try eventually {
        let log = try session.instance.succeed(["privacy", "log"]).output
        return log.contains("read the password “Mail of Ada”, 4 times in all")
      }
      let log = try session.instance.succeed(["privacy", "log"]).output
      #expect(log.contains("not sandboxed: a program of the same user can pretend to be it"), "\(log)")
      let report = try session.instance.succeed(["privacy", "report"]).output
      #expect(report.contains("secret-reader.py") && report.contains("Passwords"), "\(report)")
    }
  }

  @Test func `Who is refused is not asked about again`() throws {
    try withSession { session in
      try session.succeed("secret-tool", ["store", "--label=Mail of Ada"] + Self.mail, input: "opensesame")
      try withAgent(of: session.instance, .refuses) { agent in
        let before = agent.questions
        for _ in 0..<2 {
          let reader = try Reader(in: session)
          #expect(try reader.look() == "none")
          reader.end()
        }
        #expect(agent.questions == before + 1)
      }
    }
  }

  // MARK: - What there is not

  @Test func `A client finds nothing of Bailey's own and nothing of apps`() throws {
    try withSession { session in
      let instance = session.instance
      try instance.succeed(["keychain", "add", "service=own", "account=ada"], input: "hidden")
      let app = try ClientProgram("mail", of: instance, copying: "sample-app")
      #expect(try app.answer("add app-item secret-of-app ak none") == "done")
      try session.succeed("secret-tool", ["store", "--label=Mail"] + Self.mail, input: "opensesame")
      let script = """
        import secretstorage, contextlib
        from jeepney import DBusAddress, new_method_call
        with contextlib.closing(secretstorage.dbus_init()) as bus:
          found = [item for collection in secretstorage.get_all_collections(bus) for item in collection.get_all_items()]
          print(len(found), sorted(item.get_label() for item in found))
          print(len(list(secretstorage.search_items(bus, {}))))
          for path in ["/org/freedesktop/secrets/collection/own/1", "/org/freedesktop/secrets/collection/default/1",
            "/org/freedesktop/secrets/aliases/own", "/org/freedesktop/secrets/collection/bailey_private_command_line"]:
            address = DBusAddress(path, "org.freedesktop.secrets", "org.freedesktop.DBus.Properties")
            answer = bus.send_and_get_reply(new_method_call(address, "GetAll", "s", ("org.freedesktop.Secret.Item",)))
            print(answer.header.fields.get(4))
        """
      let clients = try SecretClients.get()
      let result = try session.run(clients.python, ["-c", script], environment: clients.variables)
      let lines = result.output.split(separator: "\n").map(String.init)
      #expect(lines.prefix(2) == ["1 ['Mail']", "1"], "\(result)")
      #expect(
        lines.dropFirst(2) == Array(repeating: "org.freedesktop.Secret.Error.NoSuchObject", count: 4)[...], "\(result)")
    }
  }
}

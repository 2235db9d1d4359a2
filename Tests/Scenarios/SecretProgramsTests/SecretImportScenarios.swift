// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import MessageBus
import RunningInstance
import SecretAccess
import Testing
import Threads

/// What another Secret Service and `pass` keep comes into Bailey, once.
@Suite(.serialized, .enabled(if: DesktopSession.isPossible, "needs FUSE, dbus-daemon and secret-tool"))
struct SecretImportScenarios {
  private static let hasKeyring = Program.isInstalled("gnome-keyring-daemon")
  private static let hasPass = Program.isInstalled("pass") && Program.isInstalled("gpg")
  private static let mail = ["service", "mail", "user", "ada"]

  /// gnome-keyring, on a bus of its own or on the session's.
  private final class Keyring {
    let address: String
    private let environment: [String: String]
    private var programs: [Background] = []

    init(in session: DesktopSession, onItsBus: Bool) throws {
      let data = session.folder.appending(path: "other")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      // Of the keyring that it makes then.
      let password = data.appending(path: "password")
      try Data("correct horse".utf8).write(to: password)
      address = onItsBus ? session.address : "unix:path=\(session.folder.path)/other-bus"
      environment = session.instance.variables.merging([
        "DBUS_SESSION_BUS_ADDRESS": address, "XDG_DATA_HOME": data.path,
      ]) { $1 }
      if !onItsBus {
        let bus = try Background(
          "dbus-daemon", ["--session", "--nofork", "--print-address=1", "--address=\(address)"],
          environment: environment)
        programs.append(bus)
        try eventually { !bus.lines().isEmpty }
      }
      programs.append(
        try Background(
          "sh", ["-c", "exec gnome-keyring-daemon --foreground --unlock --components=secrets <'\(password.path)'"],
          environment: environment))
      let connection = try BusConnection(to: .address(address))
      defer { connection.close() }
      try eventually { try connection.owner(of: "org.freedesktop.secrets") != nil }
    }

    func store(_ label: String, _ words: [String], _ secret: String) throws {
      let result = try Program.run(
        "secret-tool", ["store", "--label=\(label)"] + words, input: secret, environment: environment)
      #expect(result.exitCode == 0, "\(result)")
    }

    func end() { for program in programs.reversed() { program.kill() } }
  }

  @Test(.enabled(if: hasKeyring, "needs gnome-keyring"))
  func `What gnome-keyring has comes in once, and nothing is replaced`() throws {
    try withSession { session in
      let keyring = try Keyring(in: session, onItsBus: false)
      defer { keyring.end() }
      try keyring.store("Mail of Ada", Self.mail, "opensesame")
      try keyring.store("Chat", ["service", "chat"], "tell\nnobody")
      let words = ["secrets", "import", "--bus", keyring.address]
      let shown = try session.instance.succeed(words).output
      #expect(shown.contains("Mail of Ada: would be brought in") && !shown.contains("opensesame"), "\(shown)")
      #expect(try session.instance.succeed(words).output.contains("To be brought in: 2."))
      let first = try session.instance.succeed(words + ["--apply"])
      #expect(first.output.contains("Brought in: 2. There already: 0."), "\(first)")
      let second = try session.instance.succeed(words + ["--apply"])
      #expect(second.output.contains("Brought in: 0. There already: 2."), "\(second)")
      try keyring.store("Mail of Ada", Self.mail, "changed")
      let third = try session.instance.bailey(words + ["--apply"])
      #expect(third.exitCode == 1, "\(third)")
      #expect(third.output.contains("Brought in: 0. There already: 1. Not brought in: 1."), "\(third)")
      let json = try session.instance.bailey(words + ["--apply", "--json"])
      #expect(json.output.contains("\"conflict\"") && json.output.contains("\"Chat\""), "\(json)")
      // Other programs have to ask for it.
      try withAgent(of: session.instance) { agent in
        try agent.press(.first)
        #expect(try session.succeed("secret-tool", ["lookup"] + Self.mail) == "opensesame")
        #expect(agent.questions == 1)
      }
    }
  }

  @Test(.enabled(if: hasKeyring, "needs gnome-keyring"))
  func `While another service has the session it comes in too, and is there when Bailey has it`() throws {
    let session = try DesktopSession()
    defer { session.end() }
    let keyring = try Keyring(in: session, onItsBus: true)
    try keyring.store("Mail of Ada", Self.mail, "opensesame")
    try session.instance.lock()
    let locked = try session.instance.bailey(["secrets", "import", "--apply"])
    #expect(locked.exitCode == 77 && locked.errors.contains("bailey unlock"), "\(locked)")
    try session.instance.unlock()
    let result = try session.instance.succeed(["secrets", "import", "--apply"])
    #expect(result.output.contains("Brought in: 1."), "\(result)")
    #expect(session.service == nil)
    keyring.end()
    try session.enable()
    #expect(try session.succeed("secret-tool", ["search", "--all"] + Self.mail).contains("label = Mail of Ada"))
    let own = try session.instance.bailey(["secrets", "import"])
    #expect(own.exitCode == 2 && own.errors.contains("--bus"), "\(own)")
  }

  /// The private bus lies in `/tmp`, where every program of the same user finds it.
  @Test func `A program that takes the service's name first is given nothing`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (program, address) = (folder.appending(path: "bailey-secrets"), folder.appending(path: "address"))
    let script = """
      #!/bin/sh
      printf %s "$DBUS_SESSION_BUS_ADDRESS" >'\(address.path).new'
      mv '\(address.path).new' '\(address.path)'
      exec sleep 60
      """
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
    let impostor = Locked<BusConnection?>(nil)
    let thread = try SystemThread(named: "impostor") {
      try? eventually { FileManager.default.fileExists(atPath: address.path) }
      guard let text = try? String(contentsOf: address, encoding: .utf8),
        let connection = try? BusConnection(to: .address(text))
      else { return }
      try? connection.requestName("org.freedesktop.secrets")
      impostor.withLock { $0 = connection }
    }
    do throws(PrivateSecrets.Failure) {
      _ = try PrivateSecrets(program.path)
      Issue.record("the impostor is taken for the service")
    } catch {
      guard case .silent("bailey-secrets") = error else { throw error }
    }
    thread.join()
    #expect(impostor.withLock { $0 } != nil)
    impostor.withLock { $0 }?.close()
  }

  @Test(.enabled(if: hasPass, "needs pass and gpg")) func `What pass has comes in once`() throws {
    try withSession { session in
      let folder = session.folder.appending(path: ".gnupg")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      defer { _ = try? session.run("gpgconf", ["--kill", "all"]) }
      try session.succeed(
        "gpg",
        ["--batch", "--passphrase", "", "--quick-generate-key", "ada@example.org", "default", "default", "never"])
      try session.succeed("pass", ["init", "ada@example.org"])
      try session.succeed("pass", ["insert", "-m", "web/mail"], input: "opensesame\nuser: ada\n")
      try session.succeed("pass", ["insert", "-m", "chat"], input: "tell nobody\n")
      let shown = try session.instance.succeed(["secrets", "import", "--pass"]).output
      #expect(shown.contains("web/mail: would be brought in") && !shown.contains("opensesame"), "\(shown)")
      let first = try session.instance.succeed(["secrets", "import", "--pass", "--apply"])
      #expect(first.output.contains("Brought in: 2. There already: 0."), "\(first)")
      let store = session.folder.appending(path: ".password-store")
      try Data("no message".utf8).write(to: store.appending(path: "broken.gpg"))
      let second = try session.instance.bailey(["secrets", "import", "--store", store.path, "--apply"])
      #expect(second.exitCode == 1, "\(second)")
      #expect(second.output.contains("Brought in: 0. There already: 2. Not brought in: 1."), "\(second)")
      #expect(second.output.contains("broken: not brought in: it cannot be read"), "\(second)")
      try withAgent(of: session.instance) { agent in
        try agent.press(.first)
        let found = try session.succeed("secret-tool", ["lookup", "service", "pass", "name", "web/mail"])
        #expect(found == "opensesame\nuser: ada")
      }
    }
  }
}

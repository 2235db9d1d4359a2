// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RepositoryFolder
import RunningInstance
import Testing
import Threads

/// `Examples/guarded-notes`, the app and its server, with the real daemons: what the app proves, and what nobody else does.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct AttestScenarios {
  private static let identifier = "org.example.GuardedNotes"

  /// The app's server, with a store of its own.
  private struct Server {
    let instance: RunningInstance
    let store: String

    init(of instance: RunningInstance, _ appID: String, name: String = "store") throws {
      self.instance = instance
      store = instance.home.deletingLastPathComponent().appending(path: name).path
      let root = try instance.succeed(["attest", "root"]).output
      try #require(run("init", appID, input: root).exitCode == 0)
    }

    func run(_ words: String..., input: String = "") throws -> ProgramResult {
      let script = RepositoryFolder.url.appending(path: "Examples/guarded-notes/server.py").path
      let variables = instance.variables.merging(["PATH": "\(Program.folder.path):/usr/bin:/bin"]) { $1 }
      return try Program.run("python3", [script, store] + words, input: input, environment: variables)
    }

    func challenge() throws -> String { try run("challenge").output }

    /// The last line: `registered`, `kept`, or why not.
    func answer(_ command: String, _ request: String) throws -> String {
      try run(command, input: request).output.split(separator: "\n").last.map(String.init) ?? ""
    }

    var notes: [String] {
      get throws { try run("notes").output.split(separator: "\n").map(String.init) }
    }
  }

  /// A request of the app for a fresh challenge.
  private func request(
    _ words: String..., to server: Server, from app: String = "GuardedNotes", challenge: String? = nil
  ) throws -> String {
    let challenge = try challenge ?? server.challenge()
    return try server.instance.bailey(["run", app] + words, input: challenge).output
  }

  private func applicationIdentifier(_ instance: RunningInstance) throws -> String {
    let diagnosis = try instance.bailey(["attest", "doctor", Self.identifier]).output
    let line = try #require(diagnosis.split(separator: "\n").first { $0.hasPrefix("Application identifier: ") })
    return String(line.dropFirst("Application identifier: ".count))
  }

  private func withNotes(_ body: (RunningInstance, TestBundle, Server) throws -> Void) throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      let bundle = try bundle(of: instance)
      try instance.installSigned(bundle)
      try body(instance, bundle, Server(of: instance, applicationIdentifier(instance)))
    }
  }

  private func bundle(
    named name: String = "GuardedNotes", _ identifier: String = identifier, build: String = "1",
    of instance: RunningInstance
  ) throws -> TestBundle {
    try TestBundle(
      "guarded-notes", named: name, identifier: identifier,
      info: "<key>CFBundleVersion</key><string>\(build)</string>", of: instance)
  }

  private func changing(_ request: String, _ name: String, _ change: (String) -> String) throws -> String {
    var members = try #require(try JSONSerialization.jsonObject(with: Data(request.utf8)) as? [String: String])
    members[name] = change(try #require(members[name]))
    return String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
  }

  @Test func `An app registers once, its changes are kept, and each tampering is refused by name`() throws {
    try withNotes { instance, _, server in
      #expect(try instance.bailey(["run", "GuardedNotes", "support"]).output == "true\n")
      let registration = try request("register", to: server)
      #expect(try server.answer("register", registration) == "registered")
      #expect(try server.answer("register", registration) == "refused: challengeUsed")
      let milk = try request("add", "milk", to: server)
      #expect(try server.answer("change", milk) == "kept")
      #expect(try server.answer("change", milk) == "refused: challengeUsed")

      let (first, second) = (try request("add", "bread", to: server), try request("add", "salt", to: server))
      #expect(try server.answer("change", second) == "kept")
      #expect(try server.answer("change", first) == "refused: counterNotGreater")

      let unknown = try request("add", "cash", to: server, challenge: "made up\n")
      #expect(try server.answer("change", unknown) == "refused: challengeUnknown")
      let other = try changing(request("add", "milk", to: server), "change") { $0.replacing("milk", with: "cash") }
      #expect(try server.answer("change", other) == "refused: signature")
      let stranger = try changing(request("add", "milk", to: server), "keyId") { _ in
        Data(repeating: 1, count: 32).base64EncodedString()
      }
      #expect(try server.answer("change", stranger) == "refused: keyUnknown")
      #expect(try server.answer("change", "{}") == "refused: malformed")
      // What baileyd had not written down yet when it was killed is no counter that comes again.
      for process in instance.processes(named: "baileyd") { kill(process, SIGKILL) }
      #expect(try server.answer("change", request("add", "butter", to: server)) == "kept")
      #expect(try server.notes == ["milk", "salt", "butter"])
    }
  }

  @Test func `An attestation counts for its challenge, its key, its app and its authority alone`() throws {
    try withNotes { instance, _, server in
      func refused(_ name: String, _ change: (String) -> String) throws -> String {
        try server.answer("register", changing(request("register", to: server), name, change))
      }
      let fresh = try server.challenge().trimmingCharacters(in: .newlines)
      #expect(try refused("challenge") { _ in fresh } == "refused: nonce")
      #expect(
        try refused("keyId") { _ in Data(repeating: 1, count: 32).base64EncodedString() } == "refused: keyId")
      #expect(try refused("attestation") { String($0.dropLast(8)) } == "refused: malformed")

      try instance.installSigned(self.bundle(named: "Other", "org.example.Other", of: instance))
      #expect(
        try server.answer("register", request("register", to: server, from: "Other")) == "refused: appId")
      let folder = instance.home.deletingLastPathComponent().appending(path: "issuer").path
      try instance.succeed(["attest", "issuer", "init", folder])
      let other = try Server(of: instance, applicationIdentifier(instance), name: "other")
      let challenge = try other.challenge().trimmingCharacters(in: .newlines)
      let hash = try Program.run(
        "sh", ["-c", "printf %s \"$1\" | openssl dgst -sha256 -binary | base64", "sh", challenge]
      ).output.trimmingCharacters(in: .newlines)
      let made = try instance.succeed([
        "attest", "issuer", "attest", folder, "--app", applicationIdentifier(instance), "--client-data-hash", hash,
      ]).output
      let object = try #require(try JSONSerialization.jsonObject(with: Data(made.utf8)) as? [String: Any])
      let (keyID, attestation) = (object["keyId"] as? String ?? "", object["attestation"] as? String ?? "")
      let forged = try JSONSerialization.data(withJSONObject: [
        "challenge": challenge, "keyId": keyID, "attestation": attestation,
      ])
      #expect(try other.answer("register", String(decoding: forged, as: UTF8.self)) == "refused: chain")

      // Another signature is another publisher, whatever the bundle calls itself.
      try instance.succeed(["app", "remove", Self.identifier, "--yes"])
      let local = try self.bundle(of: instance)
      try local.sign("--adhoc")
      let installed = try local.install()
      #expect(installed.exitCode == 0, "\(installed)")
      #expect(try server.answer("register", request("register", to: server)) == "refused: appId")
      #expect(try server.notes.isEmpty)
    }
  }

  @Test func `A program that is no signed app gets the reason, whatever it says of itself`() throws {
    try withNotes { instance, bundle, server in
      let outside = try ClientProgram("guarded-notes", of: instance, copying: "guarded-notes")
      let lies = ["CFBundleIdentifier": Self.identifier, "BAILEY_APP": Self.identifier]
      let home = instance.home.deletingLastPathComponent().appending(path: "user")
      try FileManager.default.createDirectory(at: home.appending(path: "Documents"), withIntermediateDirectories: true)
      try Program.run("cp", [bundle.path + "/Info.plist", home.deletingLastPathComponent().path + "/programs"])
      let variables = instance.variables.merging(lies.merging(["HOME": home.path]) { $1 }) { $1 }
      func answer() throws -> String {
        try Program.run("env", [outside.path, "register"], input: server.challenge(), environment: variables).output
      }
      #expect(try answer() == "DCError 2 noApplicationIdentifier\n")
      // Its owner can name it, and that is no signature.
      try instance.succeed(
        ["app", "register", "--executable", outside.path, "--identifier", Self.identifier],
        input: RunningInstance.passcode + "\n")
      #expect(try answer() == "DCError 2 noApplicationIdentifier\n")
      let doctor = try instance.bailey(["attest", "doctor"])
      #expect(doctor.exitCode == 1 && doctor.output.contains("\(outside.path): noApplicationIdentifier"), "\(doctor)")
    }
  }

  @Test func `A version that runs is attested as that version, whatever was installed meanwhile`() throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      // Not the build that the server allows.
      try instance.installSigned(self.bundle(build: "0", of: instance))
      let server = try Server(of: instance, applicationIdentifier(instance))
      #expect(try server.answer("register", request("register", to: server)) == "refused: bundleVersion")
      let challenge = instance.home.deletingLastPathComponent().appending(path: "challenge")
      let answer = Locked<Result<String, any Error>?>(nil)
      let later = "until [ -e \"$1\" ]; do sleep 0.1; done; cat \"$1\""
      let thread = try SystemThread(named: "old version") {
        let result = Result {
          let words = "{ \(later); } | exec \"$2\" run GuardedNotes register"
          return try Program.run(
            "sh", ["-c", words, "sh", challenge.path, Program.locate("bailey").path], environment: instance.variables
          ).output
        }
        answer.withLock { $0 = result }
      }
      // Whatever fails: nobody waits on.
      defer { try? Data().write(to: challenge, options: .withoutOverwriting) }
      try eventually { try Program.run("pgrep", ["-x", "GuardedNotes"]).exitCode == 0 }
      try instance.installSigned(self.bundle(build: "1", of: instance))
      try Data(server.challenge().utf8).write(to: challenge, options: .atomic)
      thread.join()
      let registration = try #require(try answer.withLock { try $0?.get() })
      #expect(try server.answer("register", registration) == "refused: bundleVersion")
      #expect(try server.answer("register", request("register", to: server)) == "registered")
    }
  }

  @Test func `A bundle that is signed ad hoc has no key of another one in whose place it is`() throws {
    try withInstance { instance in
      func install(_ bundle: TestBundle) throws {
        let installed = try bundle.install()
        #expect(installed.exitCode == 0, "\(installed)")
      }
      let first = try self.bundle(of: instance)
      try first.sign("--adhoc")
      try install(first)
      #expect(try instance.bailey(["run", "GuardedNotes", "register"], input: "challenge\n").exitCode == 0)
      // The same one again.
      try install(first)
      #expect(try instance.bailey(["run", "GuardedNotes", "add", "milk"], input: "challenge\n").exitCode == 0)
      let other = try self.bundle(build: "2", of: instance)
      try other.sign("--adhoc")
      try install(other)
      #expect(try instance.succeed(["attest", "list"]).output == "No app has a key.\n")
      let refused = try instance.bailey(["run", "GuardedNotes", "add", "milk"], input: "challenge\n")
      #expect(refused.output == "DCError 2 keyGone\n", "\(refused)")
    }
  }

  @Test(.enabled(if: LongTests.areWanted, "make test-long"))
  func `After an erase the key has gone, and the app that kept its identifier makes another`() throws {
    try withNotes { instance, _, server in
      #expect(try server.answer("register", request("register", to: server)) == "registered")
      let file = instance.mount.appending(path: "Containers/\(Self.identifier)/Documents/key")
      let kept = try Data(contentsOf: file)
      try instance.succeed(["erase", "--yes"], input: RunningInstance.passcode + "\n")
      try instance.succeed(["up", "--mount", instance.mount.path])
      try instance.succeed(["passcode", "set"], input: RunningInstance.passcode + "\n")
      try instance.makeDeveloper()
      try instance.installSigned(self.bundle(of: instance))
      #expect(try instance.succeed(["attest", "list"]).output == "No app has a key.\n")
      // The person has brought the app's files back, from wherever they were kept.
      #expect(try instance.bailey(["run", "GuardedNotes", "support"]).output == "true\n")
      try kept.write(to: file)
      #expect(try request("add", "milk", to: server) == "DCError 2 keyGone\n")
      let doctor = try instance.bailey(["attest", "doctor", Self.identifier])
      #expect(doctor.exitCode == 1 && doctor.output.contains("keyGone"), "\(doctor)")
      // The authority went with everything else, and a server that knew that one takes nothing of this one.
      #expect(try server.answer("register", request("register", to: server)).hasPrefix("refused: "))
      try instance.succeed(["attest", "reset", Self.identifier])
      let anew = try Server(of: instance, applicationIdentifier(instance), name: "anew")
      #expect(try anew.answer("register", request("register", to: anew)) == "registered")
      #expect(try anew.answer("change", request("add", "milk", to: anew)) == "kept")
    }
  }

  @Test func `After a removal and after a restore the key has gone, and the app makes another`() throws {
    try withNotes { instance, bundle, server in
      #expect(try server.answer("register", request("register", to: server)) == "registered")
      try #require(ClientProgram("first", of: instance).run("add", "item", "secret").exitCode == 0)
      let backup = instance.home.deletingLastPathComponent().appending(path: "backup").path
      let typed = RunningInstance.passcode + "\npassphrase of a backup\n"
      try instance.succeed(["keychain", "backup", backup], input: typed)
      func checkThatItWent() throws {
        #expect(try request("add", "milk", to: server) == "DCError 2 keyGone\n")
        let doctor = try instance.bailey(["attest", "doctor", "GuardedNotes"])
        #expect(doctor.exitCode == 1 && doctor.output.contains("keyGone"), "\(doctor)")
        #expect(try server.answer("register", request("register", to: server)) == "registered")
        #expect(try server.answer("change", request("add", "milk", to: server)) == "kept")
      }
      try instance.succeed(["keychain", "restore", backup], input: typed)
      try checkThatItWent()
      // The app's files stay, and with them the identifier.
      try instance.succeed(["app", "remove", Self.identifier, "--keep-data"])
      #expect(try instance.succeed(["attest", "list"]).output == "No app has a key.\n")
      try #require(bundle.install().exitCode == 0)
      try checkThatItWent()
      #expect(try instance.succeed(["attest", "reset", Self.identifier]).output == "One key is removed.\n")
      try checkThatItWent()
      try instance.lock()
      #expect(try server.answer("change", request("add", "salt", to: server)) == "kept")
      #expect(try server.notes == ["milk", "milk", "milk", "salt"])
    }
  }
}

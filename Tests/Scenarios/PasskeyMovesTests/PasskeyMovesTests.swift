// SPDX-License-Identifier: Apache-2.0
import BrowserHost
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// Passkeys that come from other programs, go to backups and files, and sign in at their sites as before: with the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct PasskeyMovesTests {
  private static let passcode = RunningInstance.passcode + "\n"
  private static let passphrase = "a passphrase for the backup\n"

  private func file(_ name: String, of instance: RunningInstance) -> URL {
    instance.home.deletingLastPathComponent().appending(path: name)
  }

  private func listed(_ instance: RunningInstance) throws -> [[String: Any]] {
    let text = try instance.succeed(["passkey", "list", "--json"], input: Self.passcode).output
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
  }

  private func take(_ passkeys: [KnownPasskey], into instance: RunningInstance) throws -> String {
    let url = file("other.json", of: instance)
    try KnownPasskey.write(passkeys, to: url)
    return try instance.succeed(["passkey", "import", url.path, "--yes"], input: Self.passcode).output
  }

  private func backUp(_ instance: RunningInstance, to url: URL) throws -> String {
    try instance.succeed(
      ["keychain", "backup", url.path], input: Self.passcode + Self.passphrase + Self.passphrase
    ).output
  }

  @Test func `One of a file signs in here, and one of a backup elsewhere, with their function and what is kept`() throws
  {
    let passkeys = [try KnownPasskey("ada"), try KnownPasskey("grace", at: "example.com")]
    try withInstance { instance throws in
      #expect(try take(passkeys, into: instance).contains("2 passkeys were added"))
      #expect(try take(passkeys, into: instance).contains("0 passkeys were added; 2 were there already"))
      for passkey in try listed(instance) {
        #expect(passkey["backupEligible"] as? Bool == true && passkey["backedUp"] as? Bool == false)
        #expect(passkey["state"] as? String == "current")
      }
      try signIn(with: passkeys, at: instance)
      let (backup, export) = (file("backup", of: instance), file("export.json", of: instance))
      #expect(try backUp(instance, to: backup).contains("2 passkeys"))
      try instance.succeed(["passkey", "export", export.path, "--yes"], input: Self.passcode)
      #expect(try FileManager.default.attributesOfItem(atPath: export.path)[.posixPermissions] as? Int == 0o600)
      // The passphrase opens the backup, and the file has the private part as it is.
      let written = try Data(contentsOf: export)
      #expect(written.range(of: Data("credWithUV".utf8)) != nil)
      try withInstance { other throws in
        let restore = ["keychain", "restore", backup.path]
        try other.succeed(restore, input: Self.passcode + Self.passphrase)
        try signIn(with: passkeys, at: other)
        #expect(
          try other.succeed(restore, input: Self.passcode + Self.passphrase).output
            .contains("0 passkeys were added; 2 were there already"))
      }
      try withInstance { third throws in
        try third.succeed(["passkey", "import", export.path, "--yes"], input: Self.passcode)
        try signIn(with: passkeys, at: third)
      }
    }
  }

  private func signIn(with passkeys: [KnownPasskey], at instance: RunningInstance) throws {
    try withAgent(of: instance) { _ throws in
      let host = try BrowserHost(instance)
      for passkey in passkeys {
        #expect(try passkey.signed(host.signIn(passkey.identifier, at: passkey.site)))
      }
    }
  }

  @Test func `Without the right passcode, a yes, or an unlocked device nothing leaves or comes`() throws {
    let passkey = try KnownPasskey()
    try withInstance { instance throws in
      let (other, export) = (file("other.json", of: instance), file("export.json", of: instance))
      try KnownPasskey.write([passkey], to: other)
      #expect(try instance.bailey(["passkey", "import", other.path, "--yes"], input: "wrong\n").exitCode == 3)
      #expect(try instance.bailey(["passkey", "import", other.path], input: Self.passcode).exitCode == 1)
      #expect(try listed(instance).isEmpty)
      _ = try take([passkey], into: instance)
      #expect(try instance.bailey(["passkey", "export", export.path, "--yes"], input: "wrong\n").exitCode == 3)
      let unasked = try instance.bailey(["passkey", "export", export.path], input: Self.passcode)
      // What it is about is named before anybody is asked.
      #expect(unasked.exitCode == 1 && unasked.errors.contains("example.org: ada"))
      try instance.lock()
      #expect(try instance.bailey(["passkey", "export", export.path, "--yes"], input: Self.passcode).exitCode == 77)
      #expect(try instance.bailey(["passkey", "import", other.path, "--yes"], input: Self.passcode).exitCode == 77)
      #expect(!FileManager.default.fileExists(atPath: export.path))
    }
    try withInstance(.absent) { instance throws in
      let other = file("other.json", of: instance)
      try KnownPasskey.write([passkey], to: other)
      #expect(try instance.bailey(["passkey", "import", other.path, "--yes"]).exitCode == 1)
      try instance.succeed(["passcode", "set"], input: Self.passcode)
      #expect(try listed(instance).isEmpty)
    }
  }

  /// After its first connection a command is hidden from others of the same user, `baileyd` too: what it does, it does on that one.
  @Test(arguments: OrdinaryUser.everyone)
  func `An ordinary user takes, renames, deletes and writes out their passkeys`(user: UInt32?) throws {
    let instance = try RunningInstance(of: user)
    defer { instance.stop() }
    let passkey = try KnownPasskey()
    let id = String(passkey.identifier.prefix(8))
    #expect(try take([passkey], into: instance).contains("1 passkeys were added"))
    try instance.succeed(["passkey", "rename", id, "mine"], input: Self.passcode)
    let export = file("export.json", of: instance)
    try instance.succeed(["passkey", "export", export.path, "--yes"], input: Self.passcode)
    try instance.succeed(["passkey", "delete", id], input: Self.passcode)
    #expect(try listed(instance).isEmpty)
    try instance.succeed(["passkey", "restore", id], input: Self.passcode)
    #expect(try listed(instance).map { $0["name"] as? String } == ["mine"])
  }

  /// Whatever is killed while passkeys come and go: each is there whole or not at all, and doing it again completes it.
  @Test(arguments: ["bailey", "baileyd", "bailey-enclave"]) func `A kill leaves no half`(victim: String) throws {
    let passkeys = try (0..<12).map { try KnownPasskey("user \($0)") }
    try withInstance { instance throws in
      let url = file("other.json", of: instance)
      try KnownPasskey.write(passkeys, to: url)
      for round in 0..<LongTests.rounds(1, of: 40) {
        let export = file("export-\(round).json", of: instance)
        try killing(victim, in: instance, ["passkey", "import", url.path, "--yes"], round)
        try killing(victim, in: instance, ["passkey", "export", export.path, "--yes"], round)
        // Nothing of the keys lies in a file that has no name yet.
        let names = try FileManager.default.contentsOfDirectory(atPath: export.deletingLastPathComponent().path)
        #expect(names.filter { $0.hasPrefix(".export-") } == [])
        // A file is whole where it is there.
        if let written = try? Data(contentsOf: export) {
          #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: written) }
        }
        let sites = Set(try listed(instance).compactMap { $0["userName"] as? String })
        #expect(sites.isSubset(of: passkeys.map(\.user)))
      }
      _ = try take(passkeys, into: instance)
      #expect(try listed(instance).count == passkeys.count)
      let export = file("export.json", of: instance)
      try instance.succeed(["passkey", "export", export.path, "--yes"], input: Self.passcode)
      try withAgent(of: instance) { _ throws in
        let host = try BrowserHost(instance)
        let last = try #require(passkeys.last)
        #expect(try last.signed(host.signIn(last.identifier, at: last.site)))
      }
    }
  }

  /// Runs a command, and kills one of the processes somewhere in the middle of it.
  private func killing(_ victim: String, in instance: RunningInstance, _ words: [String], _ round: Int) throws {
    let program = try Program.locate("bailey").path
    let command = try Background(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" <\"$PASSCODE\"", program] + words,
      environment: instance.variables.merging(["PASSCODE": passcodeFile(of: instance).path]) { $1 })
    let target = victim == "bailey" ? command.process : try #require(instance.processes(named: victim).first)
    // Any moment will do: what is held must hold at each.
    usleep(UInt32.random(in: 10_000...900_000))
    kill(target, SIGKILL)
    try command.wait()
    if victim != "bailey" {
      try eventually { instance.processes(named: victim).contains { $0 != target } }
      try eventually {
        if (try? instance.report())?.state == "beforeFirstUnlock" { _ = try? instance.unlock() }
        return (try? listed(instance)) != nil
      }
    }
  }

  private func passcodeFile(of instance: RunningInstance) throws -> URL {
    let url = file("passcode", of: instance)
    try Data(Self.passcode.utf8).write(to: url)
    return url
  }
}

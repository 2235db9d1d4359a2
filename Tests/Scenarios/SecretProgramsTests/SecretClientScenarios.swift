// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import Testing

/// Programs that keep their secrets in the Secret Service, at work with Bailey's: with their own tests, and with their own commands.
@Suite(.serialized, .enabled(if: DesktopSession.isPossible, "needs FUSE, dbus-daemon and secret-tool"))
struct SecretClientScenarios {
  // MARK: - Their own tests

  @Test(arguments: OrdinaryUser.everyone) func `The tests of secretstorage pass`(user: UInt32?) throws {
    let clients = try SecretClients.get()
    try withSession(of: user) { session in
      let tests = clients.secretstorage.appending(path: "tests/run_tests.py").path
      let result = try session.run(clients.python, [tests], environment: clients.variables)
      #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
      // Those that are left out are for its own imitation of a service.
      #expect(result.errors.contains("OK (skipped=6)"), "\(result.errors)")
    }
  }

  @Test func `The tests of keyring pass for both of its ways`() throws {
    let clients = try SecretClients.get()
    try withSession { session in
      let tests = ["SecretService", "libsecret"].map { clients.keyring.path + "/tests/backends/test_\($0).py" }
      let options = ["-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir=\(clients.keyring.path)"]
      let result = try session.run(
        clients.python, ["-m", "pytest"] + options + tests, environment: clients.variables, in: clients.keyring)
      #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
      #expect(result.output.contains(" passed") && !result.output.contains("skipped"), "\(result.output)")
    }
  }

  // MARK: - secret-tool

  private static let mail = ["service", "mail", "user", "ada"]

  @Test(arguments: OrdinaryUser.everyone) func `Secret-tool stores finds and clears`(user: UInt32?) throws {
    try withSession(of: user) { session in
      try session.succeed("secret-tool", ["store", "--label=Mail of Ada"] + Self.mail, input: "opensesame")
      #expect(try session.succeed("secret-tool", ["lookup"] + Self.mail) == "opensesame")
      let found = try session.succeed("secret-tool", ["search", "--all", "user", "ada"])
      #expect(found.contains("label = Mail of Ada") && found.contains("secret = opensesame"), "\(found)")
      try session.succeed("secret-tool", ["clear"] + Self.mail)
      #expect(try session.run("secret-tool", ["lookup"] + Self.mail).exitCode == 1)
    }
  }

  @Test(arguments: OrdinaryUser.everyone) func `Locked it is found and not shown`(user: UInt32?) throws {
    try withSession(of: user) { session in
      try session.succeed("secret-tool", ["store", "--label=Mail of Ada"] + Self.mail, input: "opensesame")
      try session.instance.lock()
      let found = try session.run("secret-tool", ["search", "--all", "user", "ada"])
      #expect(found.output.contains("label = Mail of Ada") && !found.output.contains("opensesame"), "\(found)")
      try session.instance.restart()
      let before = try session.run("secret-tool", ["search", "--all", "user", "ada"])
      #expect(before.exitCode != 0 && !before.output.contains("Ada") && before.errors.contains("locked"), "\(before)")
      try session.instance.unlock()
      #expect(try session.succeed("secret-tool", ["lookup"] + Self.mail) == "opensesame")
    }
  }

  /// Each of them asks the service to unlock, and waits. There is nobody to ask while locked.
  @Test func `Programs that wait get their secrets after the unlock`() throws {
    try withSession { session in
      try session.succeed("secret-tool", ["store", "--label=Mail of Ada"] + Self.mail, input: "opensesame\n")
      try session.instance.lock()
      let watch = try PromptWatch(on: session)
      let waiting = try (0..<5).map { _ in
        try Background("secret-tool", ["lookup"] + Self.mail, environment: session.instance.variables)
      }
      try watch.waitForPrompts(5)
      // One that has given up is not waited for.
      waiting[4].kill()
      #expect(try session.run("secret-tool", ["search", "--all", "user", "ada"]).output.contains("label"))
      #expect(waiting.allSatisfy { $0.lines().isEmpty })
      try session.instance.unlock()
      for program in waiting[..<4] { try program.waitForLine("opensesame") }
    }
  }
}

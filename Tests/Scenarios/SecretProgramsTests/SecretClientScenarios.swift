// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Programs that keep their secrets in the Secret Service, at work with Bailey's and refused while it is locked.
@Suite(.serialized, .enabled(if: DesktopSession.isPossible, "needs FUSE, dbus-daemon and secret-tool"))
struct SecretClientScenarios {
  // MARK: - Their own tests

  @Test(arguments: OrdinaryUser.everyone) func `The tests of secretstorage pass`(user: UInt32?) throws {
    let clients = try SecretClients.get()
    try withSession(of: user) { session in
      let result = try session.run(
        clients.python, [clients.secretstorage.appending(path: "tests/run_tests.py").path],
        environment: clients.variables, in: session.folder)
      #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
      #expect(result.errors.contains("\nOK"), "\(result.errors)")
    }
  }

  @Test func `The tests of keyring pass for both of its ways`() throws {
    let clients = try SecretClients.get()
    try withSession { session in
      let tests = ["SecretService", "libsecret"].map {
        clients.keyring.appending(path: "tests/backends/test_\($0).py").path
      }
      let result = try session.run(
        clients.python,
        ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir=\(clients.keyring.path)"]
          + tests,
        environment: clients.variables, in: clients.keyring)
      #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
      #expect(result.output.contains(" passed") && !result.output.contains("skipped"), "\(result.output)")
    }
  }

  // MARK: - secret-tool

  @Test(arguments: OrdinaryUser.everyone) func `Secret-tool keeps finds and clears and is refused while locked`(
    user: UInt32?
  ) throws {
    try withSession(of: user) { session in
      let attributes = ["service", "mail", "user", "ada"]
      try session.succeed("secret-tool", ["store", "--label=Mail of Ada"] + attributes, input: "opensesame")
      #expect(try session.succeed("secret-tool", ["lookup"] + attributes) == "opensesame")
      let found = try session.run("secret-tool", ["search", "--all", "user", "ada"])
      #expect(found.output.contains("label = Mail of Ada") && found.output.contains("secret = opensesame"), "\(found)")

      try session.instance.lock()
      let locked = try session.run("secret-tool", ["lookup"] + attributes, environment: [:])
      #expect(!locked.output.contains("opensesame"))
      let listed = try session.run("secret-tool", ["search", "--all", "user", "ada"])
      #expect(listed.output.contains("label = Mail of Ada") && !listed.output.contains("opensesame"), "\(listed)")

      try session.instance.unlock()
      #expect(try session.succeed("secret-tool", ["lookup"] + attributes) == "opensesame")
      try session.succeed("secret-tool", ["clear"] + attributes)
      #expect(try session.run("secret-tool", ["lookup"] + attributes).exitCode == 1)
    }
  }
}

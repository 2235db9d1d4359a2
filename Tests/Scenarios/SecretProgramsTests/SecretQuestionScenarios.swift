// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import MessageBus
import RunningInstance
import Testing

/// What the person is asked about programs that want their passwords.
@Suite(.serialized, .enabled(if: DesktopSession.isPossible, "needs FUSE, dbus-daemon and secret-tool"))
struct SecretQuestionScenarios {
  private static let mail = ["service", "mail", "user", "ada"]

  private func waiting(_ count: Int, in session: DesktopSession) throws -> [Background] {
    let watch = try PromptWatch(on: session)
    let programs = try (0..<count).map { _ in
      try Background("secret-tool", ["lookup"] + Self.mail, environment: session.instance.variables)
    }
    try watch.waitForPrompts(count)
    return programs
  }

  @Test func `After the unlock there is one question for all that waited, which names a program`() throws {
    try withSession { session in
      try session.succeed("secret-tool", ["store", "--label=Mail"] + Self.mail, input: "opensesame\n")
      try withAgent(of: session.instance) { agent in
        try session.instance.lock()
        let programs = try waiting(3, in: session)
        let before = agent.questions
        try session.instance.unlock()
        for program in programs { try program.waitForLine("opensesame") }
        #expect(agent.questions == before + 1)
        let told = agent.told.joined(separator: "\n")
        #expect(told.contains("/usr/bin/secret-tool asked for your passwords while the screen was locked"), "\(told)")
        #expect(told.contains("2 other programs wait too"), "\(told)")
      }
    }
  }

  @Test func `Who is refused gets nothing`() throws {
    try withSession { session in
      try session.succeed("secret-tool", ["store", "--label=Mail"] + Self.mail, input: "opensesame\n")
      try withAgent(of: session.instance, .refuses) { _ in
        try session.instance.lock()
        let programs = try waiting(2, in: session)
        try session.instance.unlock()
        for program in programs { try program.wait() }
        #expect(programs.allSatisfy { $0.lines().isEmpty })
      }
    }
  }

  @Test func `What a program has locked takes the passcode, and without an agent stays locked`() throws {
    try withSession { session in
      try session.succeed("secret-tool", ["store", "--label=Mail"] + Self.mail, input: "opensesame\n")
      try session.lockDefault()
      let unattended = try session.run("secret-tool", ["lookup"] + Self.mail)
      #expect(unattended.output == "")
      try withAgent(of: session.instance) { agent in
        let before = agent.questions
        let first = try session.succeed("secret-tool", ["lookup"] + Self.mail)
        #expect(first == "opensesame\n" && agent.questions == before + 1)
        #expect(agent.told.joined().contains("wants to open"))
        let second = try session.succeed("secret-tool", ["lookup"] + Self.mail)
        #expect(second == "opensesame\n" && agent.questions == before + 1)
      }
    }
  }
}

extension DesktopSession {
  /// As a program does that has a button for it.
  fileprivate func lockDefault() throws {
    let bus = try BusConnection(to: .address(address))
    defer { bus.close() }
    let root = "/org/freedesktop/secrets"
    _ = try bus.call(
      BusCall(
        to: "org.freedesktop.secrets", root, "org.freedesktop.Secret.Service", "Lock",
        .array(of: "o", [.objectPath("\(root)/aliases/default")])))
  }
}

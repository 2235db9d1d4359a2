// SPDX-License-Identifier: Apache-2.0
import Foundation
import TemporaryFolder
import Testing

@testable import SetupCommands

@Suite struct SetupStepTests {
  private static var bare: SetupFacts { SetupFacts(program: "/usr/lib/bailey/bailey", mount: "/home/ada/Protected") }

  private func names(_ change: (inout SetupFacts) -> Void) -> [String] {
    var facts = Self.bare
    change(&facts)
    return SetupStep.steps(facts).map(\.name)
  }

  @Test func `What is done already is no step`() {
    #expect(names { _ in } == ["start", "passcode"])
    #expect(names { ($0.isRunning, $0.hasPasscode) = (true, true) } == [])
    #expect(
      names { facts in
        (facts.isRunning, facts.gitIsOpen, facts.serviceIsOpen, facts.hasPlainSecrets) = (true, true, true, true)
      } == ["passcode", "adopt", "git", "desktop"])
  }

  @Test func `The desktop asks only where there are windows and the package's units`() {
    #expect(!names { ($0.hasUnits, $0.agentIsOpen) = (true, true) }.contains("agent"))
    #expect(!names { ($0.hasDesktop, $0.agentIsOpen) = (true, true) }.contains("agent"))
    #expect(names { ($0.hasUnits, $0.hasDesktop, $0.agentIsOpen) = (true, true, true) }.contains("agent"))
  }

  @Test func `A start says where files and the root key are and is taken back by a stop`() throws {
    var facts = Self.bare
    (facts.tpm, facts.hasUnits) = ("device:/dev/tpmrm0", true)
    let step = try #require(SetupStep.steps(facts).first)
    #expect(step.change.contains("/home/ada/Protected") && step.change.contains("TPM"))
    #expect(step.commands[0] == [facts.program, "up", "--mount", facts.mount, "--tpm", "device:/dev/tpmrm0"])
    #expect(step.commands.count == 2 && step.undo.last == [facts.program, "down"])
  }

  @Test func `A record has each step once and in order`() throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.path + "/instance"
    var record = try SetupRecord(in: folder)
    for name in ["start", "git", "start"] { try record.add(name) }
    #expect(try SetupRecord(in: folder).names == ["start", "git"])
    try record.remove("start")
    #expect(try SetupRecord(in: folder).names == ["git"])
  }
}

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
    return SetupStep.steps(facts).map(\.name.rawValue)
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

  @Test func `Whoever started Bailey by hand is offered the start at login`() {
    #expect(!names { ($0.hasUnits, $0.loginIsOpen) = (true, true) }.contains("login"))
    #expect(names { ($0.isRunning, $0.hasUnits, $0.loginIsOpen) = (true, true, true) } == ["login", "passcode"])
    #expect(!names { ($0.isRunning, $0.hasUnits) = (true, true) }.contains("login"))
    #expect(!names { ($0.isRunning, $0.loginIsOpen) = (true, true) }.contains("login"))
  }

  @Test func `The step for browsers names those that are installed, and what root has to do is said`() throws {
    var facts = Self.bare
    (facts.browsers, facts.withoutExtension) = (["Chromium", "Firefox"], ["Firefox"])
    let step = try #require(SetupStep.steps(facts).last)
    #expect(step.name == .browser && step.change.contains("Chromium and Firefox"))
    #expect(step.commands == [[facts.program, "browser", "install", "--user"]])
    #expect(step.undo == [[facts.program, "browser", "remove", "--user"]])
    #expect(facts.leftToPerson.count == 1 && facts.leftToPerson[0].contains("sudo \(facts.program) browser install"))
    facts.extensionCommand = "sudo bailey browser install --extension-only"
    #expect(
      facts.leftToPerson[0].hasSuffix("root installs the extension: sudo bailey browser install --extension-only"))
  }

  @Test func `The screen's lock is joined by root, or it is said what root runs`() throws {
    var facts = Self.bare
    (facts.screenLock, facts.asRoot) = (.open, ["sudo"])
    let step = try #require(SetupStep.steps(facts).last)
    #expect(step.commands == [["sudo", "pam-auth-update", "--enable", "bailey"]] && step.asksOnTerminal)
    #expect(step.undo == [["sudo", "pam-auth-update", "--disable", "bailey"]] && facts.leftToPerson.isEmpty)
    facts.asRoot = nil
    #expect(!SetupStep.steps(facts).contains { $0.name == .screenLock })
    #expect(facts.leftToPerson.first?.contains("pam-auth-update --enable bailey") == true)
    facts.screenLock = .missing
    #expect(facts.leftToPerson.first?.contains("installs pam_bailey") == true)
  }

  @Test func `Whether PAM asks Bailey is read from its configuration, comments apart`() throws {
    let temporary = try TemporaryFolder()
    let survey = SetupSurvey(commands: SetupProcesses(), program: "/usr/bin/false", root: temporary.path)
    #expect(survey.screenLock == .missing)
    for (path, text) in [
      ("usr/share/pam-configs/bailey", ""),
      ("etc/pam.d/common-auth", "# auth optional pam_bailey.so\nauth x pam_unix.so\n"),
    ] {
      let file = temporary.path + "/" + path
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }
    #expect(survey.screenLock == .open)
    try Data("auth\toptional\tpam_bailey.so\n".utf8)
      .write(to: URL(fileURLWithPath: temporary.path + "/etc/pam.d/common-auth"))
    #expect(survey.screenLock == .joined)
  }

  @Test func `Each step but the passcode can be taken back, whatever is there now`() {
    var facts = SetupFacts.open(program: "/usr/lib/bailey/bailey", mount: "/home/ada/Protected", hasUnits: true)
    var steps = SetupStep.steps(facts)
    facts.isRunning = true
    steps += SetupStep.steps(facts)
    for name in SetupStep.Name.allCases {
      #expect(steps.first { $0.name == name }?.undo.isEmpty == (name == .passcode), "\(name)")
    }
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
    // Of two at once neither loses what the other has written.
    var other = try SetupRecord(in: folder)
    try record.add("agent")
    try other.add("browser")
    #expect(try SetupRecord(in: folder).names == ["git", "agent", "browser"])
    try record.remove("git")
    #expect(record.names == ["agent", "browser"])
    #expect(try SetupRecord(in: folder).names == record.names)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A step of the set-up: a change for the person, by commands that they could run themselves.
struct SetupStep: Equatable {
  /// The word of the record.
  let name: String
  /// The change, as the person is told before they answer.
  let change: String
  /// The commands, each a program, by its name or path, and its words.
  let commands: [[String]]
  /// The commands that undo the step; empty where the person's own decision stands, such as a passcode.
  let undo: [[String]]
}

/// The facts of the machine that a set-up looks at.
struct SetupFacts: Equatable {
  /// The path of `bailey`.
  var program: String
  /// The folder where the protected files are to be mounted.
  var mount: String
  /// How a TPM is reached; nil where there is none.
  var tpm: String?
  var isRunning = false
  var hasPasscode = false
  /// Whether the person's systemd has the units of the package.
  var hasUnits = false
  var hasDesktop = false
  /// Whether something lies in plain text that can be adopted.
  var hasPlainSecrets = false
  /// Whether git is there, and does not ask Bailey yet.
  var gitIsOpen = false
  var serviceIsOpen = false
  var agentIsOpen = false
}

extension SetupStep {
  /// The steps that are still to be done, in their order.
  static func steps(_ facts: SetupFacts) -> [SetupStep] {
    [start, passcode, adoption, git, service, agent].compactMap { $0(facts) }
  }

  private static func start(_ facts: SetupFacts) -> SetupStep? {
    guard !facts.isRunning else { return nil }
    let up =
      [facts.program, "up", "--mount", facts.mount] + (facts.tpm.map { ["--tpm", $0] } ?? [])
    let root = facts.tpm == nil ? "the root key is in a file" : "the root key is sealed in the TPM"
    let unit = ["systemctl", "--user", "enable", "--now", "bailey.service"]
    return SetupStep(
      name: "start",
      change: "Start Bailey" + (facts.hasUnits ? ", now and with each login" : "")
        + ": protected files are at \(facts.mount), and \(root)",
      commands: facts.hasUnits ? [up, unit] : [up],
      undo: (facts.hasUnits ? [["systemctl", "--user", "disable", "bailey.service"]] : []) + [[facts.program, "down"]])
  }

  private static func passcode(_ facts: SetupFacts) -> SetupStep? {
    guard !facts.hasPasscode else { return nil }
    return SetupStep(
      name: "passcode", change: "Set a passcode: what it protects can be read by nobody while the device is locked",
      commands: [[facts.program, "passcode", "set"]], undo: [])
  }

  private static func adoption(_ facts: SetupFacts) -> SetupStep? {
    guard facts.hasPlainSecrets else { return nil }
    return SetupStep(
      name: "adopt",
      change: "Take the files above into the protected files and the keychain, with links in their place",
      commands: [[facts.program, "secrets", "adopt", "--apply"]], undo: [[facts.program, "secrets", "adopt", "--undo"]])
  }

  private static func git(_ facts: SetupFacts) -> SetupStep? {
    guard facts.gitIsOpen else { return nil }
    let git = ["git", "config", "--global"]
    return SetupStep(
      name: "git", change: "Have git keep its passwords in the keychain: credential.helper=bailey in ~/.gitconfig",
      commands: [git + ["--add", "credential.helper", "bailey"]],
      undo: [git + ["--unset-all", "credential.helper", "^bailey$"]])
  }

  private static func service(_ facts: SetupFacts) -> SetupStep? {
    guard facts.serviceIsOpen else { return nil }
    return SetupStep(
      name: "desktop",
      change: "Have browsers, mail programs and others keep their passwords in Bailey: a file for the session's bus",
      commands: [[facts.program, "secrets", "enable"]], undo: [[facts.program, "secrets", "disable"]])
  }

  private static func agent(_ facts: SetupFacts) -> SetupStep? {
    guard facts.hasUnits, facts.hasDesktop, facts.agentIsOpen else { return nil }
    let unit = ["systemctl", "--user"]
    return SetupStep(
      name: "agent",
      change: "Have the desktop ask you, with each login, when programs want the passcode or your consent",
      commands: [unit + ["enable", "--now", "bailey-agent.service"]],
      undo: [unit + ["disable", "--now", "bailey-agent.service"]])
  }
}

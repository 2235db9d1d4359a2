// SPDX-License-Identifier: Apache-2.0

/// A step of the set-up: a change for the person, by commands that they could run themselves.
struct SetupStep: Equatable {
  /// The word of the record.
  let name: Name
  /// The change, as the person is told before they answer.
  let change: String
  /// The commands, each a program, by its name or path, and its words.
  let commands: [[String]]
  /// The commands that undo the step; empty where the person's own decision stands, such as a passcode.
  let undo: [[String]]
  /// Whether the commands ask on a terminal: for a passcode, or for the right to act as root.
  var asksOnTerminal = false
  /// The folder that it makes, which is undone only while it is empty.
  var folder: String?

  enum Name: String, CaseIterable {
    case start, login, passcode, adopt, git, desktop, agent, browser
    case screenLock = "screen-lock"
    case recording, folder
  }
}

extension SetupStep {
  /// The steps that are still to be done, in their order.
  static func steps(_ facts: SetupFacts) -> [SetupStep] {
    [
      start, login, passcode, adoption, git, service, agent, browser, screenLock, recording, folder,
    ].compactMap { $0(facts) }
  }

  private static let units = ["systemctl", "--user"]
  private static let unit = "bailey.service"

  private static func start(_ facts: SetupFacts) -> SetupStep? {
    guard !facts.isRunning else { return nil }
    let up =
      [facts.program, "up", "--mount", facts.mount] + (facts.tpm.map { ["--tpm", $0] } ?? [])
    let root = facts.tpm == nil ? "the root key is in a file" : "the root key is sealed in the TPM"
    return SetupStep(
      name: .start,
      change: "Start Bailey" + (facts.hasUnits ? ", now and with each login" : "")
        + ": protected files are at \(facts.mount), and \(root)",
      commands: facts.hasUnits ? [up, units + ["enable", "--now", unit]] : [up],
      undo: (facts.hasUnits ? [units + ["disable", unit]] : []) + [[facts.program, "down"]])
  }

  /// The step for a login where Bailey was started by hand.
  private static func login(_ facts: SetupFacts) -> SetupStep? {
    guard facts.isRunning, facts.hasUnits, facts.loginIsOpen else { return nil }
    return SetupStep(
      name: .login, change: "Start Bailey with each login, and stop it when you log out: it runs already, and goes on",
      commands: [units + ["enable", "--now", unit]], undo: [units + ["disable", unit]])
  }

  private static func passcode(_ facts: SetupFacts) -> SetupStep? {
    guard !facts.hasPasscode else { return nil }
    return SetupStep(
      name: .passcode, change: "Set a passcode: what it protects can be read by nobody while the device is locked",
      commands: [[facts.program, "passcode", "set"]], undo: [], asksOnTerminal: true)
  }

  private static func adoption(_ facts: SetupFacts) -> SetupStep? {
    guard facts.hasPlainSecrets else { return nil }
    return SetupStep(
      name: .adopt,
      change: "Take the files above into the protected files and the keychain, with links in their place",
      commands: [[facts.program, "secrets", "adopt", "--apply"]], undo: [[facts.program, "secrets", "adopt", "--undo"]])
  }

  private static func git(_ facts: SetupFacts) -> SetupStep? {
    guard facts.gitIsOpen else { return nil }
    let git = ["git", "config", "--global"]
    return SetupStep(
      name: .git, change: "Have git keep its passwords in the keychain: credential.helper=bailey in ~/.gitconfig",
      commands: [git + ["--add", "credential.helper", "bailey"]],
      undo: [git + ["--unset-all", "credential.helper", "^bailey$"]])
  }

  private static func service(_ facts: SetupFacts) -> SetupStep? {
    guard facts.serviceIsOpen else { return nil }
    return SetupStep(
      name: .desktop,
      change: "Have browsers, mail programs and others keep their passwords in Bailey: a file for the session's bus",
      commands: [[facts.program, "secrets", "enable"]], undo: [[facts.program, "secrets", "disable"]])
  }

  private static func agent(_ facts: SetupFacts) -> SetupStep? {
    guard facts.hasUnits, facts.hasDesktop, facts.agentIsOpen else { return nil }
    return SetupStep(
      name: .agent,
      change: "Have the desktop ask you, with each login, when programs want the passcode or your consent",
      commands: [units + ["enable", "--now", "bailey-agent.service"]],
      undo: [units + ["disable", "--now", "bailey-agent.service"]])
  }

  private static func browser(_ facts: SetupFacts) -> SetupStep? {
    guard !facts.browsers.isEmpty else { return nil }
    return SetupStep(
      name: .browser,
      change:
        "Have \(facts.browsers.joined(separator: " and ")) offer Bailey's passkeys to web sites: a file in the folder "
        + "that each browser has of yours",
      commands: [[facts.program, "browser", "install", "--user"]],
      undo: [[facts.program, "browser", "remove", "--user"]])
  }

  private static func screenLock(_ facts: SetupFacts) -> SetupStep? {
    guard facts.screenLock == .open, let asRoot = facts.asRoot else { return nil }
    return SetupStep(
      name: .screenLock,
      change: "Have the login and the screen's lock unlock Bailey, where their password is its passcode: root adds "
        + "pam_bailey to /etc/pam.d, for every user",
      commands: [asRoot + pamUpdate("--enable")], undo: [asRoot + pamUpdate("--disable")],
      asksOnTerminal: !asRoot.isEmpty)
  }

  static func pamUpdate(_ option: String) -> [String] { ["pam-auth-update", option, "bailey"] }

  private static func recording(_ facts: SetupFacts) -> SetupStep? {
    guard facts.recordingIsOpen else { return nil }
    let record = [facts.program, "privacy", "record"]
    return SetupStep(
      name: .recording,
      change: "Write down what apps use, for seven days, encrypted on this computer: bailey privacy report shows it",
      commands: [record + ["on"]], undo: [record + ["off"]])
  }

  private static func folder(_ facts: SetupFacts) -> SetupStep? {
    guard facts.folderIsOpen else { return nil }
    let path = facts.mount + "/Private"
    return SetupStep(
      name: .folder,
      change:
        "Make a first folder, \(path), of class complete: what lies in it is readable only while the device is unlocked",
      commands: [["mkdir", "--", path], [facts.program, "files", "class", "set", path, "complete"]],
      undo: [["rmdir", "--", path]], folder: path)
  }
}

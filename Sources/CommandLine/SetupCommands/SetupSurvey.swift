// SPDX-License-Identifier: Apache-2.0
import Advice
import Files
import Glibc
import InstanceLayout
import JSONCoding
import OwnProcess
import SystemCalls

/// What a set-up finds out about the machine, by asking the commands that a person would.
struct SetupSurvey {
  let commands: SetupProcesses
  let program: String
  /// The system's folders are below it; empty for the system itself.
  var root = ""

  /// The facts, and what could be adopted, for the person to read. What is left out of `besides` is not looked for.
  func facts(besides asked: Set<SetupStep.Name>) throws(CommandFailure) -> (SetupFacts, plain: String?) {
    guard let home = Environment.homeDirectory else { throw .noHomeDirectory }
    let status = try json([program, "status", "--json"])
    var facts = SetupFacts(program: program, mount: status?["mount"]?.string ?? home + "/Protected")
    if (try? FileDescriptor.open("/dev/tpmrm0", O_RDWR)) != nil { facts.tpm = "device:/dev/tpmrm0" }
    facts.isRunning = status?["running"] == .bool(true)
    facts.hasPasscode = status?["passcode"] == .bool(true)
    facts.hasUnits = SetupSurvey.hasUnits(program)
    facts.hasDesktop = Environment.value("WAYLAND_DISPLAY") != nil || Environment.value("DISPLAY") != nil
    guard facts.isRunning else { return (facts, nil) }
    var plain: String?
    if !asked.contains(.adopt) {
      let answer = try commands.answer([program, "secrets", "adopt"])
      facts.hasPlainSecrets = answer.contains("--apply")
      if facts.hasPlainSecrets { plain = answer.split(separator: "\n").dropLast().joined(separator: "\n") }
    }
    try look(at: &facts)
    facts.isLocked = status?["state"]?.string != "unlocked"
    // What would fail is not offered.
    if facts.isLocked { (facts.hasPlainSecrets, facts.recordingIsOpen) = (false, false) }
    facts.folderIsOpen = !facts.isLocked && isEmpty(facts.mount)
    return (facts, plain)
  }

  func isRunning() throws(CommandFailure) -> Bool {
    try json([program, "status", "--json"])?["running"] == .bool(true)
  }

  static func hasUnits(_ program: String) -> Bool {
    program == "/usr/lib/bailey/bailey" && Environment.value("XDG_RUNTIME_DIR") != nil
  }

  private func look(at facts: inout SetupFacts) throws(CommandFailure) {
    if Environment.program("git") != nil {
      facts.gitIsOpen = try !commands.answer(["git", "config", "--global", "--get-all", "credential.helper"])
        .split(separator: "\n").contains("bailey")
    }
    if Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil {
      facts.serviceIsOpen = try json([program, "secrets", "status", "--json"])?["enabled"] != .bool(true)
    }
    // Without the package's units systemctl complains on the terminal that there is none.
    if facts.hasUnits {
      facts.loginIsOpen = try !isEnabled("bailey.service")
      facts.agentIsOpen = try !isEnabled("bailey-agent.service")
    }
    let answer = try commands.answer([program, "privacy", "record", "status"])
    facts.recordingIsOpen = answer.contains("not written down")
    try lookAtBrowsers(&facts)
    facts.screenLock = screenLock
    facts.asRoot = geteuid() == 0 ? [] : Environment.program("sudo") == nil ? nil : ["sudo"]
  }

  private func isEnabled(_ unit: String) throws(CommandFailure) -> Bool {
    try commands.succeeds(["systemctl", "--user", "--quiet", "is-enabled", unit])
  }

  // MARK: - Browsers

  /// The programs of the browsers that `bailey browser` knows.
  private static let browsers = ["Chromium": ["chromium"], "Firefox": ["firefox-esr", "firefox"]]

  private func lookAtBrowsers(_ facts: inout SetupFacts) throws(CommandFailure) {
    let installed = Self.browsers.filter { $0.value.contains { Environment.program($0) != nil } }.keys.sorted()
    guard !installed.isEmpty, let status = try json([program, "browser", "status", "--json"]),
      case .array(let links)? = status["links"]
    else { return }
    let broken = Set(links.compactMap { $0["defect"] == .null ? nil : $0["link"]?.string })
    facts.browsers = installed.filter { broken.contains("\($0)'s way to bailey-browser") }
    facts.withoutExtension = installed.filter {
      broken.contains("the extension") || broken.contains("\($0)'s link to it")
    }
    facts.extensionCommand = links.first { $0["link"]?.string == "the extension" }?["remedy"]?.string
  }

  // MARK: - The screen's lock

  var screenLock: SetupFacts.ScreenLock {
    if Self.lines(of: root + "/etc/pam.d/common-auth").contains(where: { $0.contains("pam_bailey.so") }) {
      return .joined
    }
    let profile = root + "/usr/share/pam-configs/bailey"
    return (try? FileDescriptor.open(profile, OpenFlag.path)) == nil ? .missing : .open
  }

  private static func lines(of path: String) -> [Substring] {
    let bytes = try? FileDescriptor.open(path, O_RDONLY).readToEnd(atMost: 1 << 16)
    let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
    return lines.filter { !$0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#") }
  }

  // MARK: - Files

  /// Whether something is in the folder of a step that would take it away.
  func holdsSomething(_ folder: String) -> Bool {
    var holds = false
    try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).forEachEntry { _ in
      holds = true
      return .stop
    }
    return holds
  }

  /// Whether the person has nothing in the folder yet.
  private func isEmpty(_ folder: String) -> Bool {
    var isEmpty = true
    let own = Set(OwnFolder.allCases.map(\.rawValue))
    try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).forEachEntry { entry in
      isEmpty = own.contains(String(decoding: entry.name, as: UTF8.self))
      return isEmpty ? .proceed : .stop
    }
    return isEmpty
  }

  private func json(_ words: [String]) throws(CommandFailure) -> JSONValue? {
    try? JSONReader.read(
      Array(commands.answer(words).utf8), JSONLimits(bytes: SetupProcesses.most, depth: 8, values: 1 << 12))
  }
}

extension JSONValue {
  fileprivate subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}

// SPDX-License-Identifier: Apache-2.0

/// The facts of the machine that a set-up looks at.
struct SetupFacts: Equatable {
  /// The path of `bailey`.
  var program: String
  /// The folder where the protected files are, or are to be, mounted.
  var mount: String
  /// How a TPM is reached; nil where there is none.
  var tpm: String?
  var isRunning = false
  var hasPasscode = false
  /// Whether it runs, and some steps have to wait for the passcode.
  var isLocked = false
  /// Whether the person's systemd has the units of the package.
  var hasUnits = false
  /// Whether Bailey runs, and is not started with the next login.
  var loginIsOpen = false
  var hasDesktop = false
  /// Whether something lies in plain text that can be adopted.
  var hasPlainSecrets = false
  /// Whether git is there, and does not ask Bailey yet.
  var gitIsOpen = false
  var serviceIsOpen = false
  var agentIsOpen = false
  /// The browsers that are installed and do not find Bailey.
  var browsers: [String] = []
  /// The browsers that are installed, and whose extension is missing, which is the system's.
  var withoutExtension: [String] = []
  /// The command that installs the extension, as `bailey browser` names it; nil where it names none.
  var extensionCommand: String?
  var screenLock = ScreenLock.joined
  /// The words before a command that takes root; nil where the person cannot become root here.
  var asRoot: [String]? = []
  var recordingIsOpen = false
  var folderIsOpen = false

  init(program: String, mount: String) { (self.program, self.mount) = (program, mount) }

  /// The facts of a machine where nothing is done yet, so that there is each step, to be taken back.
  static func open(program: String, mount: String, hasUnits: Bool) -> SetupFacts {
    var facts = SetupFacts(program: program, mount: mount)
    (facts.hasUnits, facts.hasDesktop, facts.loginIsOpen) = (hasUnits, true, true)
    (facts.hasPlainSecrets, facts.gitIsOpen, facts.serviceIsOpen, facts.agentIsOpen) = (true, true, true, true)
    (facts.browsers, facts.screenLock, facts.recordingIsOpen, facts.folderIsOpen) = (["Chromium"], .open, true, true)
    return facts
  }

  /// Whether PAM hands the login's password to Bailey.
  enum ScreenLock: Equatable {
    case joined
    /// The profile is there, and not chosen.
    case open
    /// The module of PAM is not installed.
    case missing
  }
}

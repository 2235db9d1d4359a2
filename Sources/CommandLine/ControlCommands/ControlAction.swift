// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
package import KeychainCommandLine
package import ProtectionModel
package import SignInCommandLine
package import WidgetCommandLine

/// The actions of `bailey` about the instance.
package enum ControlAction: Sendable, Equatable {
  case up(UpOptions)
  case down
  case restart
  case status(OutputForm)
  /// Waits for the device to be in this state.
  case await(LockState)
  case passcode(PasscodeAction)
  case lock(LockMode, then: String?)
  case unlock
  case unlockInWindow(pinentry: String?)
  case erase(EraseMode)
  /// Each word a setting and its value.
  case settings([String], OutputForm)
  case classGet(paths: [String], Depth, OutputForm)
  case classSet(path: String, ProtectionClass, Depth)
  case copy(CopyOptions)
  case check(CheckMode, OutputForm)
  case keychain(KeychainAction)
  case passkey(PasskeyAction)
  case attest(AttestAction)
  case app(AppAction)
  case privacy(PrivacyAction)
  case widget(WidgetAction)
  case signIn(SignInAction)
  case lockScreen
  case bundle(BundleAction)
  case secrets(SecretsAction)
  case browser(BrowserAction)
  case setup(SetupMode)
  case sdkPath
  /// Asks the person what programs want to know, with this dialog program where one is named.
  case agent(pinentry: String?)
  /// Shows the settings in the browser.
  case console
  case benchmark(BenchmarkAction)
  case completions(Shell)
  case manual(ManualForm)
  case version(OutputForm)
  /// Runs the process that remains when `up` has returned; never typed.
  case supervise
}

package struct UpOptions: Sendable, Equatable {
  package var mount: String?
  package var tcti: String?
  package var passcode: PasscodeSource = .later
}

/// The source of the passcode for `up`.
package enum PasscodeSource: Sendable, Equatable {
  /// `up` asks for no passcode; `unlock` does later.
  case later
  case standardInput
}

/// Whether the bus starts Bailey's Secret Service for programs of the desktop; and secrets in plain text.
package enum SecretsAction: Sendable, Equatable {
  case enable
  case disable
  case status(OutputForm)
  /// The folder is the home where none is named.
  case scan(String?, ScanForm)
  /// The collection, and its access `own`, `ask` or `open`; without arguments, all are shown.
  case access(String?, String?)
  case forget(String)
  case adopt(AdoptMode)
  case imports(ImportSource, ImportMode, OutputForm)
}

/// Where secrets are brought in from.
package enum ImportSource: Sendable, Equatable {
  /// A Secret Service: on the session's bus where no address of one is given.
  case service(bus: String?)
  /// What `pass` keeps, in its usual folder where none is named.
  case pass(folder: String?)
}

/// Whether secrets are brought in, or only shown.
package enum ImportMode: Sendable, Equatable { case show, apply }

/// Whether a person's set-up is made, or taken back.
package enum SetupMode: Sendable, Equatable {
  case setUp
  case undo(SetupData)
  /// Shows which steps are left, and which were taken.
  case list(OutputForm)
  /// One step, by its name, without a question.
  case only(String, SetupDirection)
  /// In the browser; the folder of the protected files where one is named and Bailey does not run yet.
  case inConsole(mount: String?)
}

/// Whether a step of a set-up is carried out, or taken back.
package enum SetupDirection: Sendable, Equatable { case there, back }

/// The choice whether protected data is kept when a set-up is taken back.
package enum SetupData: Sendable, Equatable { case kept, purged }

/// The modes of adopting secrets in plain text.
package enum AdoptMode: Sendable, Equatable { case show, apply, undo }

/// How secrets in plain text are told of.
package enum ScanForm: Sendable, Equatable { case text, json, sarif }

package enum PasscodeAction: Sendable, Equatable { case set, change, remove }

/// Whether everything is erased by the owner, or by whoever is at the terminal.
package enum EraseMode: Sendable, Equatable { case byPasscode, withoutPasscode }

package enum OutputForm: Sendable, Equatable { case text, json }

/// Whether the manual is printed for `man`, or as the page of the documentation.
package enum ManualForm: Sendable, Equatable { case roff, markdown }

/// Whether folders stand for themselves or for everything in them too.
package enum Depth: Sendable, Equatable { case itself, everything }

package enum CheckMode: Sendable, Equatable { case look, repair }

package struct CopyOptions: Sendable, Equatable {
  package var sources: [String]
  package var folder: String
  package var protectionClass: ProtectionClass?
}

package enum BenchmarkAction: Sendable, Equatable {
  case files(FileBenchmarkOptions, BenchmarkVerdict, OutputForm)
  case keychain(BenchmarkVerdict, OutputForm)
  case secrets(BenchmarkVerdict, OutputForm)
  case lock(BenchmarkVerdict, OutputForm)
  case console(BenchmarkVerdict, OutputForm)
  case signIn(BenchmarkVerdict, OutputForm)
  case consent(BenchmarkVerdict, OutputForm)
  case apps(BenchmarkVerdict, OutputForm)
  case passkeys(BenchmarkVerdict, OutputForm)
  /// The benchmark of App Attest, with a Python that has the modules it compares with; nil for the machine's.
  case attest(python: String?, BenchmarkVerdict, OutputForm)
  case widgets
}

/// The medium and the part to measure; nil for all of them.
package struct FileBenchmarkOptions: Sendable, Equatable {
  package var medium: Medium?
  package var part: Part?

  package enum Medium: String, CaseIterable, Sendable { case tmpfs, disk }
  package enum Part: String, CaseIterable, Sendable { case large, random, tree, small }
}

/// Whether a missed target is only printed, or decides the exit code.
package enum BenchmarkVerdict: Sendable, Equatable { case printed, isExitCode }

/// The actions about browsers that offer passkeys to pages. The folder is the one below which the system's folders are;
/// empty for the system itself.
package enum BrowserAction: Sendable, Equatable {
  case install(root: String, BrowserInstallation)
  case remove(root: String, BrowserRemoval)
  case status(root: String, OutputForm)

  package var root: String {
    switch self {
    case .install(let root, _), .remove(let root, _), .status(let root, _): root
    }
  }
}

/// The users for whom Bailey is installed in browsers.
package enum BrowserInstallation: Sendable, Equatable {
  /// The extension, and the program that it speaks to.
  case everybody
  /// The extension, which does nothing where its user has no program for it.
  case extensionAlone
  /// The program, in the person's own folder.
  case user
}

/// Whether Bailey is removed from the browsers for everybody, or for the person alone.
package enum BrowserRemoval: Sendable, Equatable { case everybody, user }

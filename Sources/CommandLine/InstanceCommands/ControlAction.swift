// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
package import ProtectionModel

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
  case sdkPath
  /// Asks the person what programs want to know, with this dialog program where one is named.
  case agent(pinentry: String?)
  /// Shows the settings in the browser.
  case console
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

package enum PasscodeAction: Sendable, Equatable { case set, change, remove }

/// Whether everything is erased by the owner, or by whoever is at the terminal.
package enum EraseMode: Sendable, Equatable { case byPasscode, withoutPasscode }

/// Whether folders stand for themselves or for everything in them too.
package enum Depth: Sendable, Equatable { case itself, everything }

package enum CheckMode: Sendable, Equatable { case look, repair }

package struct CopyOptions: Sendable, Equatable {
  package var sources: [String]
  package var folder: String
  package var protectionClass: ProtectionClass?
}

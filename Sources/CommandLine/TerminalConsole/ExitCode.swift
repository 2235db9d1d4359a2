// SPDX-License-Identifier: Apache-2.0

/// How `bailey` ends. Scripts rely on these numbers: they never change.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  /// The command failed, or the answer is no.
  case failed = 1
  /// The words were not understood; nothing was done.
  case usage = 2
  case wrongPasscode = 3
  /// The passcode was not looked at, because too many wrong ones were tried.
  case wait = 4
  /// The lock state forbids it (as sysexits.h: permission denied).
  case refusedByLockState = 77

  /// The meaning of the code for the manual page.
  package var meaning: String {
    switch self {
    case .done: "Done."
    case .failed: "Failed, a word means no app, or Bailey is not running."
    case .usage: "The command line was not understood; nothing was done."
    case .wrongPasscode: "The passcode, or the passphrase of a backup, was wrong."
    case .wait: "Too many wrong passcodes: wait before the next try. The passcode was not looked at."
    case .refusedByLockState: "The lock state does not allow it: unlock first."
    }
  }
}

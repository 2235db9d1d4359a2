// SPDX-License-Identifier: Apache-2.0

/// Why the keybag did not do what was asked; nothing has changed unless the case says so.
package enum KeybagError: Error, Equatable, Sendable {
  case noPasscode
  case passcodeAlreadySet
  /// A new one has `PasscodeStrength.fewestCharacters` at least.
  case passcodeTooShort
  /// The passcode is wrong and was counted, unless it is the same wrong one as the last time; the number is the wait
  /// for the next try.
  case wrongPasscode(failures: UInt32, waitSeconds: UInt32)
  /// The passcode was not looked at.
  case wait(seconds: UInt32)
  /// A password of the login's is another than the passcode: it has cost nothing.
  case notThePasscode
  /// An offer was not looked at, because another one was no passcode since the last right one.
  case offersUsedUp
  /// The disk refused: the errno.
  case storage(code: Int32)
  /// The disk refused the change, and refused again when the old record was written back: the errno. The old record is in
  /// force, but if the process ends before the disk works again, either may be found.
  case inDoubt(code: Int32)
  /// The change is done and durable, but the disk refused to remove the copy of what was before: the errno.
  case oldCopyRemains(code: Int32)
  /// There is no memory to derive the passcode key in.
  case memory
  /// The root key cannot be used.
  case rootKey
  /// The files on the disk were not written by this keybag, root key and effaceable record together.
  case damaged
  /// A file of the keybag is missing or empty, or no slot of `effaceable` is whole, though the other file shows that
  /// there was more: put back from a copy, it opens everything. An erase leaves a mark instead.
  case lost(KeybagFile)
  /// Everything has been destroyed, or an erase was under way when the power went.
  case erased
}

/// A file of the keybag, by its name.
package enum KeybagFile: String, Sendable { case keybag, effaceable }

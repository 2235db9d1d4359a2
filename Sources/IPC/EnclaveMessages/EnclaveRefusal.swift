// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// Why the enclave did not do what it was asked; nothing has changed unless the case says so.
package enum EnclaveRefusal: Error, Equatable, Sendable {
  case malformed(Malformation)
  /// The channel may never ask that.
  case notPermitted
  /// Something else must be asked first: `hello` on every channel, `adoptEvents` before `adoptFiles` and `adoptBroker`,
  /// a `hello` on the events channel before keys.
  case outOfOrder
  /// There is no version both sides speak.
  case noSharedVersion
  case lockState(LockState)
  case noPasscode
  case passcodeAlreadySet
  /// The passcode is wrong; the second number is the wait until the next one is tried.
  case wrongPasscode(failures: UInt32, waitSeconds: UInt32)
  /// The passcode was not looked at.
  case wait(seconds: UInt32)
  /// The wrapped key was not made here, or was changed since.
  case damagedKey
  case noSuchKey(KeyClass)
  /// The disk refused: the errno.
  case storage(code: Int32)
  /// The change is done and durable, but the disk refused to remove the copy of what was before: the errno.
  case oldCopyRemains(code: Int32)
  /// The TPM or the key file failed.
  case rootKey
  case tooManyRequests
  case erased
  /// The message carries no descriptor where it must, or one where it may not.
  case descriptor
  /// The class's key is not there in this lock state.
  case keyLocked(KeyClass)
  /// The passcode was not given for that question, or too long ago, or it has been told already.
  case notProved
  /// The enclave's keys are gone, but these could not be made to give up what the keys opened.
  case lockUnfinished(KeyHolders)
  /// The disk refused, and refused again when what was before was put back: the errno. What was before is in force, but
  /// should the enclave end before the disk is well again, either may be found.
  case inDoubt(code: Int32)
  /// The register of apps was not sealed by this enclave.
  case registerForged
  /// A newer register of apps has been in force.
  case registerOlder
  /// A new passcode has `PasscodeStrength.fewestCharacters` characters at least.
  case passcodeTooShort
  /// The password that the login offered is not the passcode, or was not tried: nothing was counted.
  case offerRefused

  /// The permanent numbers of refusals.
  enum Number: UInt8, CaseIterable {
    case malformed = 1
    case notPermitted = 2
    case outOfOrder = 3
    case noSharedVersion = 4
    case lockState = 5
    case noPasscode = 6
    case passcodeAlreadySet = 7
    case wrongPasscode = 8
    case wait = 9
    case damagedKey = 10
    case noSuchKey = 11
    case storage = 12
    case oldCopyRemains = 13
    case rootKey = 14
    case tooManyRequests = 15
    case erased = 16
    case descriptor = 17
    case keyLocked = 18
    case notProved = 20
    case lockUnfinished = 19
    case inDoubt = 21
    case registerForged = 22
    case registerOlder = 23
    case passcodeTooShort = 24
    case offerRefused = 30
  }

  var number: Number {
    switch self {
    case .malformed: .malformed
    case .notPermitted: .notPermitted
    case .outOfOrder: .outOfOrder
    case .noSharedVersion: .noSharedVersion
    case .lockState: .lockState
    case .noPasscode: .noPasscode
    case .passcodeAlreadySet: .passcodeAlreadySet
    case .wrongPasscode: .wrongPasscode
    case .wait: .wait
    case .damagedKey: .damagedKey
    case .noSuchKey: .noSuchKey
    case .storage: .storage
    case .oldCopyRemains: .oldCopyRemains
    case .rootKey: .rootKey
    case .tooManyRequests: .tooManyRequests
    case .erased: .erased
    case .descriptor: .descriptor
    case .keyLocked: .keyLocked
    case .notProved: .notProved
    case .lockUnfinished: .lockUnfinished
    case .inDoubt: .inDoubt
    case .registerForged: .registerForged
    case .registerOlder: .registerOlder
    case .passcodeTooShort: .passcodeTooShort
    case .offerRefused: .offerRefused
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ProtectionModel
import RootKey
package import SecretMemory

extension Keybag {
  /// The first passcode: what it guards is wrapped anew, and the keys of the classes that need one are made.
  package func setPasscode(_ passcode: NewStretchedPasscode) throws(KeybagError) {
    guard record.passcode == .notSet else { throw .passcodeAlreadySet }
    var next = record
    let passcodeKey = try takePasscode(passcode, into: &next)
    let keys = try deviceGuardedKeys()
    try mapping { () throws(CryptoError) in
      try next.wrap(keys, guardedBy: .passcode, passcodeKey)
      try next.add(.keychainWhenPasscodeSetThisDeviceOnly, guardedBy: .passcode, passcodeKey)
    }
    let outcome = try commit(next)
    try publish()
    classKeys.load(try record.open(.passcode, with: passcodeKey))
    verdict = passcode.passcode.verdict
    try outcome.report()
  }

  package func changePasscode(
    from old: StretchedPasscode, to new: NewStretchedPasscode
  ) throws(KeybagError) {
    try change(attempt(old), to: new)
  }

  /// Guards with a new passcode what the right one has opened.
  func change(_ keys: [KeyClass: SharedSecret], to new: NewStretchedPasscode) throws(KeybagError) {
    try forgivingFailures { () throws(KeybagError) in
      var next = record
      let passcodeKey = try takePasscode(new, into: &next)
      try mapping { () throws(CryptoError) in try next.wrap(keys, guardedBy: .passcode, passcodeKey) }
      let outcome = try commit(next)
      verdict = new.passcode.verdict
      return outcome
    }.report()
  }

  /// Removes the passcode. Every class is wrapped by the device alone again; keys that exist only with a passcode are
  /// destroyed.
  package func removePasscode(_ passcode: StretchedPasscode) throws(KeybagError) {
    let keys = try attempt(passcode)
    guard let deviceKey else { throw .erased }
    let outcome = try forgivingFailures { () throws(KeybagError) in
      var next = record
      next.passcode = .notSet
      next.salt = SystemRandom.bytes(KeybagRecord.saltSize)
      next.classKeys[.keychainWhenPasscodeSetThisDeviceOnly] = nil
      try mapping { () throws(CryptoError) in try next.wrap(keys, guardedBy: .device, deviceKey.secret) }
      return try commit(next)
    }
    verdict = .unknown
    try publish()
    try outcome.report()
  }

  /// Runs a change after a right passcode. If the change fails, the try that was counted on the disk is taken back: it was
  /// no failure, and must not make its owner wait after a restart.
  func forgivingFailures(
    _ change: () throws(KeybagError) -> CommitOutcome
  ) throws(KeybagError) -> CommitOutcome {
    do {
      return try change()
    } catch {
      // May fail: then a restart finds one try too many, never one too few.
      _ = try? commit(record)
      throw error
    }
  }

  /// Whether the passcode is right; wrong ones count as everywhere.
  package func check(_ passcode: StretchedPasscode) throws(KeybagError) {
    _ = try attempt(passcode)
    // May fail: the passcode was right. A disk that cannot store the cleared count now must not refuse its owner.
    _ = try? commit(record)
  }

  /// Gives `classKeys` what the passcode guards.
  package func unlock(_ passcode: StretchedPasscode) throws(KeybagError) {
    let keys = try attempt(passcode)
    // May fail: the passcode was right. A disk that cannot store the cleared count now must not refuse its owner.
    _ = try? commit(record)
    classKeys.load(keys)
  }
}

extension Keybag {
  package func stretchingOfFirstPasscode() throws(KeybagError) -> NewPasscodeStretching {
    guard record.passcode == .notSet else { throw .passcodeAlreadySet }
    return stretchingOfNewPasscode()
  }

  /// How a new passcode is stretched: with a salt of its own.
  package func stretchingOfNewPasscode() -> NewPasscodeStretching {
    NewPasscodeStretching(PasscodeStretching(salt: SystemRandom.bytes(KeybagRecord.saltSize), record.stretching))
  }

  /// Puts a new passcode into a record, and gives the key that is to guard the class keys.
  private func takePasscode(
    _ new: NewStretchedPasscode, into next: inout KeybagRecord
  ) throws(KeybagError) -> SecretBytes {
    next.passcode = .set
    next.salt = new.passcode.salt
    next.attempts.forget()
    // Of another salt: it would never be met again.
    next.attempts.lastOffer = nil
    return KeyTree.passcodeKey(try tangled(new.passcode), next.identifier)
  }

  /// A stretched passcode, tied to the root key of this machine.
  func tangled(_ passcode: StretchedPasscode) throws(KeybagError) -> SecretBytes {
    do { return try root.tangle(passcode.bytes.secret) } catch { throw .rootKey }
  }
}

// MARK: - In one step

extension Keybag {
  package func unlock(byOffer offer: borrowing SecretBytes) throws(KeybagError) {
    try unlock(byOffer: beginOffer().stretch(offer))
  }

  package func changePasscode(
    byOffer old: borrowing SecretBytes, to new: borrowing SecretBytes
  ) throws(KeybagError) {
    try changePasscode(byOffer: beginOffer().stretch(old), to: stretchingOfNewPasscode().stretch(new))
  }

  package func setPasscode(_ passcode: borrowing SecretBytes) throws(KeybagError) {
    try setPasscode(stretchingOfFirstPasscode().stretch(passcode))
  }

  package func changePasscode(
    from old: borrowing SecretBytes, to new: borrowing SecretBytes
  ) throws(KeybagError) {
    try changePasscode(from: beginAttempt().stretch(old), to: stretchingOfNewPasscode().stretch(new))
  }

  package func removePasscode(_ passcode: borrowing SecretBytes) throws(KeybagError) {
    try removePasscode(beginAttempt().stretch(passcode))
  }

  package func check(_ passcode: borrowing SecretBytes) throws(KeybagError) {
    try check(beginAttempt().stretch(passcode))
  }

  package func unlock(_ passcode: borrowing SecretBytes) throws(KeybagError) {
    try unlock(beginAttempt().stretch(passcode))
  }
}

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ProtectionModel
import SecretMemory

// What the login offers: a password that it has accepted, and that may be the passcode or not. One that is not is no wrong
// passcode: it costs no wait, and does not lead to the tenth failure. So that a program which pretends to be the login finds
// nothing out, one of them alone is compared between two right passcodes; the same one again does not count.

extension Keybag {
  /// The passwords that are no passcode, of those that are compared from one right passcode to the next.
  private static let offersBetweenRightOnes: UInt8 = 1

  /// How an offer is stretched now; refuses what would be refused of any: during the wait of wrong passcodes, and after an
  /// offer that was none.
  package func beginOffer() throws(KeybagError) -> PasscodeStretching {
    let stretching = try beginAttempt()
    guard record.attempts.offers < Self.offersBetweenRightOnes else { throw .offersUsedUp }
    return stretching
  }

  /// Unlocks where the offer is the passcode.
  package func unlock(byOffer offer: StretchedPasscode) throws(KeybagError) {
    let keys = try accept(offer)
    // May fail: the passcode was right. A disk that cannot store the cleared count now must not refuse its owner.
    _ = try? commit(record)
    classKeys.load(keys)
  }

  /// Changes the passcode where the old one was offered.
  package func changePasscode(byOffer old: StretchedPasscode, to new: NewStretchedPasscode) throws(KeybagError) {
    try change(accept(old), to: new)
  }

  /// The keys that a right offer guards. It is counted, durably and in both slots, before it is compared.
  private func accept(_ offer: StretchedPasscode) throws(KeybagError) -> [KeyClass: SharedSecret] {
    let stretching = try beginOffer()
    // The passcode was changed since: fail closed, what was stretched for another salt opens nothing.
    guard offer.salt == stretching.salt else { throw .notThePasscode }
    let tangled = try tangled(offer)
    let digest = KeyTree.wrongPasscodeDigest(tangled, record.identifier)
    for known in [record.attempts.lastOffer, record.attempts.lastWrong].compactMap({ $0 })
    where equalInConstantTime(known.span, digest.span) {
      throw .notThePasscode
    }
    try count { $0.offers += 1 }
    // On any error, assume that it is another: the offer stays counted.
    guard let keys = try? record.open(.passcode, with: KeyTree.passcodeKey(tangled, record.identifier)) else {
      record.attempts.lastOffer = digest
      // May fail: the offer itself is counted already. Without its digest, the same one counts once more.
      _ = try? commit(record)
      throw .notThePasscode
    }
    record.attempts.forget()
    verdict = offer.verdict
    return keys
  }
}

// SPDX-License-Identifier: Apache-2.0
import Clocks
import KeychainModel
import PromptModel
import ProofModel
import ProtectionModel

/// The questions for which the passcode was given, and what the person was told that it is for.
///
/// Whoever asked the person sends a hash of what it showed. Whoever says that something is proved says what, in full, and
/// the hash is made again from that: a proof buys nothing else, whoever asks for it.
struct GivenProofs {
  /// The program that put the question waits for the answer, so a proof is taken at once or never.
  private static let lifetime: UInt64 = 60_000
  private static let maximum = 16
  /// The maximum number of proofs of presence, which is more than `baileyd` has contexts. When there are more, all are
  /// forgotten: somebody is asked once more.
  private static let maximumPresences = 8192

  private struct Given {
    let question: QuestionNumber
    let digest: ProofDigest
    let time: BootInstant
  }

  private var given: [Given] = []
  /// The proofs of the person's presence, for questions whose programs may still go on.
  private var presences: [QuestionNumber: ProofDigest] = [:]
  private var lastUnlock: BootInstant?

  mutating func give(_ question: QuestionNumber, for digest: ProofDigest, at now: BootInstant) {
    given = given.suffix(Self.maximum - 1) + [Given(question: question, digest: digest, time: now)]
  }

  /// Takes a proof; true once: a claim that is another than what the person was told uses the proof up, too.
  mutating func take(_ claim: ProofClaim, at now: BootInstant) -> Bool {
    given.removeAll { now > $0.time.advanced(byMilliseconds: Self.lifetime) }
    guard let index = given.firstIndex(where: { $0.question == claim.question }) else { return false }
    guard given.remove(at: index).digest == claim.statement.digest else { return false }
    if claim.statement.number == .presence { remember(claim) }
    return true
  }

  // MARK: - Presence

  /// Notes an unlock: whoever unlocked the device was there.
  mutating func unlocked(at now: BootInstant) { lastUnlock = now }

  /// Takes the proof of an unlock; true of a presence, where the device was unlocked not longer ago than that.
  mutating func takeUnlock(_ claim: ProofClaim, within seconds: UInt16, at now: BootInstant) -> Bool {
    guard claim.statement.number == .presence, seconds <= AuthenticationQuestion.longestReuse, let lastUnlock,
      now < lastUnlock.advanced(byMilliseconds: UInt64(seconds) * 1000)
    else { return false }
    remember(claim)
    return true
  }

  private mutating func remember(_ claim: ProofClaim) {
    if presences.count >= Self.maximumPresences { presences = [:] }
    presences[claim.question] = claim.statement.digest
  }

  /// Whether a key may be used. It says itself, in what it is bound to, whether the person has to be there; what is bound to
  /// nothing of this form asks nobody.
  func permit(_ key: EnclaveKey, _ claim: ProofClaim?) -> Bool {
    guard EnclaveKeyPurpose(of: key)?.control.needsAuthentication ?? false else { return true }
    return claim.map { presences[$0.question] == $0.statement.digest } ?? false
  }

  mutating func forget(_ question: QuestionNumber) { presences[question] = nil }

  /// Forgets all proofs at a lock.
  mutating func forgetAll() { (given, presences, lastUnlock) = ([], [:], nil) }
}

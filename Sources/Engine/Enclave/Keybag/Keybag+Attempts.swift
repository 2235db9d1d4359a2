// SPDX-License-Identifier: Apache-2.0
package import Clocks
import CryptoPrimitives
import ProtectionModel
import RootKey
import SecretMemory
import SystemCalls

extension Keybag {
  /// Tries since the last right one that were wrong, or that a restored copy missed.
  package var failures: UInt32 { record.attempts.failures }

  /// The seconds until the next passcode is looked at, rounded up.
  package var waitSeconds: UInt32 {
    guard let notBefore else { return 0 }
    return UInt32(clamping: (clock.now().milliseconds(until: notBefore) + 999) / 1000)
  }

  /// The time at which `serveDelay` is due.
  package var delayEnds: BootInstant? { notBefore }

  /// Notes that a wait is over, so that a restart does not begin it again.
  package func serveDelay() {
    guard let notBefore, notBefore <= clock.now() else { return }
    self.notBefore = nil
    var next = record
    next.attempts.delay = .served
    // May fail: if the disk refuses, a restart begins the wait again. A try then comes later, never earlier.
    _ = try? commit(next)
  }

  /// How a passcode that is to be tried now is stretched; refuses what `attempt` would refuse of any passcode.
  package func beginAttempt() throws(KeybagError) -> PasscodeStretching {
    guard deviceKey != nil else { throw .erased }
    guard record.passcode == .set else { throw .noPasscode }
    serveDelay()
    guard waitSeconds == 0 else { throw .wait(seconds: waitSeconds) }
    return PasscodeStretching(salt: record.salt, record.stretching)
  }

  /// Tries a passcode: the keys it guards, or what the failure costs.
  ///
  /// The try is counted, durably and in both slots, before the passcode is compared. A power cut at any moment afterwards,
  /// or the loss of either slot, leaves it counted. The same wrong passcode as the time before is recognised first and is
  /// not counted again.
  func attempt(_ passcode: StretchedPasscode) throws(KeybagError) -> [KeyClass: SharedSecret] {
    let stretching = try beginAttempt()
    // The passcode was changed since: fail closed, what was stretched for another salt opens nothing.
    guard passcode.salt == stretching.salt else { throw .wrongPasscode(failures: failures, waitSeconds: 0) }
    let tangled = try tangled(passcode)
    let digest = KeyTree.wrongPasscodeDigest(tangled, record.identifier)
    if let last = record.attempts.lastWrong, equalInConstantTime(last.span, digest.span) {
      throw .wrongPasscode(failures: failures, waitSeconds: 0)
    }
    try count { $0.fail() }
    // On any error, assume that the passcode is wrong: the try stays counted.
    guard let keys = try? record.open(.passcode, with: KeyTree.passcodeKey(tangled, record.identifier)) else {
      throw try failed(digest)
    }
    record.attempts.forget()
    verdict = passcode.verdict
    return keys
  }

  /// Takes up the count where the last run left it. A wait that was not served begins again. Tries that the root key's
  /// counter has and this copy of the file has not make the waits longer. They never erase: after an owner restored an
  /// older copy, they may have been right ones.
  func resumeAttempts() throws(KeybagError) {
    if let counter = root.counter {
      let value: UInt64
      do { value = try counter.value() } catch { throw .rootKey }
      let unknown = value > record.attempts.counter ? value - record.attempts.counter : 0
      if unknown > 0 { record.attempts.miss(times: unknown) }
      record.attempts.counter = value
    }
    if record.attempts.delay == .pending { beginDelay() }
  }

  // MARK: - Parts

  /// Counts a try durably and in both slots, before it is compared with anything.
  func count(_ change: (inout AttemptRecord) -> Void) throws(KeybagError) {
    if let counter = root.counter {
      do { record.attempts.counter = try counter.increment() } catch { throw .rootKey }
    }
    let before = record
    var next = before
    change(&next.attempts)
    let outcome: CommitOutcome
    do { outcome = try commit(next) } catch {
      // The record on the disk is behind the counter now: a restart would count a try that a restored copy missed. May fail:
      // then the restart counts it, and the owner waits longer. The error that is thrown says that the disk failed.
      _ = try? commit(before)
      throw error
    }
    guard case .oldCopyRemains(let failure) = outcome else { return }
    // Only one slot has the count. If that slot were lost, the other one would give the try back. So do not check the
    // passcode, and take the count back.
    defer { record = before }
    do { _ = try commit(before) } catch { throw .inDoubt(code: failure.code) }
    throw .storage(code: failure.code)
  }

  private func failed(_ digest: [UInt8]) throws(KeybagError) -> KeybagError {
    if record.attempts.delay == .pending { beginDelay() }
    if AttemptPolicy.outcome(after: record.attempts.wrong, settings.tenthFailure) == .erases {
      do { try erase() } catch { guard condition == .erased else { throw error } }
      return .erased
    }
    record.attempts.lastWrong = digest
    // May fail: the failure itself is stored already. Without its digest, the same passcode again counts once more.
    _ = try? commit(record)
    return .wrongPasscode(failures: failures, waitSeconds: waitSeconds)
  }

  private func beginDelay() {
    notBefore = clock.now().advanced(byMilliseconds: AttemptPolicy.delaySeconds(after: failures) * 1000)
  }
}

extension AttemptRecord {
  var failures: UInt32 { UInt32(wrong) + UInt32(missed) }

  mutating func forget() {
    wrong = 0
    missed = 0
    offers = 0
    delay = .served
    lastWrong = nil
  }

  fileprivate mutating func fail() {
    if wrong < .max { wrong += 1 }
    beginDelay()
  }

  fileprivate mutating func miss(times: UInt64) {
    missed = UInt16(clamping: UInt64(missed) + min(times, UInt64(UInt16.max)))
    beginDelay()
  }

  private mutating func beginDelay() {
    delay = AttemptPolicy.delaySeconds(after: failures) > 0 ? .pending : .served
  }
}

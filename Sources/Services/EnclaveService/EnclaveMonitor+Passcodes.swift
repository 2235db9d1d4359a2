// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveMessages
import Keybag
import LockCoordinator
import ProtectionModel

extension EnclaveMonitor {
  /// How the passcodes of a request are stretched now; refuses what would be refused of any passcode.
  func plan(for kind: PasscodeTry.Kind) throws(EnclaveRefusal) -> StretchingPlan {
    try permit(kind)
    do {
      return switch kind {
      case .set: StretchingPlan(given: nil, new: try keybag.stretchingOfFirstPasscode())
      case .change: StretchingPlan(given: try keybag.beginAttempt(), new: keybag.stretchingOfNewPasscode())
      case .offer: StretchingPlan(given: try keybag.beginOffer(), new: nil)
      case .offerChange: StretchingPlan(given: try keybag.beginOffer(), new: keybag.stretchingOfNewPasscode())
      case .remove, .unlock, .prove, .transfer, .erase, .choose:
        StretchingPlan(given: try keybag.beginAttempt(), new: nil)
      }
    } catch {
      throw EnclaveRefusal(error)
    }
  }

  /// Carries out a request whose passcodes have been stretched. Not to be called while a lock is under way.
  func use(_ stretched: StretchedTry) throws(EnclaveRefusal) {
    try permit(stretched.kind)
    switch (stretched.kind, stretched.given, stretched.new) {
    case (.set, nil, let new?): try changing { () throws(KeybagError) in try keybag.setPasscode(new) }
    case (.change, let old?, let new?):
      try changing { () throws(KeybagError) in try keybag.changePasscode(from: old, to: new) }
    case (.remove, let given?, nil): try changing { () throws(KeybagError) in try keybag.removePasscode(given) }
    case (.unlock, let given?, nil): try unlock(given, stretched.locks)
    case (.offer, let given?, nil): try open(by: given, stretched.locks)
    case (.offerChange, let old?, let new?):
      try changing { () throws(KeybagError) in try keybag.changePasscode(byOffer: old, to: new) }
    case (.erase, let given?, nil): try changing { () throws(KeybagError) in try keybag.erase(by: given) }
    case (.choose(let settings), let given?, nil):
      defer { applySettings() }
      try changing { () throws(KeybagError) in try keybag.choose(settings, by: given) }
    case (.prove(let question, let digest), let given?, nil):
      // Checks the passcode for a question of a program. Unlocks nothing and gives no key.
      try changing { () throws(KeybagError) in
        try keybag.check(given)
        proofs.give(question, for: digest, at: clock.now())
      }
    // The channel remembers what was opened: `OpenTransfer`.
    case (.transfer, let given?, nil): try changing { () throws(KeybagError) in try keybag.check(given) }
    default: throw .outOfOrder
    }
  }

  /// Chooses settings without the passcode: where that loosens nothing, or where there is none.
  func choose(_ settings: LockSettings) throws(EnclaveRefusal) {
    let operation = settings.operation(after: keybag.settings)
    guard operation.rule.permits(state) else { throw .lockState(state) }
    guard operation.rule.passcode == .notWanted || keybag.passcode == .notSet else { throw .notProved }
    defer { applySettings() }
    try changing { () throws(KeybagError) in try keybag.choose(settings) }
  }

  func applySettings() { lock.change(graceMilliseconds: keybag.settings.graceMilliseconds) }

  private func permit(_ kind: PasscodeTry.Kind) throws(EnclaveRefusal) {
    guard condition == .alive else { throw .erased }
    guard RequestPolicy.of(kind.number).states.contains(state) else { throw .lockState(state) }
  }

  /// A lock that was asked for after the passcode came is the later word: the passcode then counts, and unlocks nothing.
  private func unlock(_ passcode: StretchedPasscode, _ locks: UInt64) throws(EnclaveRefusal) {
    guard locks == locksAskedFor else {
      try changing { () throws(KeybagError) in try keybag.check(passcode) }
      throw .lockState(state)
    }
    try changing { () throws(KeybagError) in
      try keybag.unlock(passcode)
      perform(lock.handle(.unlocked, at: clock.now()))
      proofs.unlocked(at: clock.now())
    }
  }

  /// A password of the login's. After a lock that was asked for later it is not even looked at.
  private func open(by offer: StretchedPasscode, _ locks: UInt64) throws(EnclaveRefusal) {
    guard locks == locksAskedFor else { throw .lockState(state) }
    try changing { () throws(KeybagError) in
      try keybag.unlock(byOffer: offer)
      perform(lock.handle(.unlocked, at: clock.now()))
      proofs.unlocked(at: clock.now())
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Keybag
import PasskeyKeys
import PromptModel
import ProofModel
import ProtectionModel
import SecretMemory

/// A request with a passcode, which is stretched before the keybag can tell anything of it.
final class PasscodeTry: Sendable {
  enum Kind: Sendable {
    case set, change, remove, unlock, erase
    /// A password of the login's, which may be the passcode.
    case offer, offerChange
    case choose(LockSettings)
    case prove(QuestionNumber, ProofDigest)
    case transfer(TransferDirection, PasskeyTransferKey)

    var number: EnclaveRequest.Number {
      switch self {
      case .set: .setPasscode
      case .change: .changePasscode
      case .remove: .removePasscode
      case .unlock: .unlock
      case .offer: .offer
      case .offerChange: .offerChange
      case .erase: .eraseByOwner
      case .choose: .chooseSettingsByOwner
      case .prove: .prove
      case .transfer: .openTransfer
      }
    }
  }

  let kind: Kind
  /// How many locks had been asked for when it came.
  let locks: UInt64
  /// The one to be compared.
  private let given: SecretBytes?
  /// The one to be set.
  private let new: SecretBytes?

  private init(_ kind: Kind, locks: UInt64, given: consuming SecretBytes?, new: consuming SecretBytes?) {
    self.kind = kind
    self.locks = locks
    self.given = given
    self.new = new
  }

  /// Whether nobody waits for what becomes of it: an offer is answered before it is tried.
  var isAnsweredFirst: Bool {
    if case .offer = kind { true } else { false }
  }

  /// The passcode that a request tries; nil for a request without one.
  static func of(_ request: borrowing EnclaveRequest, locks: UInt64) -> PasscodeTry? {
    switch request {
    case .setPasscode(let passcode): PasscodeTry(.set, locks: locks, given: nil, new: passcode.duplicate())
    case .changePasscode(let change):
      PasscodeTry(.change, locks: locks, given: change.old.duplicate(), new: change.new.duplicate())
    case .removePasscode(let passcode): PasscodeTry(.remove, locks: locks, given: passcode.duplicate(), new: nil)
    case .unlock(let passcode): PasscodeTry(.unlock, locks: locks, given: passcode.duplicate(), new: nil)
    case .offer(let password): PasscodeTry(.offer, locks: locks, given: password.duplicate(), new: nil)
    case .offerChange(let change):
      PasscodeTry(.offerChange, locks: locks, given: change.old.duplicate(), new: change.new.duplicate())
    case .eraseByOwner(let passcode): PasscodeTry(.erase, locks: locks, given: passcode.duplicate(), new: nil)
    case .chooseSettingsByOwner(let choice):
      PasscodeTry(.choose(choice.settings), locks: locks, given: choice.passcode.duplicate(), new: nil)
    case .prove(let proof):
      PasscodeTry(
        .prove(proof.question, proof.digest), locks: locks, given: proof.passcode.duplicate(), new: nil)
    case .openTransfer(let transfer):
      PasscodeTry(
        .transfer(transfer.direction, transfer.key), locks: locks, given: transfer.passcode.duplicate(), new: nil)
    default: nil
    }
  }

  func stretch(_ plan: StretchingPlan) throws(KeybagError) -> StretchedTry {
    // A new one that is too short is refused before the other is looked at: that one is not tried.
    let new = try stretchedNew(plan)
    return StretchedTry(kind: kind, locks: locks, given: try stretchedGiven(plan), new: new)
  }

  private func stretchedGiven(_ plan: StretchingPlan) throws(KeybagError) -> StretchedPasscode? {
    guard let stretching = plan.given else { return nil }
    switch given {
    case .some(let passcode): return try stretching.stretch(passcode)
    case .none: return nil
    }
  }

  private func stretchedNew(_ plan: StretchingPlan) throws(KeybagError) -> NewStretchedPasscode? {
    guard let stretching = plan.new else { return nil }
    switch new {
    case .some(let passcode): return try stretching.stretch(passcode)
    case .none: return nil
    }
  }
}

/// The salts for a try.
struct StretchingPlan: Sendable {
  let given: PasscodeStretching?
  let new: NewPasscodeStretching?
}

struct StretchedTry: Sendable {
  let kind: PasscodeTry.Kind
  let locks: UInt64
  let given: StretchedPasscode?
  let new: NewStretchedPasscode?
}

// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import EnclaveMessages
import Keybag
import PasskeyKeys
import ProofModel
import ProtectionModel
import SystemCalls

// A passkey is made and used upon a proof of the passcode for this question alone: for this account at this site, this
// ceremony and these inputs of the function. The proof is used up by the try, whatever comes of it, and no other
// proof or presence stands for it.

extension EnclaveMonitor {
  func makePasskey(_ creation: PasskeyCreation, _ claim: ProofClaim) throws(EnclaveRefusal) -> NewPasskey {
    try check(claim, claim.statement.isFor(creation))
    do { return try passkeys.make(creation) } catch { throw EnclaveRefusal(error) }
  }

  func assertion(_ use: PasskeyUse, _ claim: ProofClaim) throws(EnclaveRefusal) -> PasskeyAssertion {
    try check(claim, claim.statement.isFor(use))
    do { return try passkeys.assertion(use) } catch { throw EnclaveRefusal(error) }
  }

  private func check(_ claim: ProofClaim, _ isForThis: Bool) throws(EnclaveRefusal) {
    guard keybag.passcode == .set else { throw .noPasscode }
    guard proofs.take(claim, at: clock.now()), isForThis else { throw .notProved }
  }
}

extension ProofStatement {
  fileprivate func isFor(_ creation: PasskeyCreation) -> Bool {
    isForPasskey(
      made: PasskeyHashes(
        relyingParty: creation.relyingPartyHash, user: creation.userHash, clientData: creation.clientDataHash,
        salts: SHA256.hash(creation.salts.joined.span)),
      portability: creation.portability.rawValue)
  }

  fileprivate func isFor(_ use: PasskeyUse) -> Bool {
    isForPasskey(
      used: PasskeyHashes(
        relyingParty: use.key.relyingPartyHash, user: use.key.userHash, clientData: use.clientDataHash,
        salts: SHA256.hash(use.salts.joined.span)))
  }
}

// MARK: - To and from other places

extension EnclaveMonitor {
  func takeOut(_ key: PasskeyKey, with transfer: PasskeyTransferKey) throws(EnclaveRefusal) -> TransferredPasskey {
    try checkTransfer()
    // One of this device only stays here, whatever the person says.
    guard key.portability == .portable else { throw .notPermitted }
    do { return try passkeys.takeOut(key, with: transfer) } catch { throw EnclaveRefusal(error) }
  }

  func bringIn(_ passkey: TransferredPasskey, with transfer: PasskeyTransferKey) throws(EnclaveRefusal) -> PasskeyKey {
    try checkTransfer()
    do { return try passkeys.bringIn(passkey, with: transfer) } catch { throw EnclaveRefusal(error) }
  }

  private func checkTransfer() throws(EnclaveRefusal) {
    guard condition == .alive else { throw .erased }
    guard OwnerOperation.movePasskeys.rule.permits(state) else { throw .lockState(state) }
    guard keybag.passcode == .set else { throw .noPasscode }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveMessages
import Keybag
import PasskeyKeys
import ProofModel
import SystemCalls

// A passkey is made and used upon a proof of the passcode for this question alone: for this site and this ceremony. The
// proof is used up by the try, whatever comes of it, and no other proof or presence stands for it.

extension EnclaveMonitor {
  func makePasskey(_ creation: PasskeyCreation, _ claim: ProofClaim) throws(EnclaveRefusal) -> NewPasskey {
    try check(
      claim,
      claim.statement.isForPasskey(
        madeFor: creation.relyingPartyHash, clientDataHash: creation.clientDataHash,
        portability: creation.portability.rawValue))
    do { return try passkeys.make(creation) } catch { throw EnclaveRefusal(error) }
  }

  func assertion(_ use: PasskeyUse, _ claim: ProofClaim) throws(EnclaveRefusal) -> PasskeyAssertion {
    try check(
      claim,
      claim.statement.isForPasskey(of: use.key.relyingPartyHash, clientDataHash: use.clientDataHash))
    do { return try passkeys.assertion(use) } catch { throw EnclaveRefusal(error) }
  }

  private func check(_ claim: ProofClaim, _ isForThis: Bool) throws(EnclaveRefusal) {
    guard keybag.passcode == .set else { throw .noPasscode }
    guard proofs.take(claim, at: clock.now()), isForThis else { throw .notProved }
  }
}

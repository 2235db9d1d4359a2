// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveMessages
import PromptModel
import PromptQueue
import ProofModel

/// The enclave's proofs of passcodes that were given for a question.
struct EnclaveProofs: PasscodeProofs {
  let enclave: SharedClassKeys

  func hasPasscode() throws(AuthenticationRefusal) -> Bool {
    do { return try enclave.status().passcode == .set } catch { throw .unavailable }
  }

  /// Takes a proof. On any error, assume that nothing was proved.
  func take(_ claim: ProofClaim) -> Bool { (try? enclave.takeProof(claim)) ?? false }

  func takeUnlock(_ claim: ProofClaim, within seconds: UInt16) -> Bool {
    (try? enclave.takeUnlock(claim, within: seconds)) ?? false
  }

  /// Forgets a question. On an error the enclave is gone, and what it knew with it.
  func forgetPresence(_ question: QuestionNumber) { try? enclave.forgetPresence(question) }
}

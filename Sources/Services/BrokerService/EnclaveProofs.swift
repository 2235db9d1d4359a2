// SPDX-License-Identifier: Apache-2.0
import PromptModel
import EnclaveClient
import EnclaveMessages
import PromptQueue

/// What the enclave knows of passcodes that were given for a question.
struct EnclaveProofs: PasscodeProofs {
  let enclave: SharedClassKeys

  func hasPasscode() throws(AuthenticationRefusal) -> Bool {
    do { return try enclave.status().passcode == .set } catch { throw .unavailable }
  }

  /// On any error, assume that nothing was proved.
  func isProved(_ question: QuestionNumber) -> Bool { (try? enclave.takeProof(of: question)) ?? false }
}

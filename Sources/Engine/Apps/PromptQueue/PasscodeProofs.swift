// SPDX-License-Identifier: Apache-2.0
package import PromptModel
package import ProofModel

/// Tells whether the passcode was given. Only the enclave knows, because only it sees the passcode.
package protocol PasscodeProofs: Sendable {
  func hasPasscode() throws(AuthenticationRefusal) -> Bool
  /// Whether the passcode was given for this question, and for what the claim says; true once.
  func take(_ claim: ProofClaim) -> Bool
  /// Whether the device was unlocked not longer ago than that, which proves a presence.
  func takeUnlock(_ claim: ProofClaim, within seconds: UInt16) -> Bool
  /// A presence that was proved counts no longer.
  func forgetPresence(_ question: QuestionNumber)
}

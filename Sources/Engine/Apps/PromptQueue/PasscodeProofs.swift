// SPDX-License-Identifier: Apache-2.0
package import PromptModel

/// Tells whether the passcode was given. Only the enclave knows, because only it sees the passcode.
package protocol PasscodeProofs: Sendable {
  func hasPasscode() throws(AuthenticationRefusal) -> Bool
  /// Whether the passcode was given for this question; true once.
  func isProved(_ question: QuestionNumber) -> Bool
}

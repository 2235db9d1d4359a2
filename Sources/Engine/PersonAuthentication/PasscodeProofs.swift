// SPDX-License-Identifier: Apache-2.0
package import AuthenticationModel

/// Who knows whether the passcode was given: the enclave, which alone sees it.
package protocol PasscodeProofs: Sendable {
  func hasPasscode() throws(AuthenticationRefusal) -> Bool
  /// Whether the passcode was given for this question; true once.
  func isProved(_ question: QuestionNumber) -> Bool
}

// SPDX-License-Identifier: Apache-2.0
package import PromptModel
import CoreFoundation
package import Foundation
import KeychainModel

/// Why nobody was authenticated, as an error of LocalAuthentication: `LAError` is made of these, and keys of the enclave
/// hand them out as they are.
package struct AuthenticationFailure: Sendable {
  package static let domain = "com.apple.LocalAuthentication"

  package static let invalidContext = AuthenticationFailure(-10, .authFailed, "The context was invalidated.")

  let status: OSStatus
  private let code: Int
  private let text: String

  private init(_ code: Int, _ status: KeychainStatus, _ text: String) {
    self.code = code
    self.status = status.rawValue
    self.text = text
  }

  /// The failure that an app receives for a refusal.
  package init(_ refusal: AuthenticationRefusal) {
    let (code, text) =
      switch refusal {
      case .failed: (-1, "The passcode was not correct.")
      case .userCancelled: (-2, "Authentication was cancelled by the user.")
      case .systemCancelled: (-4, "Authentication was cancelled by the system.")
      case .contextInvalidated: (-9, "Authentication was cancelled by the app.")
      case .noPasscode: (-5, "No passcode is set.")
      case .noBiometry: (-6, "Biometry is not available on this device.")
      case .notEnrolled: (-7, "No fingers are enrolled.")
      case .biometryLockout: (-8, "Too many fingers were not recognised: the passcode is needed first.")
      case .notInteractive, .unavailable: (-1004, "User interaction is required.")
      }
    self.init(code, KeychainStatus(refusal), text)
  }

  package var error: NSError {
    NSError(domain: Self.domain, code: code, userInfo: [NSLocalizedDescriptionKey: text])
  }
}

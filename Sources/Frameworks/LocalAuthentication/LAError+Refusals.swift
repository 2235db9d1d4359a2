// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel
import Foundation

extension LAError {
  init(_ code: Code, saying text: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: text])
  }

  /// What a refusal is to an app.
  init(_ refusal: AuthenticationRefusal) {
    switch refusal {
    case .failed: self.init(.authenticationFailed, saying: "The passcode was not correct.")
    case .userCancelled: self.init(.userCancel, saying: "Authentication was cancelled by the user.")
    case .systemCancelled: self.init(.systemCancel, saying: "Authentication was cancelled by the system.")
    case .contextInvalidated: self.init(.appCancel, saying: "Authentication was cancelled by the app.")
    case .noPasscode: self.init(.passcodeNotSet, saying: "No passcode is set.")
    case .notInteractive, .unavailable: self.init(.notInteractive, saying: "User interaction is required.")
    }
  }

  static var noBiometry: LAError {
    LAError(.biometryNotAvailable, saying: "Biometry is not available on this device.")
  }

  static var noCompanion: LAError {
    LAError(.companionNotAvailable, saying: "No companion device is available.")
  }

  static var noOtherFactor: LAError {
    LAError(.authenticationFailed, saying: "Nothing but the passcode can be asked for on this device.")
  }

  static var invalidated: LAError { LAError(.invalidContext, saying: "The context was invalidated.") }
}

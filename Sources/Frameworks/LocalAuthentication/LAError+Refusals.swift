// SPDX-License-Identifier: Apache-2.0
import PromptModel
import Foundation
import Security

extension LAError {
  init(_ code: Code, saying text: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: text])
  }

  /// The error that an app receives for a refusal.
  init(_ refusal: AuthenticationRefusal) { self.init(_nsError: AuthenticationFailure(refusal).error) }

  static var noCompanion: LAError {
    LAError(.companionNotAvailable, saying: "No companion device is available.")
  }

  static var noOtherFactor: LAError {
    LAError(.authenticationFailed, saying: "Nothing but the passcode and a finger can be asked for on this device.")
  }

  static var invalidated: LAError { LAError(_nsError: AuthenticationFailure.invalidContext.error) }
}

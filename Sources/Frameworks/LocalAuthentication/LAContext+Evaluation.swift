// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel
import Foundation

extension LAContext {
  /// Nil when the person has shown who they are. Takes as long as they take.
  func evaluate(_ policy: LAPolicy, _ reason: String, by service: any AuthenticationService) -> LAError? {
    if let obstacle = obstacle(to: policy, by: service) { return obstacle }
    let (cancelTitle, reuse, interaction) = read { ($0.cancelTitle, $0.reuseDuration, $0.interactionNotAllowed) }
    let question = AuthenticationQuestion(
      context: token, reason: reason, cancelTitle: cancelTitle,
      reuseSeconds: UInt16(max(0, min(reuse, LATouchIDAuthenticationMaximumAllowableReuseDuration))),
      interaction: interaction ? .refused : .allowed)
    change { $0.isKnown = true }
    do {
      try service.authenticate(question)
      return read { $0.isInvalidated } ? LAError(.contextInvalidated) : nil
    } catch {
      return LAError(error)
    }
  }

  /// Nil where the policy can be evaluated.
  func obstacle(to policy: LAPolicy, by service: any AuthenticationService) -> LAError? {
    if read({ $0.isInvalidated }) { return .invalidated }
    switch policy {
    case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion:
      return .noBiometry
    case .deviceOwnerAuthenticationWithCompanion: return .noCompanion
    case .deviceOwnerAuthentication:
      do {
        return try service.hasPasscode() ? nil : LAError(.noPasscode)
      } catch {
        return LAError(error)
      }
    }
  }
}

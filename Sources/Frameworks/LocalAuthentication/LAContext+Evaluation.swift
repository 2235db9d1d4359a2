// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel
import Foundation

extension LAContext {
  func evaluate(
    _ policy: LAPolicy, _ reason: String, _ service: Result<any AuthenticationService, any Error>
  ) -> LAError? {
    if let obstacle = obstacle(to: policy, service) { return obstacle }
    let (cancelTitle, reuse, interaction) = read {
      ($0.cancelTitle, $0.reuseDuration, $0.interactionNotAllowed)
    }
    let question = AuthenticationQuestion(
      context: token, reason: reason, cancelTitle: cancelTitle,
      reuseSeconds: UInt16(max(0, min(reuse, LATouchIDAuthenticationMaximumAllowableReuseDuration))),
      interaction: interaction ? .refused : .allowed)
    change { $0.isKnown = true }
    do {
      try service.get().authenticate(question)
      return read { $0.isInvalidated } ? LAError(.contextInvalidated) : nil
    } catch let refusal as AuthenticationRefusal {
      return LAError(refusal)
    } catch {
      return LAError(.unavailable)
    }
  }

  func obstacle(to policy: LAPolicy) -> LAError? { obstacle(to: policy, Result { try Authentication.service }) }

  /// Nil where the policy can be evaluated.
  private func obstacle(
    to policy: LAPolicy, _ service: Result<any AuthenticationService, any Error>
  ) -> LAError? {
    if read({ $0.isInvalidated }) { return .invalidated }
    switch policy {
    case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion:
      return .noBiometry
    case .deviceOwnerAuthenticationWithCompanion: return .noCompanion
    case .deviceOwnerAuthentication:
      do {
        return try service.get().hasPasscode() ? nil : LAError(.noPasscode)
      } catch let refusal as AuthenticationRefusal {
        return LAError(refusal)
      } catch {
        return LAError(.unavailable)
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import PromptModel
import Threads

/// The state and the settings of a context. `LAContext` itself stays on the thread it is used on, as on Apple's
/// systems; this goes along to where the answer is waited for.
final class ContextState: Sendable {
  struct Settings {
    var reason = ""
    var fallbackTitle: String?
    var cancelTitle: String?
    var interactionNotAllowed = false
    var reuseDuration: TimeInterval = 0
    var isInvalidated = false
    /// Whether anything may have been proved in the context.
    var isKnown = false
    /// The state of the sensor, as a policy was last looked at.
    var biometry = BiometryState.unavailable
  }

  private let token: ContextToken
  private let settings = Locked(Settings())

  init() {
    guard let token = ContextToken(SystemRandom.bytes(ContextToken.size)) else {
      preconditionFailure("random bytes come in the number asked for")
    }
    self.token = token
  }

  deinit { forget() }

  func read<Value>(_ body: (Settings) -> Value) -> Value { settings.withLock { body($0) } }
  func change(_ body: (inout Settings) -> Void) { settings.withLock { body(&$0) } }

  /// The time of reuse in seconds, within what Apple allows.
  var reuseSeconds: UInt16 {
    let duration = read { $0.reuseDuration }
    return duration > 0 ? UInt16(min(duration, LATouchIDAuthenticationMaximumAllowableReuseDuration)) : 0
  }

  /// The token for whoever may prove something in the context; nil once it was invalidated.
  func handOut() -> ContextToken? {
    settings.withLock { settings in
      guard !settings.isInvalidated else { return nil }
      settings.isKnown = true
      return token
    }
  }

  /// Takes a question back, and what was proved with it.
  func forget() {
    if read({ $0.isKnown }) { Authentication.service.invalidate(token) }
  }
}

extension ContextState {
  /// Evaluates a policy, and returns why it failed; nil when the person has shown who they are. Takes as long as they
  /// take.
  func evaluate(
    _ policy: LAPolicy, _ factor: AuthenticationQuestion.Factor, _ reason: String,
    by service: any AuthenticationService
  ) -> LAError? {
    if let obstacle = obstacle(to: policy, by: service) { return obstacle }
    guard let context = handOut() else { return .invalidated }
    let (cancelTitle, interaction) = read { ($0.cancelTitle, $0.interactionNotAllowed) }
    let question = AuthenticationQuestion(
      context: context, reason: reason, cancelTitle: cancelTitle, reuseSeconds: reuseSeconds,
      interaction: interaction ? .refused : .allowed, factor: factor)
    do {
      try service.authenticate(question)
      guard read({ $0.isInvalidated }) else { return nil }
      // The context was invalidated before the question reached the person. The answer counts for nothing.
      forget()
      return LAError(.contextInvalidated)
    } catch {
      return LAError(error)
    }
  }

  /// The reason why a policy cannot be evaluated; nil where it can.
  func obstacle(to policy: LAPolicy, by service: any AuthenticationService) -> LAError? {
    if read({ $0.isInvalidated }) { return .invalidated }
    switch policy {
    case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion:
      return biometricObstacle(by: service)
    case .deviceOwnerAuthenticationWithCompanion: return .noCompanion
    case .deviceOwnerAuthentication:
      look(at: service)
      do {
        return try service.hasPasscode() ? nil : LAError(.noPasscode)
      } catch {
        return LAError(error)
      }
    }
  }

  private func biometricObstacle(by service: any AuthenticationService) -> LAError? {
    switch look(at: service) {
    case .unavailable: return LAError(.noBiometry)
    case .notEnrolled: return LAError(.notEnrolled)
    case .lockedOut: return LAError(.biometryLockout)
    case .ready:
      // A finger is no proof where there is no passcode: the device has nothing to be opened.
      do { return try service.hasPasscode() ? nil : LAError(.noPasscode) } catch { return LAError(error) }
    }
  }

  /// Learns what the sensor is good for. On an error it is taken for none.
  @discardableResult
  private func look(at service: any AuthenticationService) -> BiometryState {
    let state = (try? service.biometry()) ?? .unavailable
    change { $0.biometry = state }
    return state
  }
}

extension LAPolicy {
  /// Whether a finger alone is enough, and the passcode is not.
  var isForBiometry: Bool {
    switch self {
    case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion: true
    case .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithCompanion: false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import AuthenticationModel
import CryptoPrimitives
package import KeychainModel

/// Decides for one call of a program whether it may use items with constraints.
///
/// The passcode is the one factor: a constraint that it does not meet is one that nobody can meet here.
package struct CallerAuthorizer: ItemAuthorizer {
  private let authenticator: PersonAuthenticator
  private let asker: Asker
  private let began: PersonAuthenticator.Moment

  package init(_ authenticator: PersonAuthenticator, for asker: Asker, since began: PersonAuthenticator.Moment) {
    self.authenticator = authenticator
    self.asker = asker
    self.began = began
  }

  package func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    let context = choice.context.flatMap { ContextToken($0.bytes) }
    if access.isMetByPasscode, let context,
      authenticator.isProved(context, by: asker, within: choice.reuseSeconds, since: began)
    {
      return
    }
    switch choice.prompt {
    case .skip: throw .authenticationNeeded
    case .fail: throw .interactionNotAllowed
    case .allow:
      guard access.isMetByPasscode else { throw .authFailed }
      try ask(context, choice.reason)
    }
  }

  private func ask(_ context: ContextToken?, _ reason: String?) throws(KeychainStatus) {
    // Without a context of the program's, what is proved holds for this one call.
    guard let once = context ?? ContextToken(SystemRandom.bytes(ContextToken.size)) else { throw .internalError }
    defer { if context == nil { authenticator.invalidate(once, by: asker) } }
    do {
      try authenticator.authenticate(
        AuthenticationQuestion(context: once, reason: reason ?? ""), for: asker, since: began)
    } catch {
      throw KeychainStatus(error)
    }
  }
}

extension KeychainStatus {
  /// As Apple maps the errors of LocalAuthentication.
  init(_ refusal: AuthenticationRefusal) {
    switch refusal {
    case .userCancelled: self = .userCanceled
    case .notInteractive, .unavailable: self = .interactionNotAllowed
    case .failed, .systemCancelled, .contextInvalidated, .noPasscode: self = .authFailed
    }
  }
}

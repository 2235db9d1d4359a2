// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeychainModel
package import PromptModel
package import PromptQueue

/// Decides for one call of a program whether it may use items with constraints.
///
/// The passcode is the one factor: a constraint that it does not meet is one that nobody can meet here.
package struct CallerAuthorizer: ItemAuthorizer {
  private let authenticator: PersonAuthenticator
  private let requester: Requester
  private let began: PersonAuthenticator.Moment

  package init(_ authenticator: PersonAuthenticator, for requester: Requester, since began: PersonAuthenticator.Moment)
  {
    self.authenticator = authenticator
    self.requester = requester
    self.began = began
  }

  package func authorize(_ access: AccessControl, _ choice: AuthenticationChoice) throws(KeychainStatus) {
    if choice.prompt == .skip, !isProved(access, choice) { throw .authenticationNeeded }
    do {
      try authenticate(for: access, choice)
    } catch {
      throw KeychainStatus(error)
    }
  }

  /// The same in the words of authentication, for what is never left out of a result.
  package func authenticate(
    for access: AccessControl, _ choice: AuthenticationChoice
  ) throws(AuthenticationRefusal) {
    if isProved(access, choice) { return }
    guard choice.prompt == .allow else { throw .notInteractive }
    guard access.isMetByPasscode else { throw .failed }
    try ask(choice.token, choice.reason)
  }

  private func isProved(_ access: AccessControl, _ choice: AuthenticationChoice) -> Bool {
    guard access.isMetByPasscode, let context = choice.token else { return false }
    return authenticator.isProved(context, by: requester, within: choice.reuseSeconds, since: began)
  }

  private func ask(_ context: ContextToken?, _ reason: String?) throws(AuthenticationRefusal) {
    // Without a context of the program's, what is proved holds for this one call.
    guard let once = context ?? ContextToken(SystemRandom.bytes(ContextToken.size)) else { throw .unavailable }
    defer { if context == nil { authenticator.invalidate(once, by: requester) } }
    try authenticator.authenticate(
      AuthenticationQuestion(context: once, reason: reason ?? ""), for: requester, since: began)
  }
}

extension AuthenticationChoice {
  fileprivate var token: ContextToken? { context.flatMap { ContextToken($0.bytes) } }
}

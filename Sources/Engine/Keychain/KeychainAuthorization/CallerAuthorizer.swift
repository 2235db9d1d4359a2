// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeychainModel
package import PromptModel
package import PromptQueue
package import ProofModel

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
    if choice.prompt == .skip, presence(access, choice) == nil { throw .authenticationNeeded }
    do throws(AuthenticationRefusal) {
      try authenticated(for: access, choice) { _ in }
    } catch {
      throw KeychainStatus(error)
    }
  }

  /// The same in the words of authentication, for what is never left out of a result. What shows the enclave that the person
  /// is there counts while the body runs, or for as long as the program's context does.
  package func authenticated<Value>(
    for access: AccessControl, _ choice: AuthenticationChoice, _ body: (ProofClaim) -> Value
  ) throws(AuthenticationRefusal) -> Value {
    if let claim = presence(access, choice) { return body(claim) }
    guard choice.prompt == .allow, requester.mayAsk else { throw .notInteractive }
    guard access.isMetByPasscode else { throw .failed }
    // Without a context of the program's, what is proved holds for this one call.
    guard let context = choice.token ?? ContextToken(SystemRandom.bytes(ContextToken.size)) else { throw .unavailable }
    defer { if choice.token == nil { authenticator.invalidate(context, by: requester) } }
    return body(
      try authenticator.authenticate(
        AuthenticationQuestion(context: context, reason: choice.reason ?? ""), for: requester, since: began))
  }

  private func presence(_ access: AccessControl, _ choice: AuthenticationChoice) -> ProofClaim? {
    guard access.isMetByPasscode, let context = choice.token else { return nil }
    return authenticator.presence(in: context, of: requester, within: choice.reuseSeconds, since: began)
  }
}

extension AuthenticationChoice {
  fileprivate var token: ContextToken? { context.flatMap { ContextToken($0.bytes) } }
}

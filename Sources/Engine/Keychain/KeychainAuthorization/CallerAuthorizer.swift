// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeychainModel
package import PromptModel
package import PromptQueue
package import ProofModel

/// Decides for one call of a program whether it may use items with constraints.
///
/// The passcode and a finger are the factors: a constraint that neither meets is one that nobody can meet here.
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
    if try isForOthers(access) { throw .decode }
    let accepted = access.accepted
    if choice.prompt == .skip, presence(accepted, choice) == nil { throw .authenticationNeeded }
    do throws(AuthenticationRefusal) {
      try authenticated(accepted, choice) { _ in }
    } catch {
      throw KeychainStatus(error)
    }
  }

  /// Whether it is for fingers that are not the enrolled ones, and for nothing else. Throws where nobody knows which they are: there
  /// is no reader, or another one than theirs.
  private func isForOthers(_ access: AccessControl) throws(KeychainStatus) -> Bool {
    guard !access.isMetByPasscode, case .of(let fingers)? = access.accepted.finger else { return false }
    switch authenticator.enrolment()?.compared(with: fingers) {
    case .otherReader?, nil: throw .authFailed
    case .otherFingers?: return true
    case .same?: return false
    }
  }

  package func binding(_ access: AccessControl) throws(KeychainStatus) -> AccessControl {
    let wanted = access.bound(to: nil)
    if wanted.isMetByPasscode, !wanted.isForCurrentFingers { return wanted }
    // Where the sensor is away now, the passcode alone will do.
    guard let fingers = authenticator.biometry().fingers else {
      guard wanted.isMetByPasscode else { throw .authFailed }
      return wanted
    }
    let bound = wanted.isForCurrentFingers ? wanted.bound(to: fingers) : wanted
    guard bound.isMetByPasscode || bound.accepted.finger != nil else { throw .authFailed }
    return bound
  }

  /// The same in the words of authentication, for what is never left out of a result, by the passcode alone: a key of the
  /// enclave is used for nothing less. What shows the enclave that the person is there counts while the body runs, or for as long as the
  /// program's context does.
  package func authenticated<Value>(
    byPasscodeFor access: AccessControl, _ choice: AuthenticationChoice, _ body: (ProofClaim) -> Value
  ) throws(AuthenticationRefusal) -> Value {
    let accepted = AcceptedProofs(passcode: access.isMetByPasscode, finger: nil)
    var result: Value?
    try authenticated(accepted, choice) { proof in
      if case .passcode(let claim) = proof { result = body(claim) }
    }
    guard let result else { throw .failed }
    return result
  }

  private func authenticated(
    _ accepted: AcceptedProofs, _ choice: AuthenticationChoice, _ body: (PresenceProof) -> Void
  ) throws(AuthenticationRefusal) {
    if let proof = presence(accepted, choice) { return body(proof) }
    guard choice.prompt == .allow, requester.mayAsk else { throw .notInteractive }
    guard accepted.passcode || accepted.finger != nil else { throw .failed }
    // Without a context of the program's, what is proved holds for this one call.
    guard let context = choice.token ?? ContextToken(SystemRandom.bytes(ContextToken.size)) else { throw .unavailable }
    defer { if choice.token == nil { authenticator.invalidate(context, by: requester) } }
    body(
      try authenticator.authenticate(
        AuthenticationQuestion(context: context, reason: choice.reason ?? ""), accepting: accepted, for: requester,
        since: began))
  }

  private func presence(_ accepted: AcceptedProofs, _ choice: AuthenticationChoice) -> PresenceProof? {
    guard let context = choice.token else { return nil }
    return authenticator.presence(
      in: context, of: requester, accepting: accepted, within: choice.reuseSeconds, since: began)
  }
}

extension AuthenticationChoice {
  fileprivate var token: ContextToken? { context.flatMap { ContextToken($0.bytes) } }
}

// SPDX-License-Identifier: Apache-2.0
import COSEKeys
import JSONCoding

/// Verifies the answer to a sign-in (WebAuthn Level 3, 7.2).
package struct AuthenticationVerification: Sendable {
  package let options: CredentialRequestOptions
  package let policy: RelyingPartyPolicy
  package let person: Person
  private let relyingPartyID: String

  /// The person who signs in.
  package enum Person: Sendable, Equatable {
    /// The account was known before, by a name or a cookie: its user handle.
    case known([UInt8])
    /// The response says who it is.
    case stated
  }

  /// Takes options and a policy; nil where neither the options nor the origins say who the relying party is.
  package init?(_ options: CredentialRequestOptions, _ policy: RelyingPartyPolicy, _ person: Person) {
    guard let relyingPartyID = options.relyingPartyID ?? policy.host else { return nil }
    self.options = options
    self.policy = policy
    self.person = person
    self.relyingPartyID = relyingPartyID
  }

  /// `stored` is the record of the response's identifier, or nil where nobody has one.
  package func verify(
    _ response: AuthenticationResponse, stored: CredentialRecord?
  ) throws(Refusals) -> VerifiedAssertion {
    var checks = CeremonyChecks(.authentication, policy)
    checkCredential(response, stored, &checks)
    checks.checkClientData(response.clientData, challenge: options.challenge)
    let data = self.data(response, &checks)
    if let data {
      checkRelyingParty(data, response, &checks)
      checks.checkFlags(data.flags, options.userVerification, .asked)
    }
    if let data, let stored, stored.id == response.envelope.id { check(data, response, stored, &checks) }
    checks.checkExtensions(
      inputs: options.extensions, results: response.envelope.extensionResults, authenticator: data?.extensions)
    if let refusals = Refusals(checks.found) { throw refusals }
    guard let data, let stored else { preconditionFailure("what is missing was refused") }
    return VerifiedAssertion(stored, challenge: options.challenge, data, policy.equalCounters)
  }

  /// Steps 5 and 6.
  private func checkCredential(
    _ response: AuthenticationResponse, _ stored: CredentialRecord?, _ checks: inout CeremonyChecks
  ) {
    let allowed = options.allowedCredentials
    if !allowed.isEmpty, !allowed.contains(where: { $0.id == response.envelope.id }) {
      checks.refuse(.credentialNotAllowed, 5)
    }
    guard let stored, stored.id == response.envelope.id else { return checks.refuse(.credentialNotAllowed, 6) }
    switch person {
    case .known(let handle):
      if handle != stored.userHandle { checks.refuse(.credentialNotAllowed, 6) }
      if let stated = response.userHandle, stated != handle { checks.refuse(.userHandle, 6) }
    case .stated:
      if response.userHandle != stored.userHandle { checks.refuse(.userHandle, 6) }
    }
  }

  /// Reads the authenticator data (step 7).
  private func data(_ response: AuthenticationResponse, _ checks: inout CeremonyChecks) -> AuthenticatorData? {
    do { return try AuthenticatorData(response.authenticatorData) } catch {
      checks.refuse(.malformed, checks.steps.authenticatorData, .authenticatorData(error))
      return nil
    }
  }

  /// Step 15. An application identifier counts where the options have one and the browser says that it was used (10.1.1).
  private func checkRelyingParty(
    _ data: AuthenticatorData, _ response: AuthenticationResponse, _ checks: inout CeremonyChecks
  ) {
    let results = response.envelope.extensionResults
    if results.contains(where: { $0.name.isSameText(as: "appid") && $0.value == .bool(true) }),
      case .string(let identifier)? = options.extensions.first(where: { $0.name.isSameText(as: "appid") })?.value
    {
      checks.checkRelyingParty(data, identifier)
    } else {
      checks.checkRelyingParty(data, relyingPartyID)
    }
  }

  /// Steps 19, 21 and 22.
  private func check(
    _ data: AuthenticatorData, _ response: AuthenticationResponse, _ stored: CredentialRecord,
    _ checks: inout CeremonyChecks
  ) {
    if data.flags.contains(.backupEligible) != stored.isBackupEligible { checks.refuse(.backupEligibilityChanged, 19) }
    let message = data.encoded + ClientData.hash(response.clientData)
    if !stored.publicKey.isValid(response.signature, of: message) { checks.refuse(.signature, 21) }
    let counts = data.signCount > 0 || stored.signCount > 0
    if counts, data.signCount <= stored.signCount, policy.equalCounters == .refused {
      checks.refuse(.signCount, 22, .counters(data.signCount, stored: stored.signCount))
    }
  }
}

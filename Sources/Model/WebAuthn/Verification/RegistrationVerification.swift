// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import COSEKeys

/// Verifies the answer to a registration (WebAuthn Level 3, 7.1).
package struct RegistrationVerification: Sendable {
  package let options: CreationOptions
  package let policy: RelyingPartyPolicy
  package let mediation: Mediation
  private let relyingPartyID: String

  /// Takes options and a policy; nil where neither the options nor the origins say who the relying party is.
  package init?(_ options: CreationOptions, _ policy: RelyingPartyPolicy, _ mediation: Mediation = .asked) {
    guard let relyingPartyID = options.relyingPartyID ?? policy.host else { return nil }
    self.options = options
    self.policy = policy
    self.mediation = mediation
    self.relyingPartyID = relyingPartyID
  }

  /// `isRegistered` says whether anybody has a credential of this identifier. The store asks once more when it keeps it.
  package func verify(
    _ response: RegistrationResponse, isRegistered: (_ id: [UInt8]) -> Bool = { _ in false }
  ) throws(Refusals) -> VerifiedRegistration {
    var checks = CeremonyChecks(.registration, policy)
    checks.checkClientData(response.clientData, challenge: options.challenge)
    let object = self.object(response, &checks)
    if let object { check(object.authenticatorData, response, &checks) }
    let subject = object.flatMap { self.subject($0, response, isRegistered, &checks) }
    let attestation = object.flatMap { self.attestation($0, subject, &checks) }
    checks.checkExtensions(
      inputs: options.extensions, results: response.envelope.extensionResults,
      authenticator: object?.authenticatorData.extensions)
    if let refusals = Refusals(checks.found) { throw refusals }
    guard let subject, let attestation else { preconditionFailure("what is missing was refused") }
    return VerifiedRegistration(
      record(subject, response), challenge: options.challenge, user: options.user, attestation, subject.data.extensions)
  }

  /// Reads the attestation object (step 13).
  private func object(_ response: RegistrationResponse, _ checks: inout CeremonyChecks) -> AttestationObject? {
    let step = checks.steps.authenticatorData
    do {
      let object = try AttestationObject(response.attestationObject)
      guard let credential = object.authenticatorData.credential else {
        checks.refuse(.malformed, step, .noCredential)
        return nil
      }
      if credential.id != response.envelope.id { checks.refuse(.malformed, step, .otherIdentifier) }
      return object
    } catch {
      checks.refuse(.malformed, step, .attestationObject(error))
      return nil
    }
  }

  /// Steps 14 to 17. What a party makes of the backup flags (steps 18 and 19) is read from the record.
  private func check(
    _ data: AuthenticatorData, _ response: RegistrationResponse, _ checks: inout CeremonyChecks
  ) {
    checks.checkRelyingParty(data, relyingPartyID)
    checks.checkFlags(data.flags, options.userVerification, mediation)
  }

  /// Steps 20, 25 and 26.
  private func subject(
    _ object: AttestationObject, _ response: RegistrationResponse, _ isRegistered: ([UInt8]) -> Bool,
    _ checks: inout CeremonyChecks
  ) -> AttestationSubject? {
    guard let credential = object.authenticatorData.credential else { return nil }
    if credential.id.count > AttestedCredential.longestID { checks.refuse(.credentialIdLength, 25) }
    if isRegistered(credential.id) { checks.refuse(.credentialIdTaken, 26) }
    let key: COSEKey
    do { key = try credential.key() } catch {
      if case .unsupportedAlgorithm(let number, let name) = error {
        checks.refuse(.algorithm, 20, .algorithm(number, name: name))
      } else {
        checks.refuse(.malformed, checks.steps.authenticatorData, .key(error))
      }
      return nil
    }
    if !options.acceptedAlgorithms.contains(key.algorithm.rawValue) {
      checks.refuse(.algorithm, 20, .algorithm(key.algorithm.rawValue, name: key.algorithm.name))
    }
    return AttestationSubject(object.authenticatorData, credential, key, clientData: response.clientData)
  }

  /// Steps 21 to 24.
  private func attestation(
    _ object: AttestationObject, _ subject: AttestationSubject?, _ checks: inout CeremonyChecks
  ) -> [Attestation]? {
    guard let format = AttestationFormat(rawValue: object.format) else {
      let detail: Refusal.Detail =
        object.format.isSameText(as: AttestationFormat.retired) ? .retired : .found(object.format)
      checks.refuse(.attestationFormat, 21, detail)
      return nil
    }
    // Without a key there is nothing that a statement could be about, which is refused already.
    guard let subject else { return nil }
    let attestation: [Attestation]
    do { attestation = try format.verify(object.statement, subject) } catch {
      checks.refuse(.attestationStatement, 22, .statement(error))
      return nil
    }
    if let defect = AttestationTrust.defect(attestation, policy) { checks.refuse(.attestationTrust, 24, defect) }
    return attestation
  }

  /// Makes the credential record (step 27).
  private func record(_ subject: AttestationSubject, _ response: RegistrationResponse) -> CredentialRecord {
    let flags = subject.data.flags
    return CredentialRecord(
      id: subject.credential.id, publicKey: subject.key, signCount: subject.data.signCount,
      isUserVerificationInitialized: flags.contains(.userVerified), transports: response.transports,
      isBackupEligible: flags.contains(.backupEligible), isBackedUp: flags.contains(.backedUp),
      aaguid: subject.credential.aaguid, userHandle: options.user.id)
  }
}

// SPDX-License-Identifier: Apache-2.0
package import CBORCoding

/// A registration that has passed every step. Only the verification makes it.
package struct VerifiedRegistration: Sendable, Equatable {
  package let record: CredentialRecord
  /// The challenge that it answers, which must be used once.
  package let challenge: [UInt8]
  package let user: CreationOptions.User
  package let attestation: [Attestation]
  /// Authenticator extension outputs.
  package let extensions: CBORMap?

  init(
    _ record: CredentialRecord, challenge: [UInt8], user: CreationOptions.User, _ attestation: [Attestation],
    _ extensions: CBORMap?
  ) {
    self.record = record
    self.challenge = challenge
    self.user = user
    self.attestation = attestation
    self.extensions = extensions
  }
}

/// A sign-in that has passed every step. Only the verification makes it; the account is signed in once a store has taken
/// the challenge and the counter.
package struct VerifiedAssertion: Sendable, Equatable {
  package let credentialID: [UInt8]
  package let userHandle: [UInt8]
  package let challenge: [UInt8]
  package let signCount: UInt32
  package let isUserVerified: Bool
  package let isBackedUp: Bool
  package let counters: RelyingPartyPolicy.Counters
  package let extensions: CBORMap?

  init(
    _ record: CredentialRecord, challenge: [UInt8], _ data: AuthenticatorData, _ counters: RelyingPartyPolicy.Counters
  ) {
    credentialID = record.id
    userHandle = record.userHandle
    self.challenge = challenge
    signCount = data.signCount
    isUserVerified = data.flags.contains(.userVerified)
    isBackedUp = data.flags.contains(.backedUp)
    self.counters = counters
    extensions = data.extensions
  }
}

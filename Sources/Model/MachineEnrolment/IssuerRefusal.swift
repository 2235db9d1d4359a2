// SPDX-License-Identifier: Apache-2.0

/// Why an issuer does not do what a machine asks. The names are sent: they are permanent.
package enum IssuerRefusal: Error, Sendable, Equatable {
  /// The request has another form.
  case malformed
  /// The endorsement key is neither in the organisation's list, nor has it a certificate.
  case endorsementKeyUnknown
  /// The certificate is of another key, or leads to none of the authorities, or is over.
  case endorsementCertificate
  /// The attestation key is no key on P-256 that was made in a TPM, stays there and signs only what the TPM says.
  case attestationKey
  /// There is no such enrolment, or it took too long.
  case enrolmentUnknown
  /// The secret is not the one that the TPM was to give back. The enrolment is over.
  case proof
  case machineUnknown
  case machineRevoked
  /// The machine's TPM does not vouch for these octets.
  case machineSignature
  /// The request is for another issuer.
  case otherIssuer
  /// The challenge is not one that this issuer gave this machine in the last minutes.
  case challenge
  /// The request's time is not this one.
  case clockDiffers
  /// The key was attested before: for another request, app or machine.
  case keyTaken
  /// A key in files has no place in the environment of production.
  case environment
  /// The issuer is asked too much at once; so many seconds later it may be asked again.
  case tooMany(seconds: Int)
  case unavailable

  package var name: String {
    switch self {
    case .malformed: "malformed"
    case .endorsementKeyUnknown: "endorsementKeyUnknown"
    case .endorsementCertificate: "endorsementCertificate"
    case .attestationKey: "attestationKey"
    case .enrolmentUnknown: "enrolmentUnknown"
    case .proof: "proof"
    case .machineUnknown: "machineUnknown"
    case .machineRevoked: "machineRevoked"
    case .machineSignature: "machineSignature"
    case .otherIssuer: "otherIssuer"
    case .challenge: "challenge"
    case .clockDiffers: "clockDiffers"
    case .keyTaken: "keyTaken"
    case .environment: "environment"
    case .tooMany: "tooMany"
    case .unavailable: "unavailable"
    }
  }

  /// The status code of HTTP that goes with it.
  package var status: UInt16 {
    switch self {
    case .malformed, .attestationKey, .otherIssuer, .challenge, .clockDiffers, .environment: 400
    case .endorsementKeyUnknown, .endorsementCertificate, .proof, .machineUnknown, .machineRevoked, .machineSignature:
      403
    case .enrolmentUnknown: 404
    case .keyTaken: 409
    case .tooMany: 429
    case .unavailable: 503
    }
  }
}

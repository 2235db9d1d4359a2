// SPDX-License-Identifier: Apache-2.0

extension TrustAnswer.Kind {
  /// Whether a person may decide to trust the certificate all the same.
  package var isRecoverable: Bool {
    switch self {
    case .expired, .notYetValid, .untrusted, .hostMismatch, .emailMismatch, .wrongUse, .revocationUnknown: true
    case .unreadable, .badSignature, .revoked, .other: false
    }
  }

  /// The defect in words, after the name of the certificate.
  package var words: String {
    switch self {
    case .expired: "certificate is expired"
    case .notYetValid: "certificate is not valid yet"
    case .untrusted: "certificate is not trusted"
    case .hostMismatch: "certificate name does not match input"
    case .emailMismatch: "certificate does not have the required email address"
    case .wrongUse: "certificate is not permitted for this usage"
    case .badSignature: "certificate has a signature that is not its issuer's"
    case .revoked: "certificate is revoked"
    case .revocationUnknown: "certificate could not be checked for revocation"
    case .unreadable, .other: "certificate is not standards compliant"
    }
  }
}

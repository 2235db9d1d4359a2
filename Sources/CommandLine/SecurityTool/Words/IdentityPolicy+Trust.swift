// SPDX-License-Identifier: Apache-2.0
package import CertificateTrust
package import X509Certificates

extension TrustQuestion {
  /// Asks whether a certificate may be used as a policy says; for the named host or address where the policy takes one.
  package init(_ certificate: Certificate, _ policy: IdentityPolicy, name: String?, at seconds: Int) {
    self.init(certificate.encoded, at: seconds)
    switch policy {
    case .sslServer:
      purpose = .server
      host = name
    // One's own identity is the client's in a connection.
    case .sslClient, .eap: purpose = .client
    case .smime:
      purpose = .email
      emailAddress = name
    case .codesigning: purpose = .codeSigning
    case .ipsec: purpose = .ipsec
    case .basic: purpose = .any
    }
  }
}

extension TrustAnswer {
  /// The failure under the name that scripts know; nil for none.
  package var failure: String? {
    switch defect?.kind {
    case nil: nil
    case .expired: "CSSMERR_TP_CERT_EXPIRED"
    case .notYetValid: "CSSMERR_TP_CERT_NOT_VALID_YET"
    case .untrusted: "CSSMERR_TP_NOT_TRUSTED"
    case .hostMismatch: "CSSMERR_APPLETP_HOSTNAME_MISMATCH"
    case .emailMismatch: "CSSMERR_APPLETP_SMIME_EMAIL_ADDRS_NOT_FOUND"
    case .wrongUse: "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE"
    case .revoked: "CSSMERR_TP_CERT_REVOKED"
    case .revocationUnknown: "CSSMERR_APPLETP_INCOMPLETE_REVOCATION_CHECK"
    case .unreadable: "CSSMERR_TP_INVALID_CERTIFICATE"
    case .badSignature, .other: "CSSMERR_TP_VERIFY_ACTION_FAILED"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import CoreFoundation
import SecurityConstants
import X509Certificates

/// How an evaluation ended.
public enum SecTrustResultType: UInt32, Sendable {
  /// There was none.
  case invalid = 0
  /// A person said that it is trusted.
  case proceed = 1
  /// A person said that it is not.
  case deny = 3
  /// It is trusted, and nobody said anything else.
  case unspecified = 4
  /// It is not trusted, and a person may decide otherwise.
  case recoverableTrustFailure = 5
  /// It is not trusted, and nobody may decide otherwise.
  case fatalTrustFailure = 6
  /// The evaluation failed.
  case otherError = 7
}

extension TrustFindings {
  var result: SecTrustResultType {
    switch defect?.kind {
    case nil: .unspecified
    case .expired, .notYetValid, .untrusted, .hostMismatch, .emailMismatch, .wrongUse, .revocationUnknown:
      .recoverableTrustFailure
    case .unreadable, .badSignature, .revoked, .other: .fatalTrustFailure
    }
  }

  /// The error as Apple words it: the certificate at fault, and what is wrong with it.
  var error: NSError? {
    guard let defect else { return nil }
    let status: OSStatus
    let text: String
    switch defect.kind {
    case .expired: (status, text) = (errSecCertificateExpired, "certificate is expired")
    case .notYetValid: (status, text) = (errSecCertificateNotValidYet, "certificate is not valid yet")
    case .untrusted: (status, text) = (errSecNotTrusted, "certificate is not trusted")
    case .hostMismatch: (status, text) = (errSecHostNameMismatch, "certificate name does not match input")
    case .emailMismatch:
      (status, text) = (errSecSMIMEEmailAddressesNotFound, "certificate does not have the required email address")
    case .wrongUse: (status, text) = (errSecInvalidExtendedKeyUsage, "certificate is not permitted for this usage")
    case .badSignature:
      (status, text) = (errSecInvalidSignature, "certificate has a signature that is not its issuer's")
    case .revoked: (status, text) = (errSecCertificateRevoked, "certificate is revoked")
    case .revocationUnknown:
      (status, text) = (errSecIncompleteCertRevocationCheck, "certificate could not be checked for revocation")
    case .unreadable, .other: (status, text) = (errSecNotTrusted, "certificate is not standards compliant")
    }
    let subject = chain.indices.contains(defect.depth) ? chain[defect.depth].certificate.summary : nil
    return NSError(
      domain: NSOSStatusErrorDomain, code: Int(status),
      userInfo: [NSLocalizedDescriptionKey: "“\(subject ?? "")” \(text)"])
  }
}

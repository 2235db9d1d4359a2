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
  /// The certificate is trusted, and nobody decided otherwise.
  case unspecified = 4
  /// The certificate is not trusted, and a person may decide otherwise.
  case recoverableTrustFailure = 5
  /// The certificate is not trusted, and nobody may decide otherwise.
  case fatalTrustFailure = 6
  /// The evaluation failed.
  case otherError = 7
}

extension TrustFindings {
  var result: SecTrustResultType {
    guard let defect else { return .unspecified }
    return defect.kind.isRecoverable ? .recoverableTrustFailure : .fatalTrustFailure
  }

  /// The error as Apple words it: the certificate at fault, and what is wrong with it.
  var error: NSError? {
    guard let defect else { return nil }
    let subject = chain.indices.contains(defect.depth) ? chain[defect.depth].certificate.summary : nil
    return NSError(
      domain: NSOSStatusErrorDomain, code: Int(defect.kind.status),
      userInfo: [NSLocalizedDescriptionKey: "“\(subject ?? "")” \(defect.kind.words)"])
  }
}

extension TrustAnswer.Kind {
  fileprivate var status: OSStatus {
    switch self {
    case .expired: errSecCertificateExpired
    case .notYetValid: errSecCertificateNotValidYet
    case .untrusted, .unreadable, .other: errSecNotTrusted
    case .hostMismatch: errSecHostNameMismatch
    case .emailMismatch: errSecSMIMEEmailAddressesNotFound
    case .wrongUse: errSecInvalidExtendedKeyUsage
    case .badSignature: errSecInvalidSignature
    case .revoked: errSecCertificateRevoked
    case .revocationUnknown: errSecIncompleteCertRevocationCheck
    }
  }
}

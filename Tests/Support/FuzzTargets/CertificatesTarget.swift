// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import DERCoding
import X509Certificates

/// Certificates and names from anywhere: a name that was normalised once stays as it is, and evaluating any of it ends.
package enum CertificatesTarget: FuzzTarget {
  package static let name = "Certificates"

  package static func run(_ bytes: [UInt8]) {
    if let name = try? DistinguishedName(bytes.span) { normalizes(name) }
    guard let certificate = try? Certificate(bytes.span) else { return }
    precondition(bytes.starts(with: certificate.encoded), "a certificate is what it was read from")
    precondition((try? Certificate(certificate.encoded.span)) == certificate, "a certificate reads as itself")
    normalizes(certificate.subject)
    normalizes(certificate.issuer)
    _ = certificate.summary
    _ = certificate.commonName
    _ = certificate.subjectKeyIdentifier
    var question = TrustQuestion(certificate.encoded, at: 1_811_808_000)
    question.trustsSystem = false
    question.anchors = [certificate.encoded]
    question.host = "example.com"
    precondition(!TrustEvaluation.answer(question).chain.isEmpty)
  }

  private static func normalizes(_ name: DistinguishedName) {
    let normalized = name.normalized
    guard let again = try? DistinguishedName(normalized.span) else { preconditionFailure("a normal name is a name") }
    precondition(again.normalized == normalized, "a normal name is normal")
    for attribute in name.attributes { _ = attribute.text }
  }
}

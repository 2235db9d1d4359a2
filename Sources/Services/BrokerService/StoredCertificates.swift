// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import DERCoding
import KeychainModel
import LinuxSystem
import X509Certificates

/// Looks into the certificates of the keychain for the `kSecMatch…` keys that ask for what is inside.
struct StoredCertificates: CertificateExaminer {
  /// Of Apple's policies those that make a difference here.
  private static let sslPolicy = "1.2.840.113635.100.1.3"

  func accepts(_ certificate: Span<UInt8>, _ filters: MatchFilters) -> Bool {
    guard let certificate = try? Certificate(certificate) else { return false }
    let now = WallClock.seconds
    if let issuers = filters.issuers, !isIssued(certificate, by: issuers) { return false }
    if let address = filters.emailAddress, !certificate.emailAddresses.contains(address) { return false }
    if let moment = filters.validOn, !isValid(certificate, at: seconds(moment, now)) { return false }
    guard filters.trustedOnly == true || filters.policy != nil else { return true }
    return isTrusted(certificate, filters, now)
  }

  /// By one of these names as they compare, however they are written; what is no name is nobody's.
  private func isIssued(_ certificate: Certificate, by issuers: [[UInt8]]) -> Bool {
    let issuer = certificate.issuer.normalized
    return issuers.contains { (try? DistinguishedName($0.span))?.normalized == issuer }
  }

  private func isValid(_ certificate: Certificate, at seconds: Int) -> Bool {
    (certificate.notBefore
      .secondsSince1970...max(
        certificate.notBefore.secondsSince1970, certificate.notAfter.secondsSince1970)).contains(seconds)
  }

  private func seconds(_ moment: MatchFilters.ValidOn, _ now: Int) -> Int {
    guard case .date(let date) = moment else { return now }
    return Int(exactly: (date + WallClock.referenceDate).rounded(.down)) ?? 0
  }

  /// A policy alone asks whether the certificate is made for it, whoever vouches for it.
  private func isTrusted(_ certificate: Certificate, _ filters: MatchFilters, _ now: Int) -> Bool {
    var question = TrustQuestion(certificate.encoded, at: filters.validOn.map { seconds($0, now) } ?? now)
    if filters.policy?.identifier == Self.sslPolicy {
      question.purpose = .server
      question.host = filters.policy?.name
    }
    if filters.trustedOnly != true { question.anchors = [certificate.encoded] }
    return TrustEvaluation.answer(question).defect == nil
  }
}

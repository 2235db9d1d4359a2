// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Clocks
package import KeychainModel
import X509Certificates

/// Looks into the certificates of the keychain for the `kSecMatch…` keys that ask for what is inside.
package struct StoredCertificates: CertificateExaminer {
  /// The only policy of Apple's that certificates are matched with here; no certificate satisfies another one.
  private static let basicPolicy = "1.2.840.113635.100.1.2"
  private static let sslPolicy = "1.2.840.113635.100.1.3"

  package init(authorities: [[UInt8]] = []) { self.authorities = authorities }

  /// The authorities that are trusted beside those of the system.
  package var authorities: [[UInt8]] = []

  package func accepts(
    _ certificate: Span<UInt8>, _ filters: MatchFilters, _ named: CertificateLookup
  ) throws(KeychainStatus) -> Bool {
    guard let certificate = try? Certificate(certificate) else { return false }
    let now = WallClock.seconds
    if let address = filters.emailAddress, !isFor(address, certificate) { return false }
    if let moment = filters.validOn, !isValid(certificate, at: seconds(moment, now)) { return false }
    var above: [Certificate] = []
    if filters.issuers != nil || filters.trustedOnly == true {
      above = try certificate.issuers { (name) throws(KeychainStatus) in
        try named(name.normalizedContent).compactMap { data in data.withBytes { try? Certificate($0) } }
      }
    }
    if let issuers = filters.issuers, !isIssued([certificate] + above, by: issuers) { return false }
    guard filters.trustedOnly == true || filters.policy != nil else { return true }
    return isTrusted(certificate, above, filters, now)
  }

  private func isFor(_ address: String, _ certificate: Certificate) -> Bool {
    let addresses = certificate.emailAddresses
    return addresses.isEmpty || addresses.contains(address)
  }

  /// Whether one of the chain was issued by one of these names, compared in their normalized form. Bytes that are not a
  /// name match nothing.
  private func isIssued(_ chain: [Certificate], by issuers: [[UInt8]]) -> Bool {
    let wanted = Set(issuers.compactMap { try? DistinguishedName($0.span).normalized })
    return chain.contains { wanted.contains($0.issuer.normalized) }
  }

  private func isValid(_ certificate: Certificate, at seconds: Int) -> Bool {
    certificate.firstSecond <= seconds && seconds <= certificate.lastSecond
  }

  private func seconds(_ moment: MatchFilters.ValidOn, _ now: Int) -> Int {
    guard case .date(let date) = moment else { return now }
    return Int(exactly: (date + WallClock.referenceDate).rounded(.down)) ?? 0
  }

  /// A policy alone asks whether the certificate is made for it, whoever vouches for it.
  private func isTrusted(
    _ certificate: Certificate, _ above: [Certificate], _ filters: MatchFilters, _ now: Int
  ) -> Bool {
    var question = TrustQuestion(certificate.encoded, at: filters.validOn.map { seconds($0, now) } ?? now)
    question.others = above.map(\.encoded)
    switch filters.policy?.identifier {
    case Self.sslPolicy?:
      question.purpose = filters.policy?.side == .client ? .client : .server
      question.host = filters.policy?.name
    case Self.basicPolicy?, nil: break
    default: return false
    }
    question.anchors = filters.trustedOnly == true ? authorities : [certificate.encoded]
    return TrustEvaluation.answer(question).defect == nil
  }
}

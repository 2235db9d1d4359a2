// SPDX-License-Identifier: Apache-2.0

/// The keychain's certificates of a subject, in DER: what a name holds inside its outer structure, as `kSecAttrSubject`.
package typealias CertificateLookup = (_ subject: [UInt8]) throws(KeychainStatus) -> [SecretData]

/// Looks into certificates for those `kSecMatch…` keys that are about what is inside.
package protocol CertificateExaminer: Sendable {
  /// Whether a certificate, in DER, is as issuers, date, e-mail address, trust and policy ask for. Who may stand above it
  /// is looked up.
  func accepts(
    _ certificate: Span<UInt8>, _ filters: MatchFilters, _ named: CertificateLookup
  ) throws(KeychainStatus) -> Bool
}

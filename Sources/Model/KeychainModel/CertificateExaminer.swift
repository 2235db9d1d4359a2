// SPDX-License-Identifier: Apache-2.0

/// Looks up the keychain's certificates of a subject, in DER. The subject is a name without its outer SEQUENCE, as in
/// `kSecAttrSubject`.
package typealias CertificateLookup = (_ subject: [UInt8]) throws(KeychainStatus) -> [SecretData]

/// Compares certificates with the `kSecMatch…` keys that are about their contents.
package protocol CertificateExaminer: Sendable {
  /// Whether a certificate, in DER, meets the filters for issuers, date, e-mail address, trust and policy. The certificates
  /// of its possible issuers are looked up by `named`.
  func accepts(
    _ certificate: Span<UInt8>, _ filters: MatchFilters, _ named: CertificateLookup
  ) throws(KeychainStatus) -> Bool
}

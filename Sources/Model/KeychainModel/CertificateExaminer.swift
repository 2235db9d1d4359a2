// SPDX-License-Identifier: Apache-2.0

/// Looks into certificates for those `kSecMatch…` keys that are about what is inside.
package protocol CertificateExaminer: Sendable {
  /// Whether a certificate, in DER, is as issuers, date, e-mail address, trust and policy ask for.
  func accepts(_ certificate: Span<UInt8>, _ filters: MatchFilters) -> Bool
}

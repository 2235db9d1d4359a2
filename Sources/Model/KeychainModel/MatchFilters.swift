// SPDX-License-Identifier: Apache-2.0

/// The `kSecMatch…` keys of a query, without the limit. A key that was not given is nil.
package struct MatchFilters: Sendable, Equatable {
  /// An internet password matches if its server is this host, or ends in a dot and this host.
  package var hostOrSubdomain: String?
  /// Normalised distinguished names in DER. A certificate matches if one of them issued a certificate of its chain. Names
  /// that do not decode are left out.
  package var issuers: [[UInt8]]?
  package var validOn: ValidOn?
  /// Certificates for other e-mail addresses do not match. Certificates without an address do.
  package var emailAddress: String?
  package var trustedOnly: Bool?
  package var policy: MatchPolicy?
  /// Whether there were match keys without an effect here, such as `kSecMatchCaseInsensitive`. They are still errors in
  /// calls that take no match keys.
  package var hasOthers = false

  package enum ValidOn: Sendable, Equatable {
    case now
    /// The date in seconds since the reference date.
    case date(Double)
  }

  package init() {}

  package var isEmpty: Bool { self == MatchFilters() }
  /// Whether a certificate's contents are needed to decide.
  package var concernsCertificates: Bool {
    issuers != nil || validOn != nil || emailAddress != nil || trustedOnly == true || policy != nil
  }
}

/// A policy that a certificate is matched with (`kSecMatchPolicy`): its identifier, the name that the certificate must be
/// for, and whether a client or a server presents it.
package struct MatchPolicy: Sendable, Equatable {
  package enum Side: Sendable { case server, client }

  package let identifier: String
  package let name: String?
  package let side: Side

  package init(identifier: String, name: String? = nil, side: Side = .server) {
    self.identifier = identifier
    self.name = name
    self.side = side
  }
}

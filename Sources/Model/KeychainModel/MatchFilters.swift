// SPDX-License-Identifier: Apache-2.0

/// The `kSecMatch…` keys of a query, but for the limit. Those that were not given are nil.
package struct MatchFilters: Sendable, Equatable {
  /// The server of an internet password is this host, or ends in a dot and this host.
  package var hostOrSubdomain: String?
  /// Normalised distinguished names in DER of which one issued a certificate of the chain; those that do not decode are
  /// left out.
  package var issuers: [[UInt8]]?
  package var validOn: ValidOn?
  /// Certificates for other addresses are left out; those for none are not.
  package var emailAddress: String?
  package var trustedOnly: Bool?
  package var policy: MatchPolicy?
  /// Whether there were keys of this kind that have no effect here, such as `kSecMatchCaseInsensitive`. They matter
  /// where no such key may be given at all.
  package var hasOthers = false

  package enum ValidOn: Sendable, Equatable {
    case now
    /// Seconds since the reference date.
    case date(Double)
  }

  package init() {}

  package var isEmpty: Bool { self == MatchFilters() }
  /// Whether it takes a look into the certificate to decide.
  package var concernsCertificates: Bool {
    issuers != nil || validOn != nil || emailAddress != nil || trustedOnly == true || policy != nil
  }
}

/// A policy that a certificate is matched with (`kSecMatchPolicy`): its identifier, the name it is for, and who shows it.
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

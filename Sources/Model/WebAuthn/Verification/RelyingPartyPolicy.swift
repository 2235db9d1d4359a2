// SPDX-License-Identifier: Apache-2.0

/// The policy of a relying party beside the options of one ceremony.
package struct RelyingPartyPolicy: Sendable, Equatable {
  /// The origins of the relying party's pages, as browsers write them: `https://example.org`, with a port that is not
  /// the usual one.
  package var origins: [String]
  /// The pages that may embed them.
  package var topOrigins: [String] = []
  package var framing = Framing.refused
  /// Whether a person must be verified even where the options do not require it.
  package var userVerification = Demand.asOptionsSay
  package var attestation = Attestation.optional
  /// The authorities of makers, DER. Nil: who attests is not looked into, and every statement counts like none.
  package var anchors: [[UInt8]]?
  package var unrequestedExtensions = UnrequestedExtensions.ignored
  package var equalCounters = Counters.refused
  /// The time of verification, in seconds since 1970.
  package var time: Int

  /// Pages inside pages of other origins.
  package enum Framing: Sendable { case refused, allowed }
  package enum Demand: Sendable { case asOptionsSay, required }
  /// Whether a statement of a maker's must be there.
  package enum Attestation: Sendable { case optional, required }
  package enum UnrequestedExtensions: Sendable { case ignored, refused }
  /// A counter that does not rise is a sign of a copied key, and no proof (WebAuthn Level 3, 7.2, step 22).
  package enum Counters: Sendable { case refused, accepted }

  package init(origins: [String], time: Int) {
    self.origins = origins
    self.time = time
  }

  /// The relying party of options that name none: the host of the origins, if they agree.
  package var host: String? {
    let hosts = Set(
      origins.compactMap { origin -> String? in
        guard let scheme = origin.firstRange(of: "://") else { return nil }
        return String(origin[scheme.upperBound...].prefix { $0 != ":" && $0 != "/" })
      })
    return hosts.count == 1 ? hosts.first : nil
  }
}

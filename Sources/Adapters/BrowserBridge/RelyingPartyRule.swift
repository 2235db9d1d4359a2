// SPDX-License-Identifier: Apache-2.0

/// Which relying party a page may name (WebAuthn Level 3, 5.1.3 step 8; HTML, "is a registrable domain suffix of or is equal to").
package struct RelyingPartyRule: Sendable {
  private let isPublicSuffix: @Sendable (String) -> Bool

  /// Registrable names of which related origins count; the standard wants five at the least.
  private static let mostLabels = 5

  package init(isPublicSuffix: @escaping @Sendable (String) -> Bool) { self.isPublicSuffix = isPublicSuffix }

  /// The identifier that counts; nil where the page may not use the one that it names.
  package func identifier(_ named: String?, for page: BrowserRequest.Page) -> String? {
    guard let named, named != page.origin.host else { return page.origin.host }
    guard SiteOrigin.isName(named), !isPublicSuffix(named) else { return nil }
    if page.origin.host.hasSuffix("." + named) { return named }
    // A page names one identifier, and a list of another one says nothing of it.
    guard let related = page.related, related.identifier == named else { return nil }
    return isRelated(page.origin, among: related.origins) ? named : nil
  }

  /// Whether a relying party lists this origin as its own (WebAuthn Level 3, 5.11.1). Of a list with many registrable names the first
  /// ones count, so that no relying party is everybody's.
  private func isRelated(_ origin: SiteOrigin, among related: [String]) -> Bool {
    var labels: Set<Substring> = []
    for text in related {
      guard let listed = SiteOrigin(text), let label = registrableLabels(of: listed.host)?.first else { continue }
      if labels.count >= Self.mostLabels, !labels.contains(label) { continue }
      if listed == origin { return true }
      labels.insert(label)
    }
    return false
  }

  /// The name that the owner of a site has registered, below which all hosts are theirs; the whole host where nothing can be
  /// registered, as of `localhost`.
  package func site(of origin: SiteOrigin) -> String {
    registrableLabels(of: origin.host)?.joined(separator: ".") ?? origin.host
  }

  /// The public suffix of a host's name and the part in front of it; nil where there is none.
  private func registrableLabels(of host: String) -> ArraySlice<Substring>? {
    let labels = host.split(separator: ".")
    let suffix = labels.indices.first { isPublicSuffix(labels[$0...].joined(separator: ".")) }
    guard let suffix, suffix > 0 else { return nil }
    return labels[(suffix - 1)...]
  }
}

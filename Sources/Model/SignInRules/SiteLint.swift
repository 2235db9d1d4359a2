// SPDX-License-Identifier: Apache-2.0
import WebForms

/// Holds a site, as a browser sees it, to its rules.
package struct SiteLint: Sendable {
  package let findings: [RuleFinding]
  package let asks: [SiteAsk]

  /// What was seen in the order of its happening. `again` is the same page for another browser.
  package init(_ exchanges: [SiteExchange], again: [SiteExchange] = []) {
    asks = exchanges.flatMap(SiteAsk.all)
    var findings: [RuleFinding] = []
    for ask in asks { findings += Self.findings(ask) }
    findings += Self.repeated(asks, again.flatMap(SiteAsk.all))
    findings += Self.cookies(exchanges, asks)
    findings += Self.filtered(exchanges, asks)
    findings += Self.dropped(exchanges, asks)
    var seen: [RuleFinding] = []
    for finding in findings where !seen.contains(finding) { seen.append(finding) }
    self.findings = seen
  }

  // MARK: - What is asked

  private static func findings(_ ask: SiteAsk) -> [RuleFinding] {
    var findings = AuthorizeCheck(query: ask.query.utf8).findings
    for part in ask.query.split(separator: "&") where part.contains("+") {
      let name = part.prefix { $0 != "=" }
      if ["scope", "response_type"].contains(name) {
        findings.append(RuleFinding(.spacesAsPlus, .init("parameter", String(part.prefix(100)))))
      }
    }
    let wantsToken = ask.value("response_type")?.contains("id_token") ?? false
    if wantsToken, ask.value("nonce") == nil {
      findings.append(RuleFinding(.nonceUnchecked, .init("reason", "absent")))
    }
    if ask.value("state") == nil { findings.append(RuleFinding(.stateUnchecked, .init("reason", "absent"))) }
    return findings
  }

  /// What another browser is given too binds nothing to this one.
  private static func repeated(_ asks: [SiteAsk], _ others: [SiteAsk]) -> [RuleFinding] {
    [("state", SiteRule.stateUnchecked), ("nonce", .nonceUnchecked)].compactMap { name, rule in
      let (own, theirs) = (Set(asks.compactMap { $0.value(name) }), Set(others.compactMap { $0.value(name) }))
      guard let same = own.intersection(theirs).min() else { return nil }
      return RuleFinding(rule, .init("reason", "sameForEverybody"), .init(name, String(same.prefix(100))))
    }
  }

  // MARK: - What comes back

  /// The provider's form is another site's request: cookies come along only where they are `SameSite=None`. A site that answers it with
  /// a redirect gets them all on the next request.
  private static func cookies(_ exchanges: [SiteExchange], _ asks: [SiteAsk]) -> [RuleFinding] {
    let addresses = formAddresses(asks)
    guard !addresses.isEmpty else { return [] }
    let posts = forms(exchanges, to: addresses)
    if let last = posts.last, (300..<400).contains(last.status) { return [] }
    let hosts = Set(addresses.compactMap { RedirectRules.origin(of: $0) })
    let own = exchanges.filter { exchange in
      exchange.address.isEmpty || RedirectRules.origin(of: exchange.address).map(hosts.contains) ?? true
    }
    let sessions = own.flatMap(\.cookies).map(SiteCookie.init).filter(\.isSession)
    guard !sessions.contains(where: \.crossesSites), let lax = sessions.first else { return [] }
    return [
      RuleFinding(
        .sessionCookieLax, .init("cookie", lax.name), .init("sameSite", lax.sameSite),
        .init("callback", posts.last.map { "answered \($0.status)" } ?? "not seen"))
    ]
  }

  /// The form comes from the person's browser, wherever that is: a site that takes it from some addresses alone keeps people out, and learns
  /// nothing of who signed the token in it.
  private static func filtered(_ exchanges: [SiteExchange], _ asks: [SiteAsk]) -> [RuleFinding] {
    guard let refused = forms(exchanges, to: formAddresses(asks)).first(where: { [401, 403].contains($0.status) })
    else { return [] }
    return [RuleFinding(.returnFiltered, .init("status", "\(refused.status)"))]
  }

  private static func formAddresses(_ asks: [SiteAsk]) -> [String] {
    asks.filter { $0.value("response_mode") == "form_post" }.compactMap { $0.value("redirect_uri") }
  }

  private static func forms(_ exchanges: [SiteExchange], to addresses: [String]) -> [SiteExchange] {
    exchanges.filter { $0.method == "POST" && addresses.contains($0.address) }
  }

  /// The provider says a name once. Where its code goes on without it, nobody keeps it.
  private static func dropped(_ exchanges: [SiteExchange], _ asks: [SiteAsk]) -> [RuleFinding] {
    for (index, exchange) in exchanges.enumerated() where exchange.method == "POST" {
      guard let fields = try? FormFields(decoding: exchange.form.utf8), let code = fields["code"], code.count >= 8,
        fields["user"] != nil
      else { continue }
      let later = exchanges[(index + 1)...].map { $0.address + " " + $0.form }
      let places = [exchange.location ?? ""] + later
      if let place = places.first(where: { $0.contains(code) && !$0.contains("user=") && !$0.contains("firstName") }) {
        return [RuleFinding(.userDropped, .init("goesTo", String(place.prefix { $0 != "?" }.prefix(200))))]
      }
    }
    guard asks.contains(where: { ($0.value("scope") ?? "").split(separator: " ").contains("name") }) else { return [] }
    let handler = exchanges.first { $0.body.contains("AppleIDSignInOnSuccess") || $0.body.contains("auth.signIn(") }
    guard let page = handler?.body, !page.contains("stringify"), !namesUser(page) else { return [] }
    return [RuleFinding(.userDropped, .init("script", "never reads user"))]
  }

  /// Whether `user` stands in a page as a word of a script.
  private static func namesUser(_ page: String) -> Bool {
    var rest = page[...]
    while let found = rest.firstRange(of: "user") {
      let before = rest[..<found.lowerBound].last
      let after = rest[found.upperBound...].first
      let isWord = { (letter: Character?) in letter.map { $0.isLetter || $0.isNumber || "_-".contains($0) } ?? false }
      if !isWord(before), !isWord(after) { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }
}

/// A cookie as a site sets it (RFC 6265bis, section 4.1).
struct SiteCookie {
  let name: String
  /// The value of `SameSite` as the site set it; `absent` without one, which browsers take for `Lax`.
  let sameSite: String
  private let attributes: [String]

  init(_ text: String) {
    let parts = text.split(separator: ";").map { $0.drop { $0 == " " } }
    name = String((parts.first ?? "").prefix { $0 != "=" }.prefix(100))
    attributes = parts.dropFirst().map { $0.lowercased() }
    sameSite = attributes.first { $0.hasPrefix("samesite=") }.map { String($0.dropFirst(9).prefix(20)) } ?? "absent"
  }

  /// What scripts cannot read is what a server knows somebody by.
  var isSession: Bool {
    let words = ["sess", "sid", "auth", "csrf"]
    return attributes.contains("httponly") || words.contains { name.lowercased().contains($0) }
  }

  var crossesSites: Bool { sameSite == "none" && attributes.contains("secure") }
}

// SPDX-License-Identifier: Apache-2.0

// MARK: - The account

extension SignInPages {
  /// A site or an app that uses an account.
  package struct KnownSite: Sendable {
    package let id: String
    package let name: String
    /// The date of the first sign-in, such as 2026-11-26.
    package let since: String
    package let sharesName: Bool
    package let sharesMail: Bool

    package init(id: String, name: String, since: String, sharesName: Bool, sharesMail: Bool) {
      (self.id, self.name, self.since) = (id, name, since)
      (self.sharesName, self.sharesMail) = (sharesName, sharesMail)
    }
  }

  /// A browser in which somebody is signed in.
  package struct KnownSession: Sendable {
    package enum Place: Sendable { case here, elsewhere }

    package let id: String
    /// The browser in a few words; empty where that is not known.
    package let browser: String
    package let since: String
    package let place: Place

    package init(id: String, browser: String, since: String, place: Place) {
      (self.id, self.browser, self.since, self.place) = (id, browser, since, place)
    }
  }

  /// What an account's page shows. `passkeys` is nil where there can be none.
  package struct AccountState: Sendable {
    let mail: String
    let sites: [KnownSite]
    let passkeys: PasskeyList?
    let codes: CodeState
    let sessions: [KnownSession]

    package init(
      mail: String, sites: [KnownSite], passkeys: PasskeyList?, codes: CodeState, sessions: [KnownSession]
    ) {
      (self.mail, self.sites, self.passkeys) = (mail, sites, passkeys)
      (self.codes, self.sessions) = (codes, sessions)
    }
  }

  package func account(_ state: AccountState, _ fields: HiddenFields) -> String {
    page(
      texts.accountTitle,
      """
      <h1>\(texts.accountTitle)</h1>
      <p class="account">\(texts.signedInAs.filled(with: state.mail))</p>
      \(siteList(state.sites, fields))\(state.passkeys.map { passkeyList($0, fields) } ?? "")\(codeSection(state.codes, fields))\(sessionList(state.sessions, fields))<form method="post" action="/account/sign-out">\(hidden(fields))<button class="link">\(texts.signOut)</button></form>
      """, script: state.passkeys == nil ? "" : passkeyScript)
  }

  private func siteList(_ sites: [KnownSite], _ fields: HiddenFields) -> HTML {
    guard !sites.isEmpty else { return "<p>\(texts.noSites)</p>\n" }
    let rows = HTML.joined(
      sites.map { site in
        let shared = [site.sharesName ? texts.sharedName : nil, site.sharesMail ? texts.sharedMail : nil]
          .compactMap { $0 }.joined(separator: ", ")
        return """
          <li class="site"><div><strong>\(site.name)</strong>
          <span>\(texts.since.filled(with: site.since)) · \(shared.isEmpty ? texts.sharedNothing : shared)</span></div>
          <form method="post" action="/account/remove">\(hidden(fields))
          <button name="site" value="\(site.id)" class="plain" aria-label="\(texts.remove): \(site.name)">\(texts.remove)</button></form></li>

          """
      })
    return "<p>\(texts.sites) \(texts.removeHint)</p>\n<ul class=\"sites\">\n\(rows)</ul>\n"
  }

  private func sessionList(_ sessions: [KnownSession], _ fields: HiddenFields) -> HTML {
    let rows = HTML.joined(
      sessions.map { session in
        let name = session.browser.isEmpty ? texts.unknownBrowser : session.browser
        let end: HTML =
          session.place == .here
          ? ""
          : """
          <form method="post" action="/account/session/end">\(hidden(fields))
          <button name="session" value="\(session.id)" class="plain" aria-label="\(texts.endSession): \(name)">\(texts.endSession)</button></form>
          """
        let here = session.place == .here ? " · " + texts.thisBrowser : ""
        return """
          <li class="session"><div><strong>\(name)</strong>
          <span>\(texts.since.filled(with: session.since))\(here)</span></div>\(end)</li>

          """
      })
    let all: HTML =
      sessions.count < 2
      ? ""
      : "<form method=\"post\" action=\"/account/session/end\">\(hidden(fields))<button class=\"plain\">\(texts.endOtherSessions)</button></form>\n"
    return "<h2>\(texts.sessions)</h2>\n<ul class=\"sites\">\n\(rows)</ul>\n\(all)"
  }
}

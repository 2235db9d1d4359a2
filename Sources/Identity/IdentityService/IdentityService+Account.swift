// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import SignInPages
import SystemCalls
import WebForms
import WebServer

// MARK: - /account

extension IdentityService {
  static let accountPurpose = "account\n"

  func account(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let cookies = BrowserCookies(usesTLS: settings.usesTLS)
    let known = cookies.browser(of: exchange.request)
    let browser = known ?? RandomText.token("")
    let response: WebResponse
    if let session = try session(of: exchange), let account = try store.account(session.account) {
      let seal = seal.seal(Self.accountPurpose + "\(account.id)", browser: browser, at: exchange.now)
      let page = SignInPages(exchange.language, provider: settings.name).account(
        SignInPages.AccountState(
          mail: account.mail, sites: try sites(of: account),
          passkeys: try passkeyList(of: account, session, exchange),
          codes: try codeState(of: account, session, exchange),
          sessions: try sessions(of: account, session, exchange)), ["seal": seal])
      response = .page(200, page, script: passkeys == nil ? .none : .own)
    } else {
      response = try signInPage(nil, browser, exchange)
    }
    return known == nil ? response.settingCookie(cookies.setBrowser(browser)) : response
  }

  /// The sites that use an account, as their consents have them: also those whose app is gone.
  private func sites(of account: Account) throws(IdentityStoreError) -> [SignInPages.KnownSite] {
    try store.consents(of: account.id).map { consent throws(IdentityStoreError) in
      SignInPages.KnownSite(
        id: consent.primaryApp, name: try store.client(consent.primaryApp)?.name ?? Self.formerName(consent),
        since: CalendarDay(milliseconds: consent.grantedAt).text, sharesName: consent.sharesName == .shared,
        sharesMail: consent.sharesMail == .shared)
    }
  }

  private static func formerName(_ consent: Consent) -> String {
    consent.name.isEmpty ? consent.primaryApp : consent.name
  }

  private func sessions(
    of account: Account, _ own: BrowserSession, _ exchange: Exchange
  ) throws(IdentityStoreError) -> [SignInPages.KnownSession] {
    try store.sessions(of: account.id, at: exchange.now).map { session in
      SignInPages.KnownSession(
        id: session.digest.short, browser: session.browser, since: CalendarDay(milliseconds: session.signedInAt).text,
        place: session.digest == own.digest ? .here : .elsewhere)
    }
  }

  func removeSite(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let (fields, session) = try ownForm(&exchange)
    guard let session, let site = fields["site"] else { return .redirect(to: "/account") }
    try store.endConsent(
      primaryApp: site, account: session.account, at: exchange.now, notification: RandomText.notification)
    exchange.note("outcome", "removed")
    exchange.note("account", String(session.account))
    exchange.note("site", site)
    return .redirect(to: "/account")
  }

  /// Ends a session in another browser by its name, or all others where none is named.
  func endSessions(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let (fields, session) = try ownForm(&exchange)
    guard let session else { return .redirect(to: "/account") }
    exchange.note("account", String(session.account))
    exchange.note("outcome", "sessionsEnded")
    if let name = fields["session"] {
      // Of this account's alone: the name of another's session ends nothing.
      let others = try store.sessions(of: session.account, at: exchange.now)
      if let other = others.first(where: { $0.digest.short == name }) { try store.endSession(other.digest) }
    } else {
      try store.endSessions(of: session.account, but: session.digest)
    }
    return .redirect(to: "/account")
  }

  func signOut(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    // A form of another site's comes without the session's cookie, and must not take it away either.
    guard let session = try ownForm(&exchange).session else { return .redirect(to: "/account") }
    try store.endSession(session.digest)
    return WebResponse.redirect(to: "/account")
      .settingCookie(BrowserCookies(usesTLS: settings.usesTLS).endSession())
  }

  /// The session, if the form comes from a page that was shown to it.
  func ownForm(
    _ exchange: inout Exchange
  ) throws(IdentityStoreError) -> (fields: FormFields, session: BrowserSession?) {
    let body = exchange.request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    guard let fields = try? FormFields(decoding: body), let session = try session(of: exchange) else {
      return (FormFields([]), nil)
    }
    let browser = BrowserCookies(usesTLS: settings.usesTLS).browser(of: exchange.request) ?? ""
    let isOwn =
      seal.isValid(
        fields["seal"] ?? "", Self.accountPurpose + "\(session.account)", browser: browser, at: exchange.now)
      && isOwnOrigin(exchange.request)
    if !isOwn { exchange.note("outcome", "formNotOurs") }
    return (fields, isOwn ? session : nil)
  }
}

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
        account.mail, try sites(of: account), try passkeyList(of: account, session, exchange),
        try codeState(of: account, session, exchange), ["seal": seal])
      response = .page(200, page, script: passkeys == nil ? .none : .own)
    } else {
      response = try signInPage(nil, browser, exchange)
    }
    return known == nil ? response.settingCookie(cookies.setBrowser(browser)) : response
  }

  /// By what is stored of each consent: also where its app is gone.
  private func sites(of account: Account) throws(IdentityStoreError) -> [SignInPages.KnownSite] {
    try store.consents(of: account.id).map { consent throws(IdentityStoreError) in
      SignInPages.KnownSite(
        id: consent.primaryApp, name: try store.client(consent.primaryApp)?.name ?? consent.primaryApp,
        since: CalendarDay(milliseconds: consent.grantedAt).text, sharesName: consent.sharesName == .shared,
        sharesMail: consent.sharesMail == .shared)
    }
  }

  func removeSite(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let (fields, session) = try ownForm(&exchange)
    guard let session, let site = fields["site"] else { return .redirect(to: "/account") }
    try store.endConsent(primaryApp: site, account: session.account, at: exchange.now)
    exchange.note("outcome", "removed")
    exchange.note("account", String(session.account))
    exchange.note("site", site)
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

// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import SignInPages
import SignInRules
import WebForms
import WebServer

/// A request to sign somebody in, of a client that is known and may have it.
struct PermittedRequest {
  let request: AuthorizeRequest
  let client: SignInClient
  /// The query as the browser sent it: forms bring it back.
  let query: String

  /// The origin to which the answer's form goes.
  var origin: String? { RedirectRules.origin(of: request.redirectURI) }
}

// MARK: - /auth/authorize

extension IdentityService {
  func authorize(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    guard let permitted = try permitted(exchange.request.query, &exchange) else { return refused(exchange) }
    let cookies = BrowserCookies(usesTLS: settings.usesTLS)
    let known = cookies.browser(of: exchange.request)
    let browser = known ?? RandomText.token("")
    let session = try session(of: exchange)
    let response =
      if let session, let account = try store.account(session.account) {
        try consentPage(permitted, account, browser, exchange)
      } else {
        try signInPage(permitted, browser, exchange)
      }
    return known == nil ? response.settingCookie(cookies.setBrowser(browser)) : response
  }

  /// What a query asks for, if it breaks no rule. Otherwise the rules are in the exchange.
  func permitted(_ query: String, _ exchange: inout Exchange) throws(IdentityStoreError) -> PermittedRequest? {
    let name = (try? FormFields(decoding: query.utf8))?["client_id"] ?? ""
    exchange.note("client_id", name)
    let client = try store.client(name)
    exchange.client = client
    let check = AuthorizeCheck(
      query: query.utf8, client?.stage == .development ? .underDevelopment : .published)
    exchange.notes += check.notes
    exchange.findings += check.findings
    guard let client else {
      let isNamed = !name.isEmpty && !check.findings.names.contains(RequestRule.clientIsTeamPrefixed.rawValue)
      // First: what else is wrong depends on which client it is.
      if isNamed { exchange.findings.insert(RuleFinding(.clientUnknown, .init("client_id", name)), at: 0) }
      return nil
    }
    let address = (try? FormFields(decoding: query.utf8))?["redirect_uri"] ?? ""
    if !address.isEmpty {
      let registered = try store.redirects(of: client.id)
      if !registered.contains(where: { Array($0.utf8) == Array(address.utf8) }) {
        exchange.findings.append(
          RuleFinding(
            .redirectNotRegistered, .init("redirect_uri", String(address.prefix(300))),
            .init("registered", registered.prefix(5).joined(separator: " "))))
      }
    }
    guard exchange.findings.isEmpty, let request = check.request else { return nil }
    return PermittedRequest(request: request, client: client, query: query)
  }

  /// The page of a refusal that the person stays at: nothing goes to an address that may not be the site's.
  func refused(_ exchange: Exchange) -> WebResponse {
    let isTold = exchange.client?.stage == .development
    let rules = isTold ? exchange.findings.map { ($0.rule.name, $0.factsText) } : []
    let word = exchange.findings.error ?? .invalidRequest
    return .page(
      400,
      SignInPages(exchange.language, provider: settings.name)
        .error(word.rawValue, correlation: exchange.id, rules: rules))
  }

  /// The body is none of a page of this provider's.
  func noForm(_ exchange: inout Exchange) -> WebResponse {
    exchange.findings.append(RuleFinding(.bodyNotForm))
    return refused(exchange)
  }

  func session(of exchange: Exchange) throws(IdentityStoreError) -> BrowserSession? {
    guard let token = BrowserCookies(usesTLS: settings.usesTLS).session(of: exchange.request) else { return nil }
    return try store.session(TokenDigest(of: token), at: exchange.now)
  }

  // MARK: Pages

  static let signInPurpose = "sign-in\n"

  func signInPage(
    _ permitted: PermittedRequest?, _ browser: String, _ exchange: Exchange, mail: String = "",
    _ problem: SignInPages.SignInProblem? = nil
  ) throws(IdentityStoreError) -> WebResponse {
    let query = permitted?.query ?? ""
    let seal = seal.seal(Self.signInPurpose + query, browser: browser, at: exchange.now)
    let page = SignInPages(exchange.language, provider: settings.name).signIn(
      to: permitted?.client.name, mail: mail, problem, passkey: try passkeys?.request(for: browser, at: exchange.now),
      ["query": query, "seal": seal])
    return .page(
      problem == nil ? 200 : 403, page, formsTo: permitted?.origin, script: passkeys == nil ? .none : .own)
  }

  func consentPage(
    _ permitted: PermittedRequest, _ account: Account, _ browser: String, _ exchange: Exchange
  ) throws(IdentityStoreError) -> WebResponse {
    let wish = try wish(permitted, of: account)
    let seal = seal.seal(Self.consentPurpose(account, wish, permitted.query), browser: browser, at: exchange.now)
    let page = SignInPages(exchange.language, provider: settings.name).consent(
      wish, ["query": permitted.query, "seal": seal])
    return .page(200, page, formsTo: permitted.origin)
  }

  /// What the site would learn that it does not know yet.
  func wish(_ permitted: PermittedRequest, of account: Account) throws(IdentityStoreError) -> SignInPages.Wish {
    let known = try store.consents(of: account.id).first { $0.primaryApp == permitted.client.primaryApp }
    let scopes = permitted.request.scopes
    return SignInPages.Wish(
      site: permitted.client.name, mail: account.mail,
      name: known == nil && scopes.contains(.name) ? (account.givenName, account.familyName) : nil,
      sharesMail: scopes.contains(.email) && known?.sharesMail != .shared, isFirst: known == nil)
  }

  /// Who signed in, and what the page said, are part of it: a form allows nothing for another person, and nothing that its page
  /// did not name.
  static func consentPurpose(_ account: Account, _ wish: SignInPages.Wish, _ query: String) -> String {
    "consent\n\(account.id) \(wish.isFirst) \(wish.name != nil) \(wish.sharesMail)\n" + query
  }
}

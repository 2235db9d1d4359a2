// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import IdentityModel
import SecretMemory
import SignInPages
import SignInRules
import WebForms
import WebServer

// MARK: - /auth/sign-in

extension IdentityService {
  func signIn(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    guard
      let form = exchange.request.body.withBytes({ try? SecretForm(decoding: $0, secretField: "password") })
    else { return noForm(&exchange) }
    let fields = form.fields
    // Without one it is a password that nobody can have: it is too short.
    let password = form.takeSecret() ?? SecretBytes(count: 1) { _ in }
    let query = fields["query"] ?? ""
    var permitted: PermittedRequest?
    if !query.isEmpty {
      permitted = try self.permitted(query, &exchange)
      if permitted == nil { return refused(exchange) }
    }
    let browser = BrowserCookies(usesTLS: settings.usesTLS).browser(of: exchange.request) ?? ""
    guard isSignInForm(fields, browser, exchange) else {
      exchange.note("outcome", "formNotOurs")
      return try freshSignIn(permitted, exchange)
    }
    if fields["decision"] == "cancel", let permitted { return cancelled(permitted, &exchange) }
    let mail = fields["mail"] ?? ""
    let isKnown = seal.knows(
      BrowserCookies(usesTLS: settings.usesTLS).known(of: exchange.request), mail, browser: browser, at: exchange.now)
    switch try passwords.check(
      mail, password, from: isKnown ? browser : nil, network: network(of: exchange.request), at: exchange.now)
    {
    case .right(let account):
      guard try store.codeSecret(of: account.id) != nil else {
        return try begin(account, query, browser, &exchange)
      }
      exchange.note("outcome", "codeNeeded")
      return codePage(permitted, account.id, browser, exchange)
    case .wrong:
      exchange.note("outcome", "wrongPassword")
      return try signInPage(permitted, browser, exchange, mail: String(mail.prefix(254)), .wrong)
    case .wait(let milliseconds):
      exchange.note("outcome", "wait")
      return try signInPage(
        permitted, browser, exchange, mail: String(mail.prefix(254)),
        .wait(seconds: Int((milliseconds + 999) / 1000)))
    }
  }

  /// The network that the proxy names; nil where none in front of this is trusted to. What a browser sent of it itself stands before what the
  /// proxy adds: the last is the proxy's. One that names none counts as one network, which is not let off.
  private func network(of request: WebRequest) -> ClientNetwork? {
    guard settings.forwardedAddresses == .trusted else { return nil }
    let last = request.headers["x-forwarded-for"]?.split(separator: ",").last.map {
      $0.drop { $0 == " " }.split(separator: " ").first ?? ""
    }
    return last.flatMap { ClientNetwork($0) } ?? ClientNetwork("0.0.0.0")
  }

  /// A browser that sends no cookie, or whose page is too old, gets a new page.
  func freshSignIn(
    _ permitted: PermittedRequest?, _ exchange: Exchange
  ) throws(IdentityStoreError) -> WebResponse {
    let browser = RandomText.token("")
    return try signInPage(permitted, browser, exchange, .expired)
      .settingCookie(BrowserCookies(usesTLS: settings.usesTLS).setBrowser(browser))
  }

  /// Whether the form is of a page that was shown in this browser, for the request that it names.
  func isSignInForm(_ fields: FormFields, _ browser: String, _ exchange: Exchange) -> Bool {
    let purpose = Self.signInPurpose + (fields["query"] ?? "")
    return !browser.isEmpty && seal.isValid(fields["seal"] ?? "", purpose, browser: browser, at: exchange.now)
      && isOwnOrigin(exchange.request)
  }

  /// Browsers say from where a form comes (RFC 6454, section 7, and Fetch Metadata); those that do not are believed for their
  /// cookie and seal. A page without a referrer, as those here, has its forms sent with the origin `null`, and so has another
  /// site's frame in a sandbox: `Sec-Fetch-Site` tells them apart.
  func isOwnOrigin(_ request: WebRequest) -> Bool {
    if let site = request.headers["sec-fetch-site"], site != "same-origin" { return false }
    guard let origin = request.headers["origin"], origin != "null" else { return true }
    return origin.lowercased() == settings.address
  }

  func begin(
    _ account: Account, _ query: String, _ browser: String, _ exchange: inout Exchange
  ) throws(IdentityStoreError) -> WebResponse {
    let token = RandomText.token("s")
    // The browser forgets it now, and nobody else is meant to have it.
    if let former = try session(of: exchange) { try store.endSession(former.digest) }
    try store.add(
      BrowserSession(
        digest: TokenDigest(of: token), account: account.id, signedInAt: exchange.now,
        expiresAt: exchange.now + BrowserCookies.sessionSeconds * 1000,
        browser: BrowserName(userAgent: exchange.request.headers["user-agent"]).text))
    exchange.note("outcome", "signedIn")
    exchange.note("account", String(account.id))
    // The address is this server's own, whatever the query holds.
    let cookies = BrowserCookies(usesTLS: settings.usesTLS)
    return WebResponse.redirect(to: query.isEmpty ? "/account" : "/auth/authorize?" + query)
      .settingCookie(cookies.setSession(token))
      .settingCookie(cookies.setKnown(seal.known(account.mail, browser: browser, at: exchange.now)))
  }
}

// MARK: - /auth/consent

extension IdentityService {
  func consent(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let body = exchange.request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    guard let fields = try? FormFields(decoding: body) else { return noForm(&exchange) }
    let query = fields["query"] ?? ""
    guard let permitted = try permitted(query, &exchange) else { return refused(exchange) }
    let cookies = BrowserCookies(usesTLS: settings.usesTLS)
    let browser = cookies.browser(of: exchange.request) ?? ""
    guard !browser.isEmpty, let session = try session(of: exchange), let account = try store.account(session.account)
    else {
      exchange.note("outcome", "formNotOurs")
      return try freshSignIn(permitted, exchange)
    }
    let purpose = Self.consentPurpose(account, try wish(permitted, of: account), query)
    guard seal.isValid(fields["seal"] ?? "", purpose, browser: browser, at: exchange.now),
      isOwnOrigin(exchange.request)
    else {
      // Another site sent it, or what it would allow is no longer what its page said.
      exchange.note("account", String(account.id))
      exchange.note("outcome", "formNotOurs")
      var page = try consentPage(permitted, account, browser, exchange)
      page.status = 403
      return page
    }
    exchange.note("account", String(account.id))
    switch fields["decision"] {
    case "continue": return try allow(permitted, account, session, fields, &exchange)
    case "other":
      try store.endSession(session.digest)
      return WebResponse.redirect(to: "/auth/authorize?" + query).settingCookie(cookies.endSession())
    default: return cancelled(permitted, &exchange)
    }
  }

  private func allow(
    _ permitted: PermittedRequest, _ account: Account, _ session: BrowserSession, _ fields: FormFields,
    _ exchange: inout Exchange
  ) throws(IdentityStoreError) -> WebResponse {
    let request = permitted.request
    let code = RandomText.token("c")
    let occasion = try store.grant(
      CodeGrant(
        code: TokenDigest(of: code), client: permitted.client.id, primaryApp: permitted.client.primaryApp,
        account: account.id, redirectURI: request.redirectURI, nonce: request.nonce,
        sharesName: request.scopes.contains(.name) ? .shared : .notShared,
        sharesMail: request.scopes.contains(.email) ? .shared : .notShared, signedInAt: session.signedInAt,
        expiresAt: exchange.now + CodeGrant.life, family: SystemRandom.bytes(16)),
      at: exchange.now)
    exchange.note("outcome", occasion == .first ? "firstConsent" : "consent")
    exchange.note("scope", request.scopes.map(\.rawValue).sorted().joined(separator: " "))
    exchange.note("code", secret: code)
    var answer: [FormFields.Field] = []
    if let state = request.state { answer.append(.init("state", state)) }
    answer.append(.init("code", code))
    if request.responseType == .codeAndToken {
      answer.append(.init("id_token", try frontToken(permitted, account, session, code, exchange)))
    }
    if occasion == .first, let user = Self.user(request.scopes, account, fields) {
      answer.append(.init("user", user))
    }
    return delivery(of: answer, to: permitted, exchange)
  }

  private func frontToken(
    _ permitted: PermittedRequest, _ account: Account, _ session: BrowserSession, _ code: String, _ exchange: Exchange
  ) throws(IdentityStoreError) -> String {
    let request = permitted.request
    return try identityToken(
      for: permitted.client, account, nil, nonce: request.nonce,
      mail: request.scopes.contains(.email) ? account.mail : nil, signedInAt: session.signedInAt,
      companion: (.code, code), exchange)
  }

  func identityToken(
    for client: SignInClient, _ account: Account, _ known: String?, nonce: String?, mail: String?, signedInAt: Int64,
    companion: (claim: IdentityToken.Companion, value: String), _ exchange: Exchange
  ) throws(IdentityStoreError) -> String {
    let subject =
      if let known { known } else {
        try store.subject(of: account.id, inTeam: client.team, proposing: Subject.new())
      }
    let token = IdentityToken(
      issuer: settings.issuer, audience: client.id, subject: subject, nonce: nonce, mail: mail,
      claimForm: settings.claimForm, signedInAt: Int(signedInAt / 1000), companion: companion)
    guard let key = keys.current(at: exchange.now), let signed = try? token.signed(with: key, at: exchange.seconds)
    else { throw .unavailable }
    return signed
  }
}

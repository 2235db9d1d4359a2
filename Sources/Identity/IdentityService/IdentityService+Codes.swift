// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import IdentityModel
import JOSECoding
import SecretMemory
import SignInPages
import WebForms
import WebServer

// MARK: - /auth/code

extension IdentityService {
  private static let codeLife: Int64 = 10 * 60 * 1000

  /// The seal says that the password was right, in this browser and for this request.
  private static func codePurpose(_ account: Int64, _ query: String) -> String { "code\n\(account)\n" + query }

  func codePage(
    _ permitted: PermittedRequest?, _ account: Int64, _ browser: String, _ exchange: Exchange,
    _ problem: SignInPages.SignInProblem? = nil
  ) -> WebResponse {
    let query = permitted?.query ?? ""
    let seal = seal.seal(
      Self.codePurpose(account, query), browser: browser, at: exchange.now, for: Self.codeLife)
    let page = SignInPages(exchange.language, provider: settings.name).code(
      to: permitted?.client.name, problem, ["query": query, "account": String(account), "seal": seal])
    return .page(problem == nil ? 200 : 403, page, formsTo: permitted?.origin)
  }

  func codeSignIn(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let body = exchange.request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    guard let fields = try? FormFields(decoding: body) else { return noForm(&exchange) }
    let query = fields["query"] ?? ""
    var permitted: PermittedRequest?
    if !query.isEmpty {
      permitted = try self.permitted(query, &exchange)
      if permitted == nil { return refused(exchange) }
    }
    let browser = BrowserCookies(usesTLS: settings.usesTLS).browser(of: exchange.request) ?? ""
    guard let number = Int64(fields["account"] ?? ""), !browser.isEmpty, isOwnOrigin(exchange.request),
      seal.isValid(fields["seal"] ?? "", Self.codePurpose(number, query), browser: browser, at: exchange.now),
      let account = try store.account(number), let sealed = try store.codeSecret(of: number)
    else {
      exchange.note("outcome", "formNotOurs")
      return try freshSignIn(permitted, exchange)
    }
    if fields["decision"] == "cancel", let permitted { return cancelled(permitted, &exchange) }
    // Whoever has the password has a few tries: a code is one of a million.
    let key = TokenDigest(of: "code:\(number)")
    if let next = try store.beginTry(key, at: exchange.now, delay: PasswordCheck.delay) {
      exchange.note("outcome", "wait")
      return codePage(
        permitted, number, browser, exchange, .wait(seconds: Int((next - exchange.now + 999) / 1000)))
    }
    guard let secret = codes.open(sealed, of: number, in: .store),
      let step = OneTimePassword.step(of: fields["code"] ?? "", secret, at: exchange.now),
      try store.useCode(ofStep: step, account: number)
    else {
      exchange.note("outcome", "wrongCode")
      return codePage(permitted, number, browser, exchange, .code)
    }
    try store.forgetTries(key)
    return try begin(account, query, browser, &exchange)
  }

  // MARK: - At the account's page

  func codeState(
    of account: Account, _ session: BrowserSession, _ exchange: Exchange
  ) throws(IdentityStoreError) -> SignInPages.CodeState {
    let isOn = try store.codeSecret(of: account.id) != nil
    return SignInPages.CodeState(isOn: isOn, mayChange: isFresh(session, exchange))
  }

  /// Shows a new secret. Nothing is kept before its first code is right.
  func beginCodes(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    guard let (_, account) = try freshForm(&exchange) else { return .redirect(to: "/account") }
    return try setupPage(SystemRandom.secret(OneTimePassword.secretLength), account, exchange)
  }

  func addCodes(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    guard let (fields, account) = try freshForm(&exchange), let sealed = Base64URL.decode((fields["new"] ?? "").utf8),
      let secret = codes.open(sealed, of: account.id, in: .form)
    else { return .redirect(to: "/account") }
    guard let step = OneTimePassword.step(of: fields["code"] ?? "", secret, at: exchange.now) else {
      exchange.note("outcome", "wrongCode")
      return try setupPage(secret, account, exchange, .code)
    }
    guard let kept = try? codes.seal(secret, of: account.id, in: .store) else { throw .unavailable }
    try store.setCodeSecret(kept, of: account.id, usedStep: step)
    exchange.note("outcome", "codesOn")
    return .redirect(to: "/account")
  }

  func removeCodes(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    guard let (_, account) = try freshForm(&exchange) else { return .redirect(to: "/account") }
    try store.removeCodeSecret(of: account.id)
    exchange.note("outcome", "codesOff")
    return .redirect(to: "/account")
  }

  private func freshForm(
    _ exchange: inout Exchange
  ) throws(IdentityStoreError) -> (fields: FormFields, account: Account)? {
    let (fields, session) = try ownForm(&exchange)
    guard let session, let account = try store.account(session.account) else { return nil }
    exchange.note("account", String(account.id))
    guard isFresh(session, exchange) else {
      exchange.note("outcome", "signInTooOld")
      return nil
    }
    return (fields, account)
  }

  private func setupPage(
    _ secret: borrowing SecretBytes, _ account: Account, _ exchange: Exchange,
    _ problem: SignInPages.SignInProblem? = nil
  ) throws(IdentityStoreError) -> WebResponse {
    guard let sealed = try? codes.seal(secret, of: account.id, in: .form) else { throw .unavailable }
    let browser = BrowserCookies(usesTLS: settings.usesTLS).browser(of: exchange.request) ?? ""
    let seal = seal.seal(Self.accountPurpose + "\(account.id)", browser: browser, at: exchange.now)
    let text = OneTimePassword.base32(secret)
    let label = FormFields([.init("issuer", settings.name), .init("secret", text)]).encoded
    let page = SignInPages(exchange.language, provider: settings.name).codeSetup(
      text, link: "otpauth://totp/\(account.mail)?\(label)", problem,
      ["seal": seal, "new": Base64URL.encode(sealed)])
    return .page(problem == nil ? 200 : 403, page)
  }
}

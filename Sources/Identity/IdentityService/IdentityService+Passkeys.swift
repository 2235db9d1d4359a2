// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import IdentityModel
import JOSECoding
import SignInPages
import WebAuthn
import WebForms
import WebServer

// MARK: - /auth/passkey

extension IdentityService {
  func passkeySignIn(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let body = exchange.request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    guard let passkeys, let fields = try? FormFields(decoding: body) else { return noForm(&exchange) }
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
    switch try passkeys.signIn(fields["response"] ?? "", from: browser, at: exchange.now) {
    case .handle(let handle):
      // One whose account is gone signs nobody in.
      guard let account = try store.account(passkeyHandle: handle) else { break }
      return try begin(account, query, browser, &exchange)
    case .refusal(.stale):
      exchange.note("outcome", "passkeyStale")
      return try signInPage(permitted, browser, exchange, .expired)
    case .refusal(.refused(let reason)):
      exchange.note("passkey", reason)
    }
    exchange.note("outcome", "wrongPasskey")
    return try signInPage(permitted, browser, exchange, .passkey)
  }

  // MARK: - The account's passkeys

  /// Whoever finds a browser open must not leave a key of theirs behind, nor take codes away.
  private static let freshFor: Int64 = 15 * 60 * 1000

  func passkeyList(
    of account: Account, _ session: BrowserSession, _ exchange: Exchange
  ) throws(IdentityStoreError) -> SignInPages.PasskeyList? {
    guard let passkeys else { return nil }
    let handle = try handle(of: account)
    let records = try passkeys.list(of: handle)
    let known = records.map { SignInPages.KnownPasskey(id: Base64URL.encode($0.id), isSynced: $0.isBackedUp) }
    if records.count >= PasskeyCeremonies.most { return .init(known, .full) }
    guard isFresh(session, exchange) else { return .init(known, .signInFirst) }
    return .init(known, .options(try passkeys.creation(for: account, handle, session, at: exchange.now)))
  }

  func addPasskey(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let (fields, session) = try ownForm(&exchange)
    guard let passkeys, let session, let account = try store.account(session.account) else {
      return .redirect(to: "/account")
    }
    exchange.note("account", String(account.id))
    guard isFresh(session, exchange) else {
      exchange.note("outcome", "signInTooOld")
      return .redirect(to: "/account")
    }
    let handle = try handle(of: account)
    guard try passkeys.list(of: handle).count < PasskeyCeremonies.most else {
      exchange.note("outcome", "tooManyPasskeys")
      return .redirect(to: "/account")
    }
    switch try passkeys.register(fields["response"] ?? "", for: account, handle, session, at: exchange.now) {
    case nil: exchange.note("outcome", "passkeyAdded")
    case .stale: exchange.note("outcome", "passkeyStale")
    case .refused(let reason):
      exchange.note("outcome", "wrongPasskey")
      exchange.note("passkey", reason)
    }
    return .redirect(to: "/account")
  }

  func removePasskey(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let (fields, session) = try ownForm(&exchange)
    guard let passkeys, let session, let account = try store.account(session.account) else {
      return .redirect(to: "/account")
    }
    exchange.note("account", String(account.id))
    let isRemoved = try passkeys.remove(fields["passkey"] ?? "", of: try handle(of: account))
    exchange.note("outcome", isRemoved ? "passkeyRemoved" : "passkeyUnknown")
    return .redirect(to: "/account")
  }

  func isFresh(_ session: BrowserSession, _ exchange: Exchange) -> Bool {
    (0...Self.freshFor).contains(exchange.now - session.signedInAt)
  }

  private func handle(of account: Account) throws(IdentityStoreError) -> [UInt8] {
    try store.passkeyHandle(of: account.id, proposing: SystemRandom.bytes(PasskeyCeremonies.handleLength))
  }
}

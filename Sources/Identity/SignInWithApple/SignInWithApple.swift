// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import Clocks
import CryptoPrimitives
import Glibc
package import JOSECoding
import SignInRules
public import SignInSite
import SystemCalls
import Threads
import WebForms
import WireFormat

/// Signs people in to a site, at Apple's provider or another one that speaks the same protocol: which one is a matter of settings.
///
/// A site begins (`begin`), keeps the attempt in the person's session, and sends the browser away. The provider has the browser post
/// its answer, as another site's request, which comes without the site's own cookies: `hold` keeps the answer and the site redirects
/// to a page of its own, where `finish` compares it with the attempt. All calls may wait for the network, and any thread may make them.
public final class SignInWithApple: Sendable {
  /// The settings that the site was given when it was registered.
  public let settings: SiteSettings
  private let key: JWSSigningKey
  private let network: any SiteNetwork
  private let store: any SiteStore
  private let keys: ProviderKeys
  private let clock: @Sendable () -> Int
  private let secret = Locked<ClientSecret?>(nil)

  /// Reads the site's private key from its file, `AuthKey_KEYID.p8`.
  ///
  /// - Throws: `SignInError.key` where the file cannot be read or holds no such key.
  public convenience init(
    _ settings: SiteSettings, keyFile: String, store: any SiteStore, network: any SiteNetwork = ProviderNetwork()
  ) throws(SignInError) {
    guard let key = JWSSigningKey(id: settings.keyID, try Self.key(keyFile)) else { throw .key("notP256") }
    self.init(settings, key, store, network)
  }

  /// `clock` gives the seconds since 1970, `steady` seconds that nobody sets.
  package init(
    _ settings: SiteSettings, _ key: JWSSigningKey, _ store: any SiteStore, _ network: any SiteNetwork,
    clock: @escaping @Sendable () -> Int = { WallClock.seconds },
    steady: @escaping @Sendable () -> Int = { Int(BootClock.system.now().milliseconds / 1000) }
  ) {
    (self.settings, self.key, self.store, self.network) = (settings, key, store, network)
    self.clock = clock
    keys = ProviderKeys(settings.provider, network, clock: steady)
  }

  private static func key(_ path: String) throws(SignInError) -> ECPrivateKey {
    var text = WireBuffer(smallest: 4096, capacity: KeyFile.largest + 2)
    do throws(SystemError) {
      let file = try FileDescriptor.open(path, O_RDONLY | O_CLOEXEC)
      while text.count <= KeyFile.largest {
        let before = text.count
        try text.extend(room: 1) { span throws(SystemError) in try file.readAvailable(into: &span) }
        if text.count == before { break }
      }
    } catch { throw .key("\(error)") }
    do throws(KeyFile.Failure) {
      return try text.withBytes { (text) throws(KeyFile.Failure) in try KeyFile.key(text) }
    } catch { throw .key("\(error)") }
  }

  // MARK: - Signing in

  /// A new attempt, and the address at the provider to send the browser to.
  public func begin(_ scopes: [SignInAttempt.Scope] = [.name, .email]) -> (attempt: SignInAttempt, address: String) {
    let attempt = SignInAttempt(state: Self.random(), nonce: Self.random())
    return (attempt, attempt.address(settings, scopes))
  }

  /// Keeps what the provider had the browser post. Nobody can fill the store: the token in it must be the provider's, for this site, and
  /// each token has one place. What has none, because somebody went back, is in the cookie alone.
  ///
  /// - Throws: `SignInError.cancelled` is not thrown here, so that the page that is redirected to can say it; what cannot be read, and
  ///   a token that breaks a rule, is.
  public func hold(_ body: [UInt8]) throws(SignInError) -> HeldCallback {
    let form = try Self.form(body)
    guard case .code(let code, let token) = form.outcome else {
      guard let held = HeldCallback(carrying: form) else { throw .callbackUnreadable("state") }
      return held
    }
    guard let token else { throw .callbackUnreadable("id_token") }
    _ = try verify(token, nonce: nil, .code(code))
    let (place, secret) = (Self.digest(token), Self.random())
    try stored { () throws(SiteStoreError) in
      try store.keep(
        Self.digest(secret) + "\n" + String(decoding: body, as: UTF8.self), .callback, place,
        until: clock() + HeldCallback.seconds)
    }
    return HeldCallback(place: place, secret: secret)
  }

  /// Finishes what was held, on the page that the browser was redirected to. `cookies` is its `Cookie` header; `attempt` is what the
  /// session kept, and is to be removed from it first.
  ///
  /// - Throws: `SignInError`, each case by what is wrong.
  public func finish(cookies: String, _ attempt: SignInAttempt?) throws(SignInError) -> SignedIn {
    guard let ticket = HeldCallback.ticket(in: cookies) else { throw .callbackUnknown }
    switch HeldCallback.contents(of: ticket) {
    case .carried(let body): return try finish(body, attempt)
    case .kept(let place, let secret): return try finish(try taken(place, secret), attempt)
    case nil: throw .callbackUnknown
    }
  }

  /// The answer that was kept at a place, for whoever has the secret that belongs to it.
  private func taken(_ place: String, _ secret: String) throws(SignInError) -> [UInt8] {
    let held = try stored { () throws(SiteStoreError) in try store.take(.callback, place, at: clock()) }
    let parts = held?.split(separator: "\n", maxSplits: 1) ?? []
    guard parts.count == 2, parts[0] == Self.digest(secret) else { throw .callbackUnknown }
    return Array(parts[1].utf8)
  }

  /// Finishes what the site's own page posts after a popup: the fields `code`, `id_token`, `state` and, if it was there, `user`.
  ///
  /// - Throws: `SignInError`, each case by what is wrong.
  public func finish(_ body: [UInt8], _ attempt: SignInAttempt?) throws(SignInError) -> SignedIn {
    let form = try Self.form(body)
    guard let attempt else { throw .attemptMissing }
    guard Array(form.state.utf8) == Array(attempt.state.utf8) else { throw .stateOther }
    switch form.outcome {
    case .cancelled: throw .cancelled
    case .error(let word): throw .refused(word: word, description: "", correlation: nil)
    case .code(let code, let token):
      guard let token else { throw .callbackUnreadable("id_token") }
      let front = try verify(token, nonce: attempt.nonce, .code(code))
      // Before the code is redeemed: whatever fails from here on, the provider does not say it again.
      if let user = form.user {
        try stored { () throws(SiteStoreError) in try store.keep(user.text, .user, front.subject, until: nil) }
      }
      let answer = try redeem([
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", settings.redirect),
      ])
      let identity = try verify(answer.identityToken, nonce: attempt.nonce, .accessToken(answer.accessToken))
      guard identity.subject == front.subject else { throw .token(TokenRefusal(.subjectOther, identity.subject)) }
      return try signedIn(identity, answer.refreshToken)
    }
  }

  /// The site has what the provider said once: it is kept no longer.
  ///
  /// - Throws: `SignInError.store` where it could not be removed.
  public func userIsStored(of subject: String) throws(SignInError) {
    _ = try stored { () throws(SiteStoreError) in try store.take(.user, subject, at: clock()) }
  }

  private func signedIn(_ identity: VerifiedIdentity, _ refresh: String?) throws(SignInError) -> SignedIn {
    let user = try stored { () throws(SiteStoreError) in try store.value(.user, identity.subject, at: clock()) }
    return SignedIn(identity: identity, refreshToken: refresh, user: user.flatMap { SignInUser($0) })
  }

  // MARK: - Afterwards

  /// Asks whether the person still uses their account with this site; at most once a day for each, as Apple has it.
  ///
  /// - Throws: `SignInError.refused` with `invalid_grant` where they do not.
  public func refresh(_ token: String) throws(SignInError) -> SignedIn {
    let answer = try redeem([("grant_type", "refresh_token"), ("refresh_token", token)])
    let identity = try verify(answer.identityToken, nonce: nil, .accessToken(answer.accessToken))
    return try signedIn(identity, answer.refreshToken ?? token)
  }

  /// Ends the person's consent, when they delete their account with the site. The next time they sign in is a first one again.
  ///
  /// - Throws: `SignInError` where the provider did not end it: the account may be deleted, and the token is kept until it did.
  public func revoke(_ refreshToken: String) throws(SignInError) {
    let answer = try post(settings.provider.revoke, [("token", refreshToken), ("token_type_hint", "refresh_token")])
    guard answer.status == 200 else { throw Self.refusal(answer) }
  }

  /// Verifies a token of the provider's, also one that an app brings: its signature, its issuer, for whom and when it is, and that it
  /// was made for the attempt, where that is known.
  ///
  /// - Throws: `SignInError.token` with the rule that it breaks, `unreachable` where the keys cannot be had.
  public func verify(_ identityToken: String, nonce: String?) throws(SignInError) -> VerifiedIdentity {
    try verify(identityToken, nonce: nonce, nil)
  }

  /// Reads a notification's body and keeps its event until the site says that it has acted on it. Nil where it said so before: then
  /// there is nothing to do but to answer 200. One that comes again before that is given again, also to another server that asks at
  /// the same time: what is done about it must do no harm when it is done twice.
  ///
  /// - Throws: `SignInError.token` with the rule that it breaks, `unreachable` and `store` where it should be sent again.
  public func event(_ body: [UInt8]) throws(SignInError) -> ProviderEvent? {
    guard body.count <= ProviderEvent.largest, let text = ProviderEvent.payload(body) else {
      throw .token(TokenRefusal(.notJSON, "payload"))
    }
    let token = try signed(text)
    let event: ProviderEvent
    do { event = try ProviderEvent(token, settings, at: clock()) } catch { throw .token(error) }
    let known = try stored { () throws(SiteStoreError) -> String? in
      guard try store.note(event.stored, .event, event.id, until: nil) == .knownBefore else { return nil }
      return try store.value(.event, event.id, at: clock())
    }
    return known == Self.handled ? nil : event
  }

  /// The value that an event has once it was acted on.
  private static let handled = ""

  /// Notes that the site has acted on an event, which is not given again.
  ///
  /// - Throws: `SignInError.store` where that could not be noted; the event is given again.
  public func eventIsHandled(_ event: ProviderEvent) throws(SignInError) {
    // As long as its token holds, the provider may send it again.
    try stored { () throws(SiteStoreError) in
      try store.keep(Self.handled, .event, event.id, until: event.expires + settings.tolerance)
    }
  }

  /// The events that were taken and not acted on, the oldest first. A site that answers before it acts asks when it starts: it may have
  /// ended in between.
  ///
  /// - Throws: `SignInError.store` where the store cannot be read.
  public func unhandledEvents() throws(SignInError) -> [ProviderEvent] {
    let values = try stored { () throws(SiteStoreError) in try store.values(.event, at: clock()) }
    return values.compactMap { ProviderEvent(stored: $0) }.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  // MARK: - Parts

  private func verify(
    _ text: String, nonce: String?, _ companion: VerifiedIdentity.Companion?
  ) throws(SignInError) -> VerifiedIdentity {
    let token = try signed(text)
    do { return try VerifiedIdentity(token, settings, nonce: nonce, companion, at: clock()) } catch {
      throw .token(error)
    }
  }

  private func signed(_ text: String) throws(SignInError) -> SignedToken {
    let token: UnverifiedToken
    do { token = try UnverifiedToken(text) } catch { throw .token(error) }
    let key = try keys.key(token.keyID)
    do { return try token.verified(with: key) } catch { throw .token(error) }
  }

  private func redeem(_ fields: [(String, String)]) throws(SignInError) -> TokenAnswer {
    let answer = try post(settings.provider.token, fields)
    guard answer.status == 200 else { throw Self.refusal(answer) }
    guard let tokens = TokenAnswer(answer.body) else { throw .answerUnreadable(status: answer.status) }
    return tokens
  }

  private func post(_ address: String, _ fields: [(String, String)]) throws(SignInError) -> SiteAnswer {
    let proof = [("client_id", settings.client), ("client_secret", try currentSecret())]
    let form = FormFields((proof + fields).map { FormFields.Field($0.0, $0.1) }).encoded
    do { return try network.send(SiteRequest(address, form: Array(form.utf8))) } catch {
      throw .unreachable(error.reason)
    }
  }

  private func currentSecret() throws(SignInError) -> String {
    let now = clock()
    return try secret.withLock { (secret) throws(SignInError) in
      if let secret, !secret.isDue(at: now) { return secret.text }
      let fresh: ClientSecret
      do { fresh = try ClientSecret(settings, key, at: now) } catch { throw .key("\(error)") }
      secret = fresh
      return fresh.text
    }
  }

  private static func refusal(_ answer: SiteAnswer) -> SignInError {
    guard let (word, description) = TokenAnswer.refusal(answer.body) else {
      return .answerUnreadable(status: answer.status)
    }
    return .refused(word: word, description: description, correlation: answer.correlation)
  }

  private static func form(_ body: [UInt8]) throws(SignInError) -> CallbackForm {
    do { return try CallbackForm(body) } catch { throw .callbackUnreadable("\(error)") }
  }

  private func stored<Result>(_ body: () throws(SiteStoreError) -> Result) throws(SignInError) -> Result {
    do { return try body() } catch { throw .store(error) }
  }

  /// 256 bits.
  private static func random() -> String { Base64URL.encode(SystemRandom.bytes(32)) }

  /// Whoever reads the store cannot come back with what is in it.
  private static func digest(_ ticket: String) -> String { Base64URL.encode(SHA256.hash(Array(ticket.utf8).span)) }
}

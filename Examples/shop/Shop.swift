// SPDX-License-Identifier: Apache-2.0
import Glibc
import SignInWithApple
import Threads
import WebServer

/// The shop's answers. What it knows of people is in `state`.
final class Shop: Sendable {
  struct Account {
    var name: String
    var mail: String?
    /// Whether mail arrives: the provider says where a private address stops to forward.
    var mailArrives = true
    /// Needed when the account is deleted. Nil where the person has taken their consent back.
    var refreshToken: String?
  }

  struct Session {
    /// What was begun, until it is finished.
    var attempt: SignInAttempt?
    var subject: String?
  }

  private struct State {
    var accounts: [String: Account] = [:]
    var sessions: [String: Session] = [:]
  }

  private let state = Locked(State())
  private let site: SignInWithApple
  private let address: String
  private let pages: ShopPages

  init(_ site: SignInWithApple, at address: String) {
    (self.site, self.address) = (site, address)
    pages = ShopPages(site.settings)
  }

  func answer(_ request: WebRequest) -> WebResponse {
    // The cookie of a session is `Lax`: another site's form comes without it, and so changes nothing of anybody's.
    let session = request.cookie("shop").flatMap { id in state.withLock { $0.sessions[id] != nil } ? id : nil }
    switch (request.method, request.path) {
    case ("GET", "/"): return front(session)
    case ("GET", "/shop.js"): return pages.script
    case ("POST", "/sign-in"): return begin(session)
    case ("POST", "/callback"): return callback(request)
    case ("GET", "/finish"): return finish(session, request)
    case ("POST", "/popup"): return popup(session, request)
    case ("POST", "/sign-out"): return signOut(session)
    case ("POST", "/delete"): return delete(session)
    case ("POST", "/notifications"): return notification(request)
    default: return WebResponse(404)
    }
  }

  private func front(_ session: String?) -> WebResponse {
    let account = state.withLock { state in
      session.flatMap { state.sessions[$0]?.subject }.flatMap { state.accounts[$0] }
    }
    if let account { return pages.account(account) }
    // The page's script begins by itself: what it will ask with is known to the session first.
    let (attempt, _) = site.begin()
    return kept(session, attempt, pages.welcome(attempt))
  }

  // MARK: - Signing in

  /// Without a popup: the browser goes to the provider, and comes back by its form.
  private func begin(_ session: String?) -> WebResponse {
    let (attempt, address) = site.begin()
    return kept(session, attempt, .redirect(to: address))
  }

  private func kept(_ session: String?, _ attempt: SignInAttempt, _ response: WebResponse) -> WebResponse {
    let id = session ?? site.begin().attempt.state
    state.withLock { $0.sessions[id, default: Session()].attempt = attempt }
    return response.setting("shop=\(id); Path=/; HttpOnly; SameSite=Lax")
  }

  /// The provider's form: another site's request, without the session. It waits, and the browser comes again by itself.
  private func callback(_ request: WebRequest) -> WebResponse {
    do throws(SignInError) {
      return .redirect(to: address + "/finish").setting(try site.hold(request.bytes).cookie)
    } catch { return pages.problem(error) }
  }

  private func finish(_ session: String?, _ request: WebRequest) -> WebResponse {
    do throws(SignInError) {
      let person = try site.finish(cookies: request.headers["cookie"] ?? "", attempt(of: session))
      return try welcome(person, .redirect(to: address + "/")).setting(HeldCallback.endingCookie)
    } catch { return pages.problem(error) }
  }

  /// What the script got from the popup, brought by the shop's own page.
  private func popup(_ session: String?, _ request: WebRequest) -> WebResponse {
    do throws(SignInError) {
      return try welcome(try site.finish(request.bytes, attempt(of: session)), WebResponse(204))
    } catch { return pages.problem(error) }
  }

  /// The attempt, once.
  private func attempt(of session: String?) -> SignInAttempt? {
    state.withLock { state in
      guard let session else { return nil }
      defer { state.sessions[session]?.attempt = nil }
      return state.sessions[session]?.attempt
    }
  }

  private func welcome(_ person: SignedIn, _ response: WebResponse) throws(SignInError) -> WebResponse {
    let subject = person.identity.subject
    // A new session: nobody knows its name from before.
    let id = site.begin().attempt.state
    state.withLock { state in
      var account = state.accounts[subject] ?? Account(name: "")
      if let user = person.user { account.name = "\(user.givenName) \(user.familyName)" }
      (account.mail, account.refreshToken) = (person.identity.mail, person.refreshToken)
      state.accounts[subject] = account
      state.sessions[id] = Session(subject: subject)
    }
    // The name is in the shop's own list now.
    try site.userIsStored(of: subject)
    return response.setting("shop=\(id); Path=/; HttpOnly; SameSite=Lax")
  }

  // MARK: - The end

  private func signOut(_ session: String?) -> WebResponse {
    if let session { state.withLock { $0.sessions[session] = nil } }
    return .redirect(to: address + "/")
  }

  /// The person's consent ends with their account.
  private func delete(_ session: String?) -> WebResponse {
    let found = state.withLock { state in
      session.flatMap { state.sessions[$0]?.subject }.map { ($0, state.accounts[$0]?.refreshToken) }
    }
    guard let (subject, token) = found else { return .redirect(to: address + "/") }
    do throws(SignInError) { if let token { try site.revoke(token) } } catch { return pages.problem(error) }
    remove(subject)
    return pages.deleted
  }

  private func remove(_ subject: String) {
    state.withLock { state in
      state.accounts[subject] = nil
      state.sessions = state.sessions.filter { $0.value.subject != subject }
    }
  }

  /// What the provider tells of people. What is to be done takes no time here; a shop with a database answers first, and acts after.
  private func notification(_ request: WebRequest) -> WebResponse {
    do throws(SignInError) {
      if let event = try site.event(request.bytes) { try act(on: event) }
      return WebResponse(200)
    } catch .token {
      return WebResponse(400)
    } catch {
      // It is sent again.
      return WebResponse(503)
    }
  }

  /// May be done twice: an event that was not confirmed comes again.
  func act(on event: ProviderEvent) throws(SignInError) {
    switch event.kind {
    case .accountDeleted: remove(event.subject)
    case .consentRevoked:
      state.withLock { state in
        state.accounts[event.subject]?.refreshToken = nil
        state.sessions = state.sessions.filter { $0.value.subject != event.subject }
      }
    case .mailDisabled: state.withLock { $0.accounts[event.subject]?.mailArrives = false }
    case .mailEnabled: state.withLock { $0.accounts[event.subject]?.mailArrives = true }
    case .other: break
    }
    try site.eventIsHandled(event)
    print("event \(event.kind) \(event.subject)")
    fflush(nil)
  }
}

extension WebRequest {
  var bytes: [UInt8] { body.withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}

extension WebResponse {
  static func redirect(to address: String) -> WebResponse { WebResponse(303, headers: [("Location", address)]) }

  func setting(_ cookie: String) -> WebResponse {
    WebResponse(status, body, headers: headers + [("Set-Cookie", cookie)])
  }
}

// SPDX-License-Identifier: Apache-2.0
import ConsolePages
import EnclaveClient
import JSONCoding
import OwnProcess
import SystemCalls
import WebServer

/// Which request is answered how, and the checks that come before.
struct ConsoleRoutes: Sendable {
  let session: BrowserSession
  let state: ConsoleState
  let watcher: InstanceWatcher
  /// Host and port by which this server is reached.
  let address: String
  private let heaps = HeapRelief()

  init(session: BrowserSession, state: ConsoleState, watcher: InstanceWatcher, address: String) {
    (self.session, self.state, self.watcher, self.address) = (session, state, watcher, address)
  }

  private static let files = Dictionary(uniqueKeysWithValues: ConsolePages.all.map { ($0.path, $0) })

  /// A page says a nonce with each request. Its bodies are sealed then, and the answer has a code: from nobody else would it take one.
  func answer(_ request: WebRequest) -> WebResponse {
    guard let nonce = request.headers["x-bailey-nonce"] else { return guarded(checked(request)) }
    guard nonce.utf8.count == ServerProof.nonceCount else { return guarded(refused(400)) }
    var response = guarded(request.opened(by: session.proof, nonce).map(checked) ?? refused(400))
    response.headers.append(("X-Bailey-Proof", session.proof.code(for: response, nonce: nonce)))
    return response
  }

  private func guarded(_ response: WebResponse) -> WebResponse {
    var response = response
    response.headers += Self.guards
    return response
  }

  /// The headers of every answer: nothing from elsewhere is loaded, nobody may put the page into a frame, nothing is kept.
  private static let guards = [
    (
      name: "Content-Security-Policy",
      value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
  ]

  // MARK: - Checks

  /// A name that leads here from elsewhere (DNS rebinding) has another Host; a page from elsewhere has another Origin.
  private func checked(_ request: WebRequest) -> WebResponse {
    guard request.headers["host"] == address else { return refused(421) }
    if let origin = request.headers["origin"], origin != "http://\(address)" { return refused(403) }
    if let file = Self.files[request.path] {
      guard request.method == "GET" else { return refused(405) }
      return response(file, request)
    }
    guard let (endpoint, parameters) = ConsoleEndpoint.find(request.method, request.path) else {
      return missing(request)
    }
    if endpoint == .begin { return begin(request) }
    if let refusal = whoAsks(request) { return refusal }
    switch endpoint {
    case .events: return events()
    case .resume: return resume(request)
    default: break
    }
    guard !session.isIdle else { return .failed(423, "idle") }
    // What a page asks by itself, to be up to date, keeps nobody signed in.
    if request.method == "POST" || request.headers["x-bailey-person"] == "yes" { session.use() }
    // What a page shows a part of was read as a whole.
    defer {
      if request.method == "GET" { heaps.begin() }
    }
    do throws(ConsoleFailure) {
      return try answer(endpoint, parameters, request)
    } catch {
      return error.response
    }
  }

  /// Compressed for who takes it: the files hold no secret that their length could tell.
  private func response(_ file: ConsolePage, _ request: WebRequest) -> WebResponse {
    let accepted = request.headers["accept-encoding", default: ""].split(separator: ",")
      .map { $0.drop { $0 == " " } }
    guard let deflated = file.deflated, accepted.contains("deflate") else {
      return WebResponse(200, .bytes(file.bytes), headers: [("Content-Type", file.type)])
    }
    return WebResponse(200, .bytes(deflated), headers: [("Content-Type", file.type), ("Content-Encoding", "deflate")])
  }

  /// The refusal of a request by who makes it; nil for the browser to which the owner gave the address, and for a page
  /// of this console in it.
  private func whoAsks(_ request: WebRequest) -> WebResponse? {
    guard session.accepts(cookie: request.cookie(BrowserSession.cookieName)) else { return refused(401) }
    // Counted after the cookie: whoever has none cannot use up what the owner may ask.
    guard session.takesAnother() else { return refused(429) }
    // Asked for reading too: a browser sends the cookie to every port of this machine.
    guard session.accepts(csrf: request.headers["x-bailey-csrf"]) else { return refused(403) }
    return nil
  }

  /// What is there and what is not is told to nobody else.
  private func missing(_ request: WebRequest) -> WebResponse {
    guard request.path.hasPrefix("/api/") else { return refused(404) }
    if let refusal = whoAsks(request) { return refusal }
    return refused(ConsoleEndpoint.knows(request.path) ? 405 : 404)
  }

  private func begin(_ request: WebRequest) -> WebResponse {
    guard let (cookie, csrf) = session.exchange(request.text) else { return refused(401) }
    watcher.expectWindow()
    var response = WebResponse.json(200, .members(["csrf": .string(csrf)]))
    response.headers.append(
      ("Set-Cookie", "\(BrowserSession.cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict"))
    return response
  }

  /// Resumes a session after a time in which nobody used the page.
  private func resume(_ request: WebRequest) -> WebResponse {
    do throws(EnclaveClientError) { try watcher.verify(request.secret) } catch {
      return ConsoleFailure.enclave(error).response
    }
    session.use()
    watcher.refresh()
    return WebResponse(204)
  }

  private func events() -> WebResponse {
    guard let events = try? WindowEvents(left: { [state] in state.leave($0) }) else { return refused(503) }
    watcher.expectWindow()
    state.join(events)
    return WebResponse(200, .events(events), headers: [("Content-Type", "text/event-stream")])
  }

  private func refused(_ status: UInt16) -> WebResponse { .failed(status, "\(status)") }
}

extension WebRequest {
  /// The request with its body opened; nil where the console's page did not seal it. An empty body is not sealed.
  fileprivate func opened(by proof: ServerProof, _ nonce: String) -> WebRequest? {
    guard !body.isEmpty else { return self }
    guard let opened = proof.open(body, nonce: nonce) else { return nil }
    return WebRequest(method: method, path: path, headers: headers, body: opened)
  }
}

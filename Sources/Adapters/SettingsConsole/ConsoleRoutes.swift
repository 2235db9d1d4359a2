// SPDX-License-Identifier: Apache-2.0
import ConsolePages
import EnclaveClient
import EnclaveMessages
import JSONCoding
import LinuxSystem
import PromptModel
import SecretMemory
import WebServer

/// Which request is answered how, and the checks that come before.
struct ConsoleRoutes: Sendable {
  let session: BrowserSession
  let state: ConsoleState
  let watcher: InstanceWatcher
  /// Host and port by which this server is reached.
  let address: @Sendable () -> String

  private static let files = Dictionary(uniqueKeysWithValues: ConsolePages.all.map { ($0.path, $0) })

  func answer(_ request: WebRequest) -> WebResponse {
    var response = checked(request)
    response.headers += Self.guards
    return response
  }

  /// On every answer: nothing from elsewhere is loaded, nobody may put the page into a frame, nothing is kept.
  private static let guards = [
    (
      name: "Content-Security-Policy",
      value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
  ]

  // MARK: - Checks

  /// A name that leads here from elsewhere (DNS rebinding) has another Host; a page from elsewhere has another Origin.
  private func checked(_ request: WebRequest) -> WebResponse {
    guard request.headers["host"] == address() else { return refused(421) }
    if let origin = request.headers["origin"], origin != "http://\(address())" { return refused(403) }
    if let file = Self.files[request.path] {
      guard request.method == "GET" else { return refused(405) }
      return WebResponse(200, .bytes(file.bytes), headers: [("Content-Type", file.type)])
    }
    guard request.path.hasPrefix("/api/") else { return refused(404) }
    if request.method == "POST", request.path == "/api/session" { return begin(request) }
    guard session.accepts(cookie: request.cookie(BrowserSession.cookieName)) else { return refused(401) }
    if request.method == "GET" { return read(request) }
    guard request.method == "POST" else { return refused(405) }
    guard session.accepts(csrf: request.headers["x-bailey-csrf"]) else { return refused(403) }
    return change(request)
  }

  private func begin(_ request: WebRequest) -> WebResponse {
    let token = request.body.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    guard let (cookie, csrf) = session.exchange(token) else { return refused(401) }
    var response = json(200, .members(["csrf": .string(csrf)]))
    response.headers.append(
      ("Set-Cookie", "\(BrowserSession.cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict"))
    return response
  }

  // MARK: - Requests

  private func read(_ request: WebRequest) -> WebResponse {
    switch request.path {
    case "/api/overview":
      guard let status = state.shown.status else { return json(503, .members(["error": .string("notRunning")])) }
      return json(200, status.json)
    case "/api/events":
      guard let events = try? WindowEvents(left: { [state] in state.leave($0) }) else { return refused(503) }
      state.join(events)
      return WebResponse(200, .events(events), headers: [("Content-Type", "text/event-stream")])
    default: return refused(404)
    }
  }

  private func change(_ request: WebRequest) -> WebResponse {
    let parts = request.path.split(separator: "/").dropFirst()
    switch (parts.first, parts.count) {
    case ("lock", 1): return done { () throws(EnclaveClientError) in try watcher.lock() }
    case ("unlock", 1):
      return done { () throws(EnclaveClientError) in try watcher.unlock(request.secret) }
    case ("requests", 3):
      guard let number = QuestionNumber(hexadecimal: parts[parts.startIndex + 1]) else { return refused(404) }
      switch parts.last {
      case "prove":
        return done { () throws(EnclaveClientError) in try watcher.prove(number, request.secret) }
      case "cancel":
        watcher.cancel(number)
        return WebResponse(204)
      default: return refused(404)
      }
    default: return refused(404)
    }
  }

  private func done(_ body: () throws(EnclaveClientError) -> Void) -> WebResponse {
    do throws(EnclaveClientError) {
      try body()
      return WebResponse(204)
    } catch {
      switch error {
      case .refused(.wrongPasscode(_, let seconds)), .refused(.wait(let seconds)):
        return json(403, .members(["error": .string("passcode"), "waitSeconds": .number(Int(seconds))]))
      case .passcodeLength: return json(403, .members(["error": .string("passcode")]))
      case .refused: return json(409, .members(["error": .string("refused")]))
      case .unreachable, .closed, .timedOut, .unexpectedReply:
        return json(503, .members(["error": .string("notRunning")]))
      }
    }
  }

  // MARK: - Answers

  private func refused(_ status: UInt16) -> WebResponse { json(status, .members(["error": .string("\(status)")])) }

  private func json(_ status: UInt16, _ value: JSONValue) -> WebResponse {
    WebResponse(status, .bytes(Array(value.text.utf8)), headers: [("Content-Type", "application/json")])
  }
}

extension WebRequest {
  /// The whole body, as a secret.
  fileprivate var secret: SecretBytes {
    body.withBytes { bytes in
      SecretBytes(count: bytes.count) { span in for index in bytes.indices { span[index] = bytes[index] } }
    }
  }
}

// MARK: - Numbers of questions

extension QuestionNumber {
  var hexadecimal: String { bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined() }

  init?(hexadecimal text: Substring) {
    let digits = Array(text.utf8)
    guard digits.count == 2 * Self.size else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
    }
    self.init(bytes)
  }
}

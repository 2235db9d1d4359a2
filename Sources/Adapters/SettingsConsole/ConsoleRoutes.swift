// SPDX-License-Identifier: Apache-2.0
import ConsolePages
import EnclaveClient
import EnclaveMessages
import JSONCoding
import KeychainModel
import LinuxSystem
import PromptModel
import SecretMemory
import SupervisorMessages
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
    // Counted after the cookie: whoever has none cannot use up what the owner may ask.
    guard session.takesAnother() else { return refused(429) }
    guard ["GET", "POST"].contains(request.method) else { return refused(405) }
    // Asked for reading too: a browser sends the cookie to every port of this machine.
    guard session.accepts(csrf: request.headers["x-bailey-csrf"]) else { return refused(403) }
    if request.method == "GET", request.path == "/api/events" { return events() }
    if request.method == "POST", request.path == "/api/resume" { return resume(request) }
    guard !session.isIdle else { return .failed(423, "idle") }
    session.use()
    return request.method == "GET" ? read(request) : change(request)
  }

  private func begin(_ request: WebRequest) -> WebResponse {
    guard let (cookie, csrf) = session.exchange(request.text) else { return refused(401) }
    var response = WebResponse.json(200, .members(["csrf": .string(csrf)]))
    response.headers.append(
      ("Set-Cookie", "\(BrowserSession.cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict"))
    return response
  }

  /// After a time in which nobody used the page.
  private func resume(_ request: WebRequest) -> WebResponse {
    let answer = done { () throws(ConsoleFailure) in
      do throws(EnclaveClientError) { try watcher.verify(request.secret) } catch { throw .enclave(error) }
    }
    guard answer.status == 204 else { return answer }
    session.use()
    watcher.refresh()
    return answer
  }

  // MARK: - What is read

  private func events() -> WebResponse {
    guard let events = try? WindowEvents(left: { [state] in state.leave($0) }) else { return refused(503) }
    state.join(events)
    return WebResponse(200, .events(events), headers: [("Content-Type", "text/event-stream")])
  }

  private func read(_ request: WebRequest) -> WebResponse {
    do throws(ConsoleFailure) {
      switch request.path {
      case "/api/overview":
        guard let status = state.shown.status else { return .failed(503, "notRunning") }
        return .json(200, status.json)
      case "/api/keychain": return .json(200, try PasswordList(from: watcher.broker).json)
      case "/api/open-files": return .json(200, try tree().open())
      case let path where path.hasPrefix(Self.filesPath):
        return .json(200, try tree().folder(path.dropFirst(Self.filesPath.count)))
      default: return refused(404)
      }
    } catch {
      return error.response
    }
  }

  private static let filesPath = "/api/files/"

  private func tree() throws(ConsoleFailure) -> ProtectedTree {
    guard let instance = state.shown.instance, instance.files == .mounted else {
      throw .supervisor(.refused(.notReady))
    }
    return ProtectedTree(mount: instance.mount)
  }

  // MARK: - What is changed

  private func change(_ request: WebRequest) -> WebResponse {
    let parts = request.path.split(separator: "/").dropFirst().map(String.init)
    switch parts.first {
    case "requests" where parts.count == 3: return answer(parts[1], parts[2], request)
    case "keychain" where parts.count == 2: return keychain(parts[1], request)
    case .some(let name) where parts.count == 1: return change(name, request)
    default: return refused(404)
    }
  }

  private func change(_ name: String, _ request: WebRequest) -> WebResponse {
    switch name {
    case "lock": return enclave { () throws(EnclaveClientError) in try watcher.lock() }
    case "unlock":
      return enclave { () throws(EnclaveClientError) in try watcher.unlock(try request.passcode()) }
    case "set-passcode":
      return enclave { () throws(EnclaveClientError) in try watcher.setPasscode(try request.passcode()) }
    case "change-passcode":
      return enclave { () throws(EnclaveClientError) in
        try watcher.changePasscode(from: try request.line(.first), to: try request.line(.second))
      }
    case "settings":
      return done { () throws(ConsoleFailure) in
        guard let settings = LockSettings(text: request.text) else { throw .badRequest }
        do throws(SupervisorClientError) { try watcher.change(settings) } catch { throw .supervisor(error) }
      }
    case "check": return done { () throws(ConsoleFailure) in try watcher.startCheck() }
    case "erase":
      // The word that the person types stands in the request, so that no other request can become this one.
      guard request.text == "erase" else { return refused(400) }
      return enclave { () throws(EnclaveClientError) in try watcher.erase() }
    default: return refused(404)
    }
  }

  private func answer(_ number: String, _ word: String, _ request: WebRequest) -> WebResponse {
    guard let bytes = [UInt8](hexadecimal: number), let number = QuestionNumber(bytes) else { return refused(404) }
    switch word {
    case "prove":
      return enclave { () throws(EnclaveClientError) in try watcher.prove(number, try request.passcode()) }
    case "give":
      return done { () throws(ConsoleFailure) in
        do throws(EnclaveClientError) { watcher.give(try request.passcode(), for: number) } catch {
          throw .enclave(error)
        }
      }
    case "cancel":
      watcher.cancel(number)
      return WebResponse(204)
    default: return refused(404)
    }
  }

  private func keychain(_ name: String, _ request: WebRequest) -> WebResponse {
    switch name {
    case "open": return done { () throws(ConsoleFailure) in try watcher.openPasswords(request.secret) }
    case "reveal":
      do throws(ConsoleFailure) {
        return WebResponse(
          200, .secret(try watcher.reveal(try request.reference())),
          headers: [("Content-Type", "application/octet-stream")])
      } catch {
        return error.response
      }
    case "delete": return done { () throws(ConsoleFailure) in try watcher.delete(try request.reference()) }
    default: return refused(404)
    }
  }

  // MARK: - Answers

  private func enclave(_ body: () throws(EnclaveClientError) -> Void) -> WebResponse {
    do {
      try body()
      return WebResponse(204)
    } catch {
      return ConsoleFailure.enclave(error).response
    }
  }

  private func done(_ body: () throws(ConsoleFailure) -> Void) -> WebResponse {
    do {
      try body()
      return WebResponse(204)
    } catch {
      return error.response
    }
  }

  private func refused(_ status: UInt16) -> WebResponse { .failed(status, "\(status)") }
}

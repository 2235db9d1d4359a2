// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import InstanceLayout
import Testing
import WebServer

@testable import SettingsConsole
import Clocks
import Threads

/// What is checked before anything is answered.
@Suite struct ConsoleRoutesTests {
  private static let host = "127.0.0.1:4711"
  private let milliseconds = Locked<UInt64>(0)
  private let session: BrowserSession
  private let routes: ConsoleRoutes

  init() throws {
    let state = ConsoleState()
    let time = milliseconds
    session = BrowserSession(clock: BootClock { BootInstant(milliseconds: time.withLock { $0 }) })
    let location = try #require(
      InstanceLocation.resolve(currentDirectory: "/", userHome: "/nowhere") { _ in nil })
    let watcher = InstanceWatcher(location, BrokerClient(socket: location.brokerSocket), state, session)
    routes = ConsoleRoutes(session: session, state: state, watcher: watcher, address: Self.host)
  }

  private func ask(_ method: String, _ path: String, _ headers: [String: String] = [:], _ body: String = "")
    -> WebResponse
  {
    let all = ["host": Self.host].merging(headers) { $1 }
    return routes.answer(WebRequest(method: method, path: path, headers: all, body: Array(body.utf8)))
  }

  /// Of a browser that has brought the token.
  private func signIn() throws -> [String: String] {
    let token = try #require(session.token)
    let (cookie, csrf) = try #require(session.exchange(token))
    return ["cookie": "\(BrowserSession.cookieName)=\(cookie)", "x-bailey-csrf": csrf]
  }

  @Test func `Files are given to everyone on this machine, with a policy that loads nothing from elsewhere`() {
    let answer = ask("GET", "/")
    #expect(answer.status == 200)
    let policy = answer.headers.first { $0.name == "Content-Security-Policy" }?.value ?? ""
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
  }

  @Test func `Files are compressed for who takes that, and as they are for others`() throws {
    let plain = ask("GET", "/main.js")
    let small = ask("GET", "/main.js", ["accept-encoding": "gzip, deflate, br"])
    #expect(small.headers.contains { $0 == ("Content-Encoding", "deflate") })
    #expect(!plain.headers.contains { $0.name == "Content-Encoding" })
    #expect(
      !ask("GET", "/main.js", ["accept-encoding": "deflate;q=0"]).headers.contains { $0.name == "Content-Encoding" })
    guard case .bytes(let plain) = plain.body, case .bytes(let small) = small.body else {
      Issue.record("a file is bytes")
      return
    }
    #expect(small.count * 2 < plain.count)
  }

  @Test func `A name that leads here from elsewhere is refused`() {
    #expect(ask("GET", "/", ["host": "attacker.example:4711"]).status == 421)
    #expect(ask("GET", "/api/overview", ["host": "localhost:4711"]).status == 421)
  }

  @Test func `A page from elsewhere is refused, with the cookie too`() throws {
    let signedIn = try signIn().merging(["origin": "http://attacker.example"]) { $1 }
    #expect(ask("POST", "/api/lock", signedIn).status == 403)
  }

  @Test func `Without the cookie nothing is told`() {
    for path in [
      "/api/overview", "/api/events", "/api/keychain/-/-/0", "/api/files/-/name/0/", "/api/open-files",
      "/api/containers",
    ] {
      #expect(ask("GET", path).status == 401)
    }
    let changes = [
      "lock", "unlock", "requests/00/prove", "requests/00/path", "requests/00/look",
      "requests/00/unlock", "requests/00/agree", "set-passcode", "change-passcode",
      "settings", "erase", "check",
      "keychain/open", "keychain/reveal", "keychain/delete", "keychain/certificate", "files/class", "resume",
      "passkeys/list", "passkeys/change",
    ]
    for path in changes.map({ "/api/" + $0 }) { #expect(ask("POST", path).status == 401) }
  }

  @Test func `Without the CSRF word nothing is changed`() throws {
    var headers = try signIn()
    headers["x-bailey-csrf"] = nil
    #expect(ask("POST", "/api/lock", headers).status == 403)
    headers["x-bailey-csrf"] = String(repeating: "0", count: 64)
    #expect(ask("POST", "/api/lock", headers).status == 403)
    #expect(ask("POST", "/api/erase", headers, "erase").status == 403)
  }

  /// A browser sends the cookie to every port of the machine, and another user may listen on one of them.
  @Test func `Whoever has the cookie alone is told nothing`() throws {
    var headers = try signIn()
    headers["x-bailey-csrf"] = nil
    for path in ["overview", "events", "keychain/-/-/0", "files/-/name/0/", "open-files"] {
      #expect(ask("GET", "/api/" + path, headers).status == 403)
    }
  }

  @Test func `After ten minutes without a request only the passcode leads on`() throws {
    let headers = try signIn()
    milliseconds.withLock { $0 += 600_000 }
    #expect(ask("GET", "/api/overview", headers).status == 503)
    milliseconds.withLock { $0 += 600_001 }
    for path in ["overview", "keychain/-/-/0", "files/-/name/0/"] {
      #expect(ask("GET", "/api/" + path, headers).status == 423)
    }
    for path in ["lock", "erase", "keychain/reveal"] { #expect(ask("POST", "/api/" + path, headers).status == 423) }
    // There is no enclave that could say that it is right.
    #expect(ask("POST", "/api/resume", headers, "1234").status == 503)
    #expect(ask("GET", "/api/overview", headers).status == 423)
  }

  @Test func `What a page asks by itself keeps nobody signed in, and what a person does with it does`() throws {
    let headers = try signIn()
    let touched = headers.merging(["x-bailey-person": "yes"]) { $1 }
    milliseconds.withLock { $0 += 500_000 }
    #expect(ask("GET", "/api/overview", touched).status == 503)
    milliseconds.withLock { $0 += 500_000 }
    #expect(ask("GET", "/api/overview", headers).status == 503)
    #expect(ask("POST", "/api/lock", headers).status == 503)
    milliseconds.withLock { $0 += 500_000 }
    #expect(ask("GET", "/api/overview", headers).status == 503)
    milliseconds.withLock { $0 += 100_001 }
    #expect(ask("GET", "/api/overview", touched).status == 423)
  }

  /// Its memory ends with it.
  @Test func `The cookie of another run of the console is refused`() throws {
    let headers = try signIn()
    let other = BrowserSession()
    #expect(!other.accepts(cookie: String(headers["cookie", default: ""].split(separator: "=")[1])))
    #expect(!other.accepts(csrf: headers["x-bailey-csrf"]) && !other.accepts(cookie: nil) && !other.accepts(csrf: ""))
  }

  @Test func `A page that asks without end is refused, and whoever has no cookie cannot use that up`() throws {
    let headers = try signIn()
    for _ in 0..<500 { #expect(ask("GET", "/api/nothing").status == 401) }
    let statuses = (0..<200).map { _ in ask("GET", "/api/nothing", headers).status }
    #expect(statuses.prefix(120).allSatisfy { $0 == 404 })
    #expect(statuses.suffix(80).allSatisfy { $0 == 429 })
    milliseconds.withLock { $0 += 1000 }
    #expect(ask("GET", "/api/nothing", headers).status == 404)
  }

  @Test func `What the page never sends is refused`() throws {
    let headers = try signIn()
    for text in ["", "10", "10 maybe", "-1 yes", "70000 no", "10 yes more"] {
      #expect(ask("POST", "/api/settings", headers, text).status == 400)
    }
    #expect(ask("POST", "/api/erase", headers).status == 400)
    #expect(ask("POST", "/api/unlock", headers).status == 403)
    #expect(ask("POST", "/api/change-passcode", headers, "only one").status == 403)
    for text in ["", "zz", "+1+1", "67656e70", String(repeating: "ff", count: 20)] {
      #expect(ask("POST", "/api/keychain/reveal", headers, text).status == 400)
    }
    #expect(ask("GET", "/api/files/-/name/0/a/../b", headers).status == 409)
    let question = "/api/requests/\(String(repeating: "0a", count: 16))/"
    for text in ["", "a\u{0}b", String(repeating: "x", count: 20_000)] {
      for word in ["path", "look"] { #expect(ask("POST", question + word, headers, text).status == 400) }
    }
    for text in ["\ntyped", String(repeating: "x", count: 5000)] {
      #expect(ask("POST", question + "look", headers, text).status == 400)
    }
    // A question that is over needs no answer.
    #expect(ask("POST", question + "path", headers, "/a").status == 204)
    for text in ["", "complete", "none\nall\na", "every\nitself\na"] {
      #expect(ask("POST", "/api/files/class", headers, text).status == 400)
    }
  }

  @Test func `A token is exchanged once`() throws {
    let token = try #require(session.token)
    #expect(ask("POST", "/api/session", [:], "wrong").status == 401)
    let answer = ask("POST", "/api/session", [:], token)
    #expect(answer.status == 200)
    let cookie = answer.headers.first { $0.name == "Set-Cookie" }?.value ?? ""
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    #expect(ask("POST", "/api/session", [:], token).status == 401)
    #expect(session.token == nil)
  }

  @Test func `Where Bailey does not run that is the answer, and unknown paths are not there`() throws {
    let headers = try signIn()
    #expect(ask("GET", "/api/overview", headers).status == 503)
    #expect(ask("POST", "/api/lock", headers).status == 503)
    #expect(ask("POST", "/api/unlock", headers, "x").status == 503)
    #expect(ask("POST", "/api/requests/zz/prove", headers, "x").status == 404)
    #expect(ask("GET", "/api/nothing", headers).status == 404)
    #expect(ask("PUT", "/api/lock", headers).status == 405)
    #expect(ask("GET", "/../etc/passwd", headers).status == 404)
  }

  @Test func `Text of a program cannot look like anything but text`() {
    #expect(VisibleWord.line("a\u{202E}b\u{1B}[31m\nc") == "a b [31m c")
    #expect(VisibleWord.line(String(repeating: "x", count: 10_000)).count == 200)
  }
}

// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import CryptoPrimitives
import InstanceLayout
import SecretMemory
import Testing
import WebServer

@testable import SettingsConsole

/// What a page can tell a console by, and what it sends that no other can read.
@Suite struct ServerProofTests {
  private static let secret = [UInt8](repeating: 7, count: 32)
  private static let nonce = String(repeating: "0a", count: 16)
  private let proof = ServerProof(SecretBytes(copying: secret.span))

  /// As `proof.js` does it.
  private func sealed(
    _ text: String, count: Int? = nil, nonce: String = nonce, secret: [UInt8] = secret, padding: Int = 40
  ) throws -> RequestBody {
    let text = Array(text.utf8)
    let count = count ?? text.count
    let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    let plaintext = length + text + Array(repeating: 0, count: padding)
    let purpose = SecretBytes(copying: Array("bailey-console requests".utf8).span)
    let key = HMACSHA256.secret(of: purpose, key: SecretBytes(copying: secret.span))
    let iv = [UInt8](repeating: 1, count: 12)
    let (ciphertext, tag) = try key.withBytes { (key: Span<UInt8>) throws(CryptoError) in
      try AEAD.aesGCM.seal(plaintext.span, key: key, nonce: iv.span, associated: Array(nonce.utf8).span)
    }
    var body = iv + ciphertext + tag
    return RequestBody(taking: &body)
  }

  private func text(_ body: RequestBody?) -> String? {
    body?.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }

  @Test func `What a page seals is opened, whatever its length`() throws {
    for word in ["1", "passcode", String(repeating: "x", count: 60_000)] {
      #expect(text(proof.open(try sealed(word), nonce: Self.nonce)) == word)
    }
    #expect(text(proof.open(try sealed("exact", padding: 0), nonce: Self.nonce)) == "exact")
  }

  @Test func `What was sealed for another process, for another request or for nothing is not opened`() throws {
    #expect(proof.open(try sealed("x", secret: Array(repeating: 8, count: 32)), nonce: Self.nonce) == nil)
    #expect(proof.open(try sealed("x", nonce: String(repeating: "0b", count: 16)), nonce: Self.nonce) == nil)
    for count in [0, 42, 1 << 24, -1] { #expect(proof.open(try sealed("x", count: count), nonce: Self.nonce) == nil) }
    for count in [0, 1, 31, 32, 400] {
      var noise = SystemRandom.bytes(count)
      #expect(proof.open(RequestBody(taking: &noise), nonce: Self.nonce) == nil)
    }
  }

  @Test func `The code covers the request, the status and every byte of the answer`() {
    let bytes = Array("answer".utf8)
    let code = proof.code(for: WebResponse(200, .bytes(bytes)), nonce: Self.nonce)
    var copy = bytes
    #expect(proof.code(for: WebResponse(200, .secret(RequestBody(taking: &copy))), nonce: Self.nonce) == code)
    let others = [
      proof.code(for: WebResponse(200, .bytes(bytes)), nonce: String(repeating: "0b", count: 16)),
      proof.code(for: WebResponse(423, .bytes(bytes)), nonce: Self.nonce),
      proof.code(for: WebResponse(200, .bytes(Array("answes".utf8))), nonce: Self.nonce),
      proof.code(for: WebResponse(200), nonce: Self.nonce),
      ServerProof(SecretBytes(copying: [UInt8](repeating: 8, count: 32).span))
        .code(for: WebResponse(200, .bytes(bytes)), nonce: Self.nonce),
    ]
    #expect(Set(others + [code]).count == 6)
  }

  @Test func `Every answer to a page has a code, and a page's bodies are taken sealed alone`() throws {
    let (session, state) = (BrowserSession(), ConsoleState())
    let location = try #require(InstanceLocation.resolve(currentDirectory: "/", userHome: "/nowhere") { _ in nil })
    let watcher = InstanceWatcher(location, BrokerClient(socket: location.brokerSocket), state, session)
    let routes = ConsoleRoutes(session: session, state: state, watcher: watcher, address: "127.1.2.3:4")
    func ask(_ path: String, _ body: String = "", nonce: String? = Self.nonce) -> WebResponse {
      var headers = ["host": "127.1.2.3:4"]
      headers["x-bailey-nonce"] = nonce
      return routes.answer(
        WebRequest(method: body.isEmpty ? "GET" : "POST", path: path, headers: headers, body: Array(body.utf8)))
    }
    for path in ["/", "/api/overview", "/api/nothing"] {
      let answer = ask(path)
      let code = answer.headers.first { $0.name == "X-Bailey-Proof" }?.value
      #expect(code == session.proof.code(for: answer, nonce: Self.nonce))
    }
    #expect(ask("/api/session", "anything").status == 400)
    #expect(ask("/api/session", "anything", nonce: nil).status == 401)
    for nonce in ["", "0a", String(repeating: "a", count: 5000)] {
      let answer = ask("/api/overview", nonce: nonce)
      #expect(answer.status == 400 && !answer.headers.contains { $0.name == "X-Bailey-Proof" })
    }
  }

  @Test func `The secret is another one each time, and stands nowhere but in the address`() throws {
    let (one, other) = (BrowserSession(), BrowserSession())
    #expect(one.secret != other.secret && one.secret.count == 64)
    let token = try #require(one.token)
    let (cookie, csrf) = try #require(one.exchange(token))
    #expect(Set([one.secret, token, cookie, csrf]).count == 4)
  }
}

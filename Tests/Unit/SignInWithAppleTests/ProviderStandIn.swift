// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import Base64Coding
import CryptoPrimitives
import JOSECoding
import JSONCoding
import SignInWithApple
import SystemCalls
import Threads
import WebForms

/// A provider's answers, and a clock, that a test sets.
final class ProviderStandIn: SiteNetwork {
  struct State {
    var now = 1_790_000_000
    var published: [JSONWebKey] = []
    var keyStatus = 200
    var requests: [SiteRequest] = []
    var answers: [SiteAnswer] = []
  }

  static let settings = SiteSettings(
    client: "com.example.web", team: "TEAM000001", keyID: "KEY0000001", redirect: "https://shop.example.org/back",
    app: "com.example.app", provider: SignInProvider(address: "https://id.example.org"))
  static let subject = "000001.0001"

  let state = Locked(State())
  /// What it signs with.
  let key: JWSSigningKey
  let siteKey: ECPrivateKey
  let store = MemorySiteStore()

  init() throws {
    key = try Self.published.get()
    siteKey = try ECPrivateKey(.p256)
    let published = key.publicKey
    state.withLock { $0.published = [published] }
  }

  /// One for all tests: making a key takes a while.
  private static let published = Result { try signingKey("SIGN000001") }

  static func signingKey(_ id: String) throws -> JWSSigningKey {
    guard let key = JWSSigningKey(id: id, try RSAPrivateKey(bits: 2048)) else { throw CryptoError.invalidPrivateKey }
    return key
  }

  func send(_ request: SiteRequest) throws(SiteNetworkError) -> SiteAnswer {
    let answer: SiteAnswer? = state.withLock { state in
      state.requests.append(request)
      if request.address.hasSuffix("/auth/keys") {
        return SiteAnswer(status: state.keyStatus, body: Array(JSONWebKeySet(state.published).json.text.utf8))
      }
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    guard let answer else { throw SiteNetworkError("away") }
    return answer
  }

  var fetches: Int { state.withLock { $0.requests.count { $0.address.hasSuffix("/auth/keys") } } }
  var now: Int { state.withLock { $0.now } }
  func pass(_ seconds: Int) { state.withLock { $0.now += seconds } }
  func answer(_ status: Int, _ value: JSONValue) {
    let answer = SiteAnswer(status: status, body: Array(value.text.utf8), correlation: "C1")
    state.withLock { $0.answers.append(answer) }
  }

  /// The fields of the last form that was sent.
  var lastForm: FormFields? {
    state.withLock { $0.requests.last { $0.form != nil }?.form.flatMap { try? FormFields(decoding: $0) } }
  }

  func site(_ other: (any SiteStore)? = nil) throws -> SignInWithApple {
    guard let signing = JWSSigningKey(id: Self.settings.keyID, siteKey) else { throw CryptoError.invalidPrivateKey }
    return SignInWithApple(
      Self.settings, signing, other ?? store, self, clock: { self.now }, steady: { self.now - 1_000_000_000 })
  }

  /// Claims that hold to every rule, with those changed that a test names; nil leaves one out.
  func claims(_ changes: [String: JSONValue?] = [:]) -> [JSONValue.Member] {
    var claims: [JSONValue.Member] = [
      .init("iss", .string("https://id.example.org")), .init("aud", .string("com.example.web")),
      .init("exp", .number(now + 600)), .init("iat", .number(now)), .init("sub", .string(Self.subject)),
      .init("nonce", .string("n")), .init("email", .string("anna@example.org")),
      .init("email_verified", .string("true")), .init("nonce_supported", .bool(true)),
    ]
    for (name, value) in changes {
      claims.removeAll { $0.name == name }
      if let value { claims.append(.init(name, value)) }
    }
    return claims
  }

  func token(_ changes: [String: JSONValue?] = [:]) throws -> String { try CompactJWS.sign(claims(changes), with: key) }

  /// A token with another header. Where no signature is given it has one of the right length.
  func token(header: String, payload: String? = nil, signature: [UInt8]? = nil) throws -> String {
    let head = Base64URL.encode(Array(header.utf8))
    let body = Base64URL.encode(Array((payload ?? JSONValue.object(claims()).text).utf8))
    return "\(head).\(body).\(Base64URL.encode(signature ?? [UInt8](repeating: 1, count: 256)))"
  }
}

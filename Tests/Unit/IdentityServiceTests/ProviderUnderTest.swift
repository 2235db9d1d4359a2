// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
import IdentityDatabase
import IdentityModel
import IdentityService
import JOSECoding
import JSONCoding
import SecretMemory
import TemporaryFolder
import Testing
import Threads
import WebAuthn
import WebForms
import WebServer

/// A provider on a database of its own, whose clock the test sets, and a browser that follows its pages.
final class ProviderUnderTest {
  static let team = "TEAM000001"
  static let app = "com.example.app"
  static let site = "com.example.web"
  static let stranger = "com.example.stranger"
  static let back = "https://example.com/back"
  static let password = "correct horse battery"
  static let mail = "anna@example.org"

  private let folder: TemporaryFolder
  let store: any IdentityStore
  let passkeys: any PasskeyStore
  let service: IdentityService
  let issuer: AttestationIssuer
  let key: ECPrivateKey
  let strangersKey: ECPrivateKey
  private let time = Locked(Int64(1_764_000_000_000))
  /// The browser's cookies.
  var cookies: [String: String] = [:]
  var userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0"

  private static let signing = Result { try RSAPrivateKey(bits: 2048) }

  init(
    stage: SignInClient.Stage = .development, forwarded: IdentitySettings.ForwardedAddresses = .ignored
  ) throws {
    folder = try TemporaryFolder()
    let database = try IdentityDatabase(folder.path + "/identity.db")
    (store, passkeys) = (database, try database.passkeys())
    (key, strangersKey) = (try ECPrivateKey(.p256), try ECPrivateKey(.p256))
    var settings = IdentitySettings(
      issuer: "https://id.example.org", address: "https://id.example.org", name: "Example ID")
    settings.passwordCost = .smallest
    settings.forwardedAddresses = forwarded
    let time = time
    let signing = try #require(JWSSigningKey(id: "SIGNING001", try Self.signing.get()))
    issuer = try AttestationIssuer(
      in: database, sealedBy: SystemRandom.secret(32), at: time.withLock { $0 })
    service = IdentityService(
      settings, store, passkeys, SigningKeyRing(known: signing), FormSeal(SystemRandom.secret(32)),
      CodeSecrets(SystemRandom.secret(32)), issuer: issuer
    ) { time.withLock { $0 } }
    try fill(stage)
  }

  private func fill(_ stage: SignInClient.Stage) throws {
    try store.add(Team(id: Self.team, name: "Team"))
    for (id, kind, primary) in [
      (Self.app, SignInClient.Kind.app, Self.app), (Self.site, .service, Self.app),
      (Self.stranger, .app, Self.stranger),
    ] {
      try store.add(SignInClient(id: id, kind: kind, primaryApp: primary, team: Self.team, name: "Shop", stage: stage))
      try store.addRedirect(Self.back, of: id)
    }
    try store.add(AppKey(id: "KEY0000001", primaryApp: Self.app, publicKey: key.publicKey))
    try store.add(AppKey(id: "KEY0000002", primaryApp: Self.stranger, publicKey: strangersKey.publicKey))
    try addPerson(Self.mail)
  }

  func addPerson(_ mail: String) throws {
    let password = SecretBytes(copying: Array(Self.password.utf8).span)
    _ = try store.add(
      Account(
        mail: mail, givenName: "Anna", familyName: "Ferrari",
        password: try AccountPassword(of: password, .smallest)))
  }

  var now: Int { time.withLock { Int($0 / 1000) } }
  func pass(seconds: Int) { time.withLock { $0 += Int64(seconds) * 1000 } }

  /// Where the database lies.
  var path: String { folder.path }

  // MARK: - The browser

  func send(
    _ method: String, _ path: String, query: String = "", headers: [String: String] = [:],
    fields: [FormFields.Field]? = nil,
    body: String? = nil
  ) -> WebResponse {
    var headers = headers.merging(["host": "id.example.org", "user-agent": userAgent]) { one, _ in one }
    if !cookies.isEmpty { headers["cookie"] = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
    if fields != nil { headers["content-type"] = headers["content-type"] ?? "application/x-www-form-urlencoded" }
    let text = body ?? fields.map { FormFields($0).encoded } ?? ""
    let response = service.answer(
      WebRequest(method: method, path: path, query: query, headers: headers, body: Array(text.utf8)))
    for header in response.headers where header.name == "Set-Cookie" {
      let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      cookies[String(pair[0])] = pair.count == 2 ? String(pair[1]) : nil
    }
    return response
  }

  static func query(_ changes: [String: String?] = [:]) -> String {
    var fields: [String: String?] = [
      "client_id": site, "redirect_uri": back, "response_type": "code", "response_mode": "form_post",
      "scope": "name email", "state": "s", "nonce": "n",
    ]
    fields.merge(changes) { $1 }
    return FormFields(fields.sorted { $0.key < $1.key }.compactMap { name, value in value.map { .init(name, $0) } })
      .encoded
  }

  func signIn(_ query: String = query(), password: String = password, mail: String = mail) throws -> WebResponse {
    let page = send("GET", "/auth/authorize", query: query)
    return send(
      "POST", "/auth/sign-in",
      fields: page.hiddenFields + [
        .init("mail", mail), .init("password", password), .init("decision", "continue"),
      ])
  }

  /// What the site is sent when the person allows it.
  func allow(_ query: String = query(), decision: String = "continue") throws -> [String: String] {
    if send("GET", "/auth/authorize", query: query).text.contains("action=\"/auth/sign-in\"") { _ = try signIn(query) }
    let page = send("GET", "/auth/authorize", query: query)
    let answer = send(
      "POST", "/auth/consent",
      fields: page.hiddenFields + [.init("given", "A"), .init("family", "F"), .init("decision", decision)])
    let fields = answer.location.flatMap { location in
      location.split(separator: location.contains("#") ? "#" : "?", maxSplits: 1).last.flatMap {
        try? FormFields(decoding: $0.utf8).fields
      }
    }
    return Dictionary(uniqueKeysWithValues: (fields ?? answer.hiddenFields).map { ($0.name, $0.value) })
  }

  // MARK: - The site

  func secret(
    of client: String = site, signedBy key: ECPrivateKey? = nil, kid: String = "KEY0000001", seconds: Int = 300
  ) throws -> String {
    let signing = try #require(JWSSigningKey(id: kid, key ?? self.key))
    return try CompactJWS.sign(
      [
        .init("iss", .string(Self.team)), .init("iat", .number(now)), .init("exp", .number(now + seconds)),
        .init("aud", .string("https://id.example.org")), .init("sub", .string(client)),
      ], with: signing)
  }

  func redeem(_ code: String, as client: String = site, redirect: String? = back) throws -> WebResponse {
    let isStranger = client == Self.stranger
    var fields: [FormFields.Field] = [
      .init("client_id", client), .init("grant_type", "authorization_code"), .init("code", code),
      .init(
        "client_secret",
        try secret(
          of: client, signedBy: isStranger ? strangersKey : key, kid: isStranger ? "KEY0000002" : "KEY0000001")),
    ]
    if let redirect { fields.append(.init("redirect_uri", redirect)) }
    return send("POST", "/auth/token", fields: fields)
  }

  func refresh(_ token: String, as client: String = site) throws -> WebResponse {
    send(
      "POST", "/auth/token",
      fields: [
        .init("client_id", client), .init("client_secret", try secret(of: client)),
        .init("grant_type", "refresh_token"), .init("refresh_token", token),
      ])
  }
}

extension WebResponse {
  var text: String {
    guard case .bytes(let bytes) = body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  var location: String? { header("Location") }

  /// What the page would have the browser ask for.
  var passkeyOptions: JSONValue? {
    let text = self.text.components("data-options=\"", "\"").first?.unescaped
    return text.flatMap { try? JSONReader.read(Array($0.utf8), JSONLimits(bytes: 1 << 16, depth: 8, values: 999)) }
  }

  var json: [JSONValue.Member] {
    guard case .bytes(let bytes) = body,
      case .object(let members)? = try? JSONReader.read(bytes, JSONLimits(bytes: 1 << 20, depth: 8, values: 999))
    else { return [] }
    return members
  }

  /// Of a page's first form.
  var hiddenFields: [FormFields.Field] {
    text.components("<input type=\"hidden\" name=\"", "\">").compactMap { field in
      let parts = field.components(separatedBy: "\" value=\"")
      return parts.count == 2 ? .init(parts[0], parts[1].unescaped) : nil
    }
  }
}

extension String {
  fileprivate func components(_ beginning: String, _ end: String) -> [String] {
    components(separatedBy: beginning).dropFirst().compactMap { $0.components(separatedBy: end).first }
  }

  fileprivate func components(separatedBy separator: String) -> [String] {
    var (parts, rest): ([String], Substring) = ([], self[...])
    while let place = rest.firstRange(of: separator) {
      parts.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return parts + [String(rest)]
  }

  fileprivate var unescaped: String {
    [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(self) { text, pair in
      text.components(separatedBy: pair.0).joined(separator: pair.1)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Clocks
package import IdentityModel
import JOSECoding
import JSONCoding
import SignInPages
package import WebAuthn
package import WebServer

/// Answers what sites and browsers ask of a provider.
package final class IdentityService: Sendable {
  let settings: IdentitySettings
  let store: any IdentityStore
  let keys: SigningKeyRing
  let seal: FormSeal
  /// Milliseconds since 1970.
  let clock: @Sendable () -> Int64
  let passwords: PasswordCheck
  let codes: CodeSecrets
  /// Nil where browsers allow none.
  let passkeys: PasskeyCeremonies?
  /// Nil where it vouches for no machine.
  let issuer: AttestationIssuer?

  package init(
    _ settings: IdentitySettings, _ store: any IdentityStore, _ passkeys: any PasskeyStore, _ keys: SigningKeyRing,
    _ seal: FormSeal, _ codes: CodeSecrets, issuer: AttestationIssuer? = nil,
    clock: @escaping @Sendable () -> Int64 = { WallClock.milliseconds }
  ) {
    (self.settings, self.store, self.keys, self.seal, self.clock) = (settings, store, keys, seal, clock)
    (self.codes, self.issuer) = (codes, issuer)
    passwords = PasswordCheck(store, settings.passwordCost)
    self.passkeys = PasskeyCeremonies(passkeys, settings)
  }

  package func answer(_ request: WebRequest) -> WebResponse {
    let endpoint = Endpoint(rawValue: request.path)
    var exchange = Exchange(
      request, endpoint: endpoint.map { "\($0)" } ?? "unknown", id: RandomText.identifier(16), now: clock())
    var response = respond(to: &exchange, endpoint)
    if let endpoint, !endpoint.isTheSameForEverybody {
      // A line that cannot be written changes no answer: most likely the database is away, which the answer says.
      try? store.log(exchange.record(status: response.status))
    }
    response.headers += [
      (Exchange.header, exchange.id), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ]
    if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
      response.headers.append(("Cache-Control", "no-store"))
    }
    return response
  }

  private func respond(to exchange: inout Exchange, _ endpoint: Endpoint?) -> WebResponse {
    // A name that another address was given is not this provider's, whoever asks by it.
    guard exchange.request.headers["host"]?.lowercased() == settings.authority else { return WebResponse(421) }
    let pages = SignInPages(exchange.language, provider: settings.name)
    guard let endpoint else { return .page(404, pages.notFound()) }
    let isHead = exchange.request.method == "HEAD" && endpoint.method == "GET"
    guard exchange.request.method == endpoint.method || isHead else {
      return WebResponse(405, headers: [("Allow", endpoint.method)])
    }
    do throws(IdentityStoreError) {
      return try answer(&exchange, endpoint)
    } catch {
      exchange.note("store", "\(error)")
      return endpoint.isForPrograms
        ? .json(503, .members(["error": .string("temporarily_unavailable")])) : .page(503, pages.unavailable())
    }
  }

  private func answer(_ exchange: inout Exchange, _ endpoint: Endpoint) throws(IdentityStoreError) -> WebResponse {
    switch endpoint {
    case .discovery: discovery
    case .keys: .json(200, keys.published.json)
    case .style: Self.styleSheet
    case .script: Self.script
    case .sitesScript: sitesScript
    case .authorize: try authorize(&exchange)
    case .signIn: try signIn(&exchange)
    case .passkey: try passkeySignIn(&exchange)
    case .code: try codeSignIn(&exchange)
    case .consent: try consent(&exchange)
    case .token: try token(&exchange)
    case .revoke: try revoke(&exchange)
    case .account: try account(&exchange)
    case .remove: try removeSite(&exchange)
    case .addPasskey: try addPasskey(&exchange)
    case .removePasskey: try removePasskey(&exchange)
    case .beginCodes: try beginCodes(&exchange)
    case .addCodes: try addCodes(&exchange)
    case .removeCodes: try removeCodes(&exchange)
    case .endSessions: try endSessions(&exchange)
    case .signOut: try signOut(&exchange)
    case .enrol: enrol(&exchange)
    case .finishEnrolment: finishEnrolment(&exchange)
    case .challengeMachine: challengeMachine(&exchange)
    case .attestKey: attestKey(&exchange)
    case .deviceToken: deviceToken(&exchange)
    case .exchangeReceipt: try exchangeReceipt(&exchange)
    case .queryBits: try queryBits(&exchange)
    case .updateBits: try updateBits(&exchange)
    case .validateDevice: try validateDevice(&exchange)
    }
  }

  // MARK: - What is the same for everybody

  private var discovery: WebResponse {
    let base = settings.address
    var response = WebResponse.json(
      200,
      .members([
        "issuer": .string(settings.issuer), "authorization_endpoint": .string(base + "/auth/authorize"),
        "token_endpoint": .string(base + "/auth/token"), "revocation_endpoint": .string(base + "/auth/revoke"),
        "jwks_uri": .string(base + "/auth/keys"), "response_types_supported": .strings(["code"]),
        "response_modes_supported": .strings(["query", "fragment", "form_post"]),
        "subject_types_supported": .strings(["pairwise"]),
        "id_token_signing_alg_values_supported": .strings([JOSEAlgorithm.rs256.rawValue]),
        "scopes_supported": .strings(["openid", "email", "name"]),
        "token_endpoint_auth_methods_supported": .strings(["client_secret_post"]),
        "claims_supported": .strings([
          "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce", "nonce_supported",
          "real_user_status", "sub", "transfer_sub",
        ]),
      ]))
    response.headers.append(("Cache-Control", "public, max-age=300"))
    return response
  }

  private static let script = WebResponse(
    200, .bytes(Array(PasskeyScript.text.utf8)),
    headers: [("Content-Type", "text/javascript; charset=utf-8"), ("Cache-Control", "public, max-age=300")])

  /// The script for pages of sites, which are other origins.
  private var sitesScript: WebResponse {
    let text = SitesScript.text(provider: settings.name, address: settings.address)
    return WebResponse(
      200, .bytes(Array(text.utf8)),
      headers: [
        ("Content-Type", "text/javascript; charset=utf-8"), ("Cache-Control", "public, max-age=300"),
        ("Cross-Origin-Resource-Policy", "cross-origin"),
      ])
  }

  private static let styleSheet = WebResponse(
    200, .bytes(Array(StyleSheet.text.utf8)),
    headers: [("Content-Type", "text/css; charset=utf-8"), ("Cache-Control", "public, max-age=300")])
}

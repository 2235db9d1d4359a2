// SPDX-License-Identifier: Apache-2.0
import Clocks
package import IdentityModel
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
  /// The ceremonies of passkeys; nil where browsers allow none.
  let passkeys: PasskeyCeremonies?
  /// The issuer of attestations; nil where the provider vouches for no machine.
  let issuer: AttestationIssuer?
  private let files: PublicFiles
  private let authority: String

  package init(
    _ settings: IdentitySettings, _ store: any IdentityStore, _ passkeys: any PasskeyStore, _ keys: SigningKeyRing,
    _ seal: FormSeal, _ codes: CodeSecrets, issuer: AttestationIssuer? = nil,
    clock: @escaping @Sendable () -> Int64 = { WallClock.milliseconds }
  ) {
    (self.settings, self.store, self.keys, self.seal, self.clock) = (settings, store, keys, seal, clock)
    (self.codes, self.issuer) = (codes, issuer)
    passwords = PasswordCheck(store, settings.passwordCost)
    self.passkeys = PasskeyCeremonies(passkeys, settings)
    files = PublicFiles(settings, keys.published)
    authority = settings.authority
  }

  package func answer(_ request: WebRequest) -> WebResponse {
    if request.method == "GET", isForThisProvider(request), var file = files[request.path] {
      file.headers.append((Exchange.header, RandomText.identifier(16)))
      return file
    }
    let endpoint = Endpoint(rawValue: request.path)
    var exchange = Exchange(
      request, endpoint: endpoint.map { "\($0)" } ?? "unknown", id: RandomText.identifier(16), now: clock())
    var response = respond(to: &exchange, endpoint)
    if let endpoint, !endpoint.isTheSameForEverybody {
      // A line that cannot be written changes no answer: most likely the database is away, which the answer says.
      try? store.log(exchange.record(status: response.status))
    }
    response.headers.append((Exchange.header, exchange.id))
    for header in WebResponse.protection + [("Cache-Control", "no-store")]
    where !response.headers.contains(where: { $0.name == header.0 }) {
      response.headers.append(header)
    }
    return response
  }

  /// A name that another address was given is not this provider's, whoever asks by it.
  private func isForThisProvider(_ request: WebRequest) -> Bool {
    guard let host = request.headers["host"] else { return false }
    return host == authority || host.lowercased() == authority
  }

  private func respond(to exchange: inout Exchange, _ endpoint: Endpoint?) -> WebResponse {
    guard isForThisProvider(exchange.request) else { return WebResponse(421) }
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
    case .discovery, .keys, .style, .script, .sitesScript: files[exchange.request.path] ?? WebResponse(404)
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
}

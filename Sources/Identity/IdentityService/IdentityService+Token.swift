// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import JOSECoding
import JSONCoding
import SignInRules
import WebForms
import WebServer

// MARK: - /auth/token

extension IdentityService {
  private static let accessSeconds: Int64 = 3600
  private static let day: Int64 = 24 * 60 * 60 * 1000

  func token(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let (fields, client) = try authenticated(.token, &exchange)
    // Also where the secret is refused: the code says whose sign-in it was.
    if let code = fields["code"] { exchange.note("code", secret: code) }
    guard let client, exchange.findings.isEmpty else { return refusal(exchange, client) }
    return fields["grant_type"] == "refresh_token"
      ? try refresh(fields["refresh_token"] ?? "", client, &exchange) : try redeem(fields, client, &exchange)
  }

  /// The form, and the client whose secret it holds, if no rule is broken; the rules that are, are in the exchange.
  private func authenticated(
    _ endpoint: TokenRequestCheck.Endpoint, _ exchange: inout Exchange
  ) throws(IdentityStoreError) -> (FormFields, SignInClient?) {
    let body = exchange.request.body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let check = TokenRequestCheck(endpoint, contentType: exchange.request.headers["content-type"], body: body)
    exchange.findings += check.findings
    let name = check.fields["client_id"] ?? ""
    exchange.note("client_id", name)
    if let grant = check.fields["grant_type"] { exchange.note("grant_type", grant) }
    guard let (client, keys) = try store.clientWithKeys(name) else {
      let isNamed = !name.isEmpty && !check.findings.names.contains(RequestRule.clientIsTeamPrefixed.rawValue)
      if isNamed { exchange.findings.append(RuleFinding(.clientUnknown, .init("client_id", name))) }
      return (check.fields, nil)
    }
    if let secret = check.fields["client_secret"], !secret.isEmpty {
      let verdict = SecretCheck(secret, context(of: client, keys, exchange))
      exchange.findings += verdict.findings
      exchange.note("client_secret", secret: secret)
      if let issued = verdict.token?.claims.number("iat") {
        exchange.note("clockDifference", String(issued.subtractingReportingOverflow(exchange.seconds).partialValue))
      }
    }
    return (check.fields, client)
  }

  private func context(of client: SignInClient, _ keys: [AppKey], _ exchange: Exchange) -> SecretContext {
    let keys = keys.map { key in
      let standing: KnownKey.Standing =
        key.primaryApp != client.primaryApp ? .ofAnotherApp : key.revokedAt != nil ? .revoked : .usable
      return KnownKey(id: key.id, key.publicKey, standing, name: key.id)
    }
    return SecretContext(
      clientID: client.id, teamID: client.team, audience: settings.issuer, keys: keys, now: exchange.seconds,
      tolerance: settings.clockTolerance)
  }

  /// The word alone, and for a client under development the names of the rules.
  private func refusal(_ exchange: Exchange, _ client: SignInClient?) -> WebResponse {
    var members = [JSONValue.Member("error", .string((exchange.findings.error ?? .invalidRequest).rawValue))]
    if client?.stage == .development {
      let rules = exchange.findings.map(\.text)
      members.append(.init("error_description", .string(rules.joined(separator: "; "))))
    }
    return .json(400, .object(members))
  }

  // MARK: Codes

  private func redeem(
    _ fields: FormFields, _ client: SignInClient, _ exchange: inout Exchange
  ) throws(IdentityStoreError) -> WebResponse {
    let code = fields["code"] ?? ""
    let (access, refresh, now) = (RandomText.token("a"), RandomText.token("r"), exchange.now)
    let outcome = try store.takeCode(TokenDigest(of: code), at: now) { grant in
      let findings = Self.findings(.taken(grant), fields["redirect_uri"], client, now)
      return findings.isEmpty ? Self.tokens(of: grant, access, refresh, client, now) : []
    }
    exchange.findings += Self.findings(outcome, fields["redirect_uri"], client, now)
    guard case .taken(let grant) = outcome, exchange.findings.isEmpty else { return refusal(exchange, client) }
    guard let (account, subject) = try store.account(grant.account, knownIn: client.team) else {
      exchange.findings.append(RuleFinding(.consentRevoked, .init("client_id", client.id)))
      return refusal(exchange, client)
    }
    exchange.note("outcome", "issued")
    exchange.note("account", String(account.id))
    return try issued(
      access, refresh, client, account, subject, nonce: grant.nonce, grant.sharesMail, grant.signedInAt, exchange)
  }

  private static func tokens(
    of grant: CodeGrant, _ access: String, _ refresh: String, _ client: SignInClient, _ now: Int64
  ) -> [StoredToken] {
    func stored(_ token: String, _ kind: StoredToken.Kind, until end: Int64?) -> StoredToken {
      StoredToken(
        digest: TokenDigest(of: token), kind: kind, client: client.id, primaryApp: grant.primaryApp,
        account: grant.account, family: grant.family, sharesMail: grant.sharesMail, signedInAt: grant.signedInAt,
        expiresAt: end)
    }
    return [stored(access, .access, until: now + accessSeconds * 1000), stored(refresh, .refresh, until: nil)]
  }

  private static func findings(
    _ outcome: CodeOutcome, _ redirect: String?, _ client: SignInClient, _ now: Int64
  ) -> [RuleFinding] {
    let (grant, own): (CodeGrant, RuleFinding?)
    switch outcome {
    case .unknown: return [RuleFinding(.codeUnknown)]
    case .usedBefore(let found): (grant, own) = (found, RuleFinding(.codeUsed))
    case .expired(let found):
      (grant, own) = (found, RuleFinding(.codeExpired, .init("secondsAgo", Int((now - found.expiresAt) / 1000))))
    case .taken(let found): (grant, own) = (found, nil)
    }
    var findings = own.map { [$0] } ?? []
    if grant.client != client.id {
      findings.append(
        RuleFinding(.codeOfAnotherClient, .init("client_id", client.id), .init("issuedTo", grant.client)))
    }
    if redirect.map({ Array($0.utf8) }) != Array(grant.redirectURI.utf8) {
      findings.append(
        RuleFinding(
          .redirectDiffers, .init("redirect_uri", String((redirect ?? "absent").prefix(300))),
          .init("expected", grant.redirectURI)))
    }
    return findings
  }

  // MARK: Refresh tokens

  private func refresh(
    _ token: String, _ client: SignInClient, _ exchange: inout Exchange
  ) throws(IdentityStoreError) -> WebResponse {
    exchange.note("refresh_token", secret: token)
    let digest = TokenDigest(of: token)
    guard let known = try store.token(digest), known.kind == .refresh else {
      exchange.findings.append(RuleFinding(.refreshRevoked, .init("reason", "unknown")))
      return refusal(exchange, client)
    }
    if known.client != client.id {
      exchange.findings.append(
        RuleFinding(.refreshOfAnotherClient, .init("client_id", client.id), .init("issuedTo", known.client)))
    }
    if let revoked = known.revokedAt {
      let ago = Int((exchange.now - revoked) / 1000)
      exchange.findings.append(RuleFinding(.refreshRevoked, .init("reason", "revoked"), .init("secondsAgo", ago)))
    }
    if try store.hasConsent(primaryApp: known.primaryApp, account: known.account) == .gone {
      exchange.findings.append(RuleFinding(.consentRevoked, .init("client_id", client.id)))
    }
    exchange.note("account", String(known.account))
    guard exchange.findings.isEmpty, let (account, subject) = try store.account(known.account, knownIn: client.team)
    else {
      return refusal(exchange, client)
    }
    if settings.refreshLimit == .daily, try !store.useRefreshToken(digest, onDay: exchange.now / Self.day) {
      exchange.note("outcome", "usedToday")
      var response = WebResponse.json(429, .members(["error": .string("slow_down")]))
      response.headers.append(("Retry-After", String((Self.day - exchange.now % Self.day) / 1000 + 1)))
      return response
    }
    let access = RandomText.token("a")
    let stored = StoredToken(
      digest: TokenDigest(of: access), kind: .access, client: client.id, primaryApp: known.primaryApp,
      account: known.account, family: known.family, sharesMail: known.sharesMail, signedInAt: known.signedInAt,
      expiresAt: exchange.now + Self.accessSeconds * 1000)
    guard try store.add([stored]) == .present else {
      exchange.findings.append(RuleFinding(.consentRevoked, .init("client_id", client.id)))
      return refusal(exchange, client)
    }
    exchange.note("outcome", "refreshed")
    return try issued(access, nil, client, account, subject, nonce: nil, known.sharesMail, known.signedInAt, exchange)
  }

  private func issued(
    _ access: String, _ refresh: String?, _ client: SignInClient, _ account: Account, _ subject: String?,
    nonce: String?, _ sharesMail: Consent.SharedOrNot, _ signedInAt: Int64, _ exchange: Exchange
  ) throws(IdentityStoreError) -> WebResponse {
    let identity = try identityToken(
      for: client, account, subject, nonce: nonce, mail: sharesMail == .shared ? account.mail : nil,
      signedInAt: signedInAt,
      companion: (.accessToken, access), exchange)
    var members: [JSONValue.Member] = [
      .init("access_token", .string(access)), .init("token_type", .string("Bearer")),
      .init("expires_in", .number(Int(Self.accessSeconds))),
    ]
    if let refresh { members.append(.init("refresh_token", .string(refresh))) }
    members.append(.init("id_token", .string(identity)))
    return .json(200, .object(members))
  }

  // MARK: - /auth/revoke

  /// Ends what the person has with the app, and not this token alone; the next sign-in is a first one again (TN3194).
  func revoke(_ exchange: inout Exchange) throws(IdentityStoreError) -> WebResponse {
    let (fields, client) = try authenticated(.revoke, &exchange)
    guard let client, exchange.findings.isEmpty else { return refusal(exchange, client) }
    let token = fields["token"] ?? ""
    exchange.note("token", secret: token)
    let known = try store.token(TokenDigest(of: token))
    if let known, known.client == client.id {
      exchange.note("account", String(known.account))
      let hasEnded = known.expiresAt.map { $0 <= exchange.now } ?? false
      if known.revokedAt == nil, !hasEnded {
        try store.endConsent(
          primaryApp: known.primaryApp, account: known.account, at: exchange.now,
          notification: RandomText.notification)
      }
      exchange.note("outcome", known.revokedAt != nil ? "revokedBefore" : hasEnded ? "expired" : "revoked")
    } else {
      // A token of nobody, or of somebody else, is answered as one that has ended.
      exchange.note("outcome", known == nil ? "unknown" : "ofAnotherClient")
    }
    return WebResponse(200)
  }
}

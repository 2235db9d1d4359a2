// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
package import JOSECoding
import JSONCoding

/// Holds the secret of a client, a token that it signs itself, to its rules.
package struct SecretCheck: Sendable {
  /// The findings: every rule that is broken.
  package let findings: [RuleFinding]
  /// The token of the secret; nil where it is none.
  package let token: CompactJWS?

  package init(_ secret: String, _ context: SecretContext) {
    do throws(JOSEError) {
      let token = try CompactJWS(secret.utf8)
      (self.token, findings) = (token, Self.findings(token, context))
    } catch .notBase64URL(.signature) {
      // What stands before the signature can be read all the same.
      let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
      let unsigned = try? CompactJWS((parts[0] + "." + parts[1] + ".").utf8)
      token = unsigned
      let others = unsigned.map { Self.findings($0, context, signature: .unreadable) } ?? []
      findings = others + [RuleFinding(.signatureWrong, .init("reason", "notBase64URL"))]
    } catch {
      (token, findings) = (nil, [Self.finding(error)])
    }
  }

  private static func finding(_ error: JOSEError) -> RuleFinding {
    switch error {
    case .notThreeParts(let count): RuleFinding(.notThreeParts, .init("parts", count))
    case .notBase64URL(let part): RuleFinding(.notJSON, .init("part", part.rawValue), .init("reason", "notBase64URL"))
    case .notJSON(let part, .repeatedName(let name)):
      RuleFinding(
        .notJSON, .init("part", part.rawValue), .init("reason", "repeatedName"), .init("member", name))
    case .notJSON(let part, _): RuleFinding(.notJSON, .init("part", part.rawValue), .init("reason", "malformed"))
    case .notObject(let part): RuleFinding(.notJSON, .init("part", part.rawValue), .init("reason", "notObject"))
    default: RuleFinding(.notJSON, .init("reason", "tooLarge"))
    }
  }

  private enum SignatureForm { case readable, unreadable }

  private static func findings(
    _ token: CompactJWS, _ context: SecretContext, signature: SignatureForm = .readable
  ) -> [RuleFinding] {
    var findings = algorithm(token) + keyID(token, context) + names(token, context) + times(token, context)
    if signature == .readable { findings += SecretSignature(token, context).findings }
    return findings
  }

  // MARK: - Header

  private static func algorithm(_ token: CompactJWS) -> [RuleFinding] {
    guard token.algorithmName != JOSEAlgorithm.es256.rawValue else { return [] }
    return [RuleFinding(.algorithmNotES256, .init("alg", token.header.value("alg").shown))]
  }

  private static func keyID(_ token: CompactJWS, _ context: SecretContext) -> [RuleFinding] {
    guard let id = token.keyID, !id.isEmpty else {
      return [RuleFinding(.keyIdMissing, .init("kid", token.header.value("kid").shown))]
    }
    guard let keys = context.keys, keys.contains(where: { $0.id != nil }) else { return [] }
    let known = keys.filter { $0.id == id }
    if known.contains(where: { $0.standing == .usable }) { return [] }
    switch known.first?.standing {
    case .revoked: return [RuleFinding(.keyRevoked, .init("kid", id))]
    case .ofAnotherApp: return [RuleFinding(.keyOfAnotherApp, .init("kid", id))]
    default:
      let names = keys.compactMap(\.id).sorted().joined(separator: ", ")
      return [RuleFinding(.keyIdUnknown, .init("kid", id), .init("known", names))]
    }
  }

  // MARK: - Claims

  private static func names(_ token: CompactJWS, _ context: SecretContext) -> [RuleFinding] {
    let rules: [(String, String?, SecretRule)] = [
      ("iss", context.teamID, .issuerNotTeam), ("sub", context.clientID, .subjectNotClient),
      ("aud", context.audience, .audienceNotProvider),
    ]
    return rules.compactMap { name, expected, rule in
      guard let value = token.claims.value(name) else { return RuleFinding(.claimMissing, .init("claim", name)) }
      guard let expected, value != .string(expected) else { return nil }
      return RuleFinding(rule, .init(name, value.shown), .init("expected", expected))
    }
  }

  private static func times(_ token: CompactJWS, _ context: SecretContext) -> [RuleFinding] {
    var findings: [RuleFinding] = []
    var times: [String: Int] = [:]
    for name in ["iat", "exp"] {
      switch token.claims.value(name) {
      case nil: findings.append(RuleFinding(.claimMissing, .init("claim", name)))
      case .number(let number): times[name] = number
      case .fraction(let number) where abs(number) < 1e15: times[name] = Int(number.rounded(.down))
      case let value: findings.append(RuleFinding(.claimNotNumber, .init("claim", name), .init("value", value.shown)))
      }
    }
    if let issued = times["iat"], issued > context.now.saturating(plus: context.tolerance) {
      findings.append(
        RuleFinding(
          .issuedInFuture, .init("iat", issued), .init("now", context.now),
          .init("secondsAhead", issued.saturating(minus: context.now))))
    }
    if let end = times["exp"], end.saturating(plus: context.tolerance) <= context.now {
      findings.append(
        RuleFinding(
          .expired, .init("exp", end), .init("now", context.now),
          .init("secondsAgo", context.now.saturating(minus: end))))
    }
    if let issued = times["iat"], let end = times["exp"],
      end.saturating(minus: issued) > SecretContext.longestLife
    {
      findings.append(
        RuleFinding(
          .livesTooLong, .init("seconds", end.saturating(minus: issued)),
          .init("longest", SecretContext.longestLife)))
    }
    return findings
  }
}

extension JSONValue? {
  /// The value as it stands in the token, but not without end.
  var shown: String { String((self?.text ?? "absent").prefix(200)) }
}

extension JSONValue {
  fileprivate var shown: String { JSONValue?.some(self).shown }
}

extension Int {
  fileprivate func saturating(plus other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }

  fileprivate func saturating(minus other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}

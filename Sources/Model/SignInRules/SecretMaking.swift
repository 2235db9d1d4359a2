// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import Base64Coding
package import CryptoPrimitives
import JOSECoding
import JSONCoding

/// Makes a client's secret: one that is right, or one that breaks a rule, to see who says what of it.
package struct SecretMaking {
  package var client, team, keyID, audience: String
  /// Seconds since 1970.
  package var now: Int
  package var life = 3600

  package init(client: String, team: String, keyID: String, audience: String, now: Int) {
    (self.client, self.team, self.keyID, self.audience, self.now) = (client, team, keyID, audience, now)
  }

  package enum Failure: Error, Equatable, Sendable {
    /// Whether it is broken depends on what the provider knows of the key, and not on the secret.
    case ofTheProvider(SecretRule)
    case crypto(CryptoError)
  }

  package func text(_ key: ECPrivateKey, breaking rule: SecretRule? = nil) throws(Failure) -> String {
    if let rule, [.keyRevoked, .keyOfAnotherApp, .signedByOtherKey].contains(rule) { throw .ofTheProvider(rule) }
    let head = encoded(.object(header(rule)))
    let body = encoded(.object(claims(rule)))
    let first = rule == .notJSON ? Base64URL.encode(Array("{\"alg\":".utf8)) : head
    var signature = try signature(of: "\(first).\(body)", key, isDER: rule == .signatureDER)
    if rule == .signatureWrong { signature[signature.count - 1] ^= 1 }
    return rule == .notThreeParts ? "\(first).\(body)" : "\(first).\(body).\(Base64URL.encode(signature))"
  }

  private func header(_ rule: SecretRule?) -> [JSONValue.Member] {
    let algorithm = rule == .algorithmNotES256 ? "HS256" : JOSEAlgorithm.es256.rawValue
    let id = rule == .keyIdUnknown ? "NOBODYSKEY" : keyID
    return [.init("alg", .string(algorithm))] + (rule == .keyIdMissing ? [] : [.init("kid", .string(id))])
  }

  private func claims(_ rule: SecretRule?) -> [JSONValue.Member] {
    let issued =
      switch rule {
      case .issuedInFuture: now + 3600
      case .expired: now - life - 60
      default: now
      }
    let end = issued + (rule == .livesTooLong ? SecretContext.longestLife + 1 : life)
    let claims: [JSONValue.Member] = [
      .init("iss", .string(rule == .issuerNotTeam ? keyID : team)), .init("iat", .number(issued)),
      .init("exp", rule == .claimNotNumber ? .string(String(end)) : .number(end)),
      .init("aud", .string(rule == .audienceNotProvider ? audience + "/" : audience)),
      .init("sub", .string(rule == .subjectNotClient ? team : client)),
    ]
    return claims.filter { rule != .claimMissing || $0.name != "exp" }
  }

  private func encoded(_ value: JSONValue) -> String { Base64URL.encode(Array(value.text.utf8)) }

  private func signature(of text: String, _ key: ECPrivateKey, isDER: Bool) throws(Failure) -> [UInt8] {
    do throws(CryptoError) {
      let der = try key.signature(ofDigest: SHA256.hash(Array(text.utf8).span).span)
      return isDER ? der : try ECDSASignature.raw(fromDER: der.span, .p256)
    } catch { throw .crypto(error) }
  }
}

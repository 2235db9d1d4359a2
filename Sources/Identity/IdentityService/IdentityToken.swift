// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import IdentityModel
import JOSECoding
import JSONCoding

/// What a provider says of a person to one client (OpenID Connect Core 1.0, section 2).
struct IdentityToken {
  let issuer: String
  let audience: String
  let subject: String
  let nonce: String?
  /// The person's address; nil where it is not shared.
  let mail: String?
  let claimForm: IdentitySettings.ClaimForm
  /// Seconds since 1970.
  let signedInAt: Int
  /// The token or code that it came with, under the claim that binds it.
  let companion: (claim: Companion, value: String)?

  enum Companion: String { case accessToken = "at_hash", code = "c_hash" }

  static let seconds = 24 * 60 * 60

  func signed(with key: JWSSigningKey, at now: Int) throws(CryptoError) -> String {
    var claims: [JSONValue.Member] = [
      .init("iss", .string(issuer)), .init("aud", .string(audience)), .init("exp", .number(now + Self.seconds)),
      .init("iat", .number(now)), .init("sub", .string(subject)),
    ]
    if let nonce { claims.append(.init("nonce", .string(nonce))) }
    if let companion { claims.append(.init(companion.claim.rawValue, .string(Self.half(of: companion.value)))) }
    if let mail {
      claims.append(.init("email", .string(mail)))
      claims.append(.init("email_verified", claimForm == .strings ? .string("true") : .bool(true)))
    }
    claims.append(.init("auth_time", .number(signedInAt)))
    claims.append(.init("nonce_supported", .bool(true)))
    return try CompactJWS.sign(claims, with: key)
  }

  /// The left half of the hash (section 3.3.2.11).
  private static func half(of value: String) -> String {
    Base64URL.encode(SHA256.hash(Array(value.utf8).span).prefix(16))
  }
}

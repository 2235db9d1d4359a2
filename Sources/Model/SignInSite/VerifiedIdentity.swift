// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import JOSECoding
import JSONCoding

/// The identity of a person, as the provider signed it for this site. Only a token that holds to every rule makes one.
public struct VerifiedIdentity: Sendable, Equatable {
  /// The person, by the name that all apps of the team know them by. It does not change.
  public let subject: String
  /// The mail address; nil where it was not shared.
  public let mail: String?
  /// The provider's statement about the mail address.
  public let mailStanding: MailStanding
  /// The end of the token in seconds since 1970.
  public let expires: Int

  /// The provider's statement about the mail address.
  public enum MailStanding: String, Sendable {
    case verified, unverified
    /// The address forwards to one that the site does not know.
    case privateRelay
  }

  /// The value that came with the token, and is bound to it by a hash.
  package enum Companion: Sendable { case code(String), accessToken(String) }

  /// Holds the claims to their rules (Apple, "Verifying a user"; OpenID Connect Core 1.0, 3.1.3.7 and 3.3.2.11).
  ///
  /// A nonce that the site sent must come back. A provider that says that it supports none, as for old systems, may leave it out.
  package init(
    _ token: SignedToken, _ settings: SiteSettings, nonce: String?, _ companion: Companion?, at now: Int
  ) throws(TokenRefusal) {
    try token.check(settings.provider, [settings.client], at: now, settings.tolerance)
    if let nonce { try Self.check(nonce, token) }
    switch companion {
    case .code(let code): try Self.check(code, token, "c_hash", .codeHashOther)
    case .accessToken(let access): try Self.check(access, token, "at_hash", .tokenHashOther)
    case nil: break
    }
    subject = try token.text("sub")
    expires = try token.time("exp")
    mail = token.claims.text("email")
    mailStanding =
      Self.isTrue(token.claims.value("is_private_email"))
      ? .privateRelay : Self.isTrue(token.claims.value("email_verified")) ? .verified : .unverified
  }

  private static func check(_ nonce: String, _ token: SignedToken) throws(TokenRefusal) {
    guard let value = token.claims.value("nonce") else {
      guard token.claims.value("nonce_supported").map({ !isTrue($0) }) ?? false else {
        throw TokenRefusal(.nonceMissing)
      }
      return
    }
    guard case .string(let seen) = value, isEqual(seen, nonce) else { throw TokenRefusal(.nonceOther) }
  }

  /// A hash that is there must be right; which tokens have one is the provider's to say.
  private static func check(
    _ value: String, _ token: SignedToken, _ claim: String, _ rule: TokenRule
  ) throws(TokenRefusal) {
    guard let seen = token.claims.value(claim) else { return }
    let half = Base64URL.encode(SHA256.hash(Array(value.utf8).span).prefix(16))
    guard seen == .string(half) else { throw TokenRefusal(rule) }
  }

  /// Providers write Booleans as text too.
  private static func isTrue(_ value: JSONValue?) -> Bool { value == .bool(true) || value == .string("true") }

  /// Byte by byte: letters that look alike are not the same.
  private static func isEqual(_ one: String, _ other: String) -> Bool { Array(one.utf8) == Array(other.utf8) }
}

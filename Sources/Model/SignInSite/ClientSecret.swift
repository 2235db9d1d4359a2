// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import JOSECoding
import JSONCoding

/// The secret by which a site proves itself to the provider: a token that it signs itself.
package struct ClientSecret: Sendable, Equatable {
  package let text: String
  /// The moment at which another secret is made: the old one holds as long again, for requests on their way.
  package let renewal: Int

  /// The seconds that a secret holds. Short, so that one that leaks is soon worth nothing.
  package static let life = 3600
  /// The seconds by which a secret is dated back, for providers whose clock is behind.
  private static let dating = 30

  /// Signs one; the time is in seconds since 1970.
  package init(_ settings: SiteSettings, _ key: JWSSigningKey, at now: Int) throws(CryptoError) {
    text = try CompactJWS.sign(
      [
        .init("iss", .string(settings.team)), .init("iat", .number(now - Self.dating)),
        .init("exp", .number(now + Self.life)), .init("aud", .string(settings.provider.issuer)),
        .init("sub", .string(settings.client)),
      ], with: key)
    renewal = now + Self.life / 2
  }

  /// Whether the secret is to be renewed: also where the clock was set back by more than it lives.
  package func isDue(at now: Int) -> Bool { now >= renewal || now < renewal - Self.life }
}

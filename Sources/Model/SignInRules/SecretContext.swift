// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives

/// The facts that a secret is checked against. What is not known is not checked: a provider knows everything, the owner
/// of a key less.
package struct SecretContext: Sendable {
  package var clientID: String?
  package var teamID: String?
  /// The provider's issuer.
  package var audience: String?
  /// The keys that are known; nil where none are: then nothing is said of key and signature.
  package var keys: [KnownKey]?
  /// The time in seconds since 1970.
  package var now: Int
  /// The seconds by which the clocks of both sides may differ.
  package var tolerance: Int

  package init(
    clientID: String? = nil, teamID: String? = nil, audience: String? = nil, keys: [KnownKey]? = nil, now: Int,
    tolerance: Int = 0
  ) {
    (self.clientID, self.teamID, self.audience, self.keys) = (clientID, teamID, audience, keys)
    (self.now, self.tolerance) = (now, tolerance)
  }

  /// A secret lives at most six months, in Apple's measure of them.
  package static let longestLife = 15_777_000
}

/// A key that may have signed a secret.
package struct KnownKey: Sendable {
  package enum Standing: Sendable, Equatable { case usable, revoked, ofAnotherApp }

  /// The identifier of the key; nil for a key of which only the file is known.
  package let id: String?
  package let publicKey: ECPublicKey
  package let standing: Standing
  /// The person's name for it: a file's name, or the identifier.
  package let name: String

  package init(id: String?, _ publicKey: ECPublicKey, _ standing: Standing = .usable, name: String) {
    (self.id, self.publicKey, self.standing, self.name) = (id, publicKey, standing, name)
  }
}

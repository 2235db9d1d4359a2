// SPDX-License-Identifier: Apache-2.0
package import AsymmetricKeys
package import CryptoPrimitives

/// A private key with the identifier by which others find its public one.
package struct JWSSigningKey: Sendable {
  package let id: String
  private let material: Material

  private enum Material: Sendable {
    case ec(ECPrivateKey)
    case rsa(RSAPrivateKey)
  }

  /// A key for ES256; nil for a key on another curve than P-256.
  package init?(id: String, _ key: ECPrivateKey) {
    guard key.curve == .p256 else { return nil }
    (self.id, material) = (id, .ec(key))
  }

  /// A key for RS256; nil for a key that is too small for it.
  package init?(id: String, _ key: RSAPrivateKey) {
    guard key.publicKey.bits >= JSONWebKey.smallestRSA else { return nil }
    (self.id, material) = (id, .rsa(key))
  }

  package var algorithm: JOSEAlgorithm {
    switch material {
    case .ec: .es256
    case .rsa: .rs256
    }
  }

  package var publicKey: JSONWebKey {
    switch material {
    case .ec(let key): JSONWebKey(id: id, ec: key.publicKey)
    case .rsa(let key): JSONWebKey(id: id, rsa: key.publicKey)
    }
  }

  /// The signature in the form of RFC 7518, sections 3.3 and 3.4: for ECDSA the two numbers, and no DER.
  func signature(of bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
    let digest = SHA256.hash(bytes.span)
    switch material {
    case .ec(let key):
      let signature = try key.signature(ofDigest: digest.span)
      return try ECDSASignature.raw(fromDER: signature.span, .p256)
    case .rsa(let key): return try key.signature(of: digest.span, .pkcs1v15(.sha256))
    }
  }
}

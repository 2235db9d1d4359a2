// SPDX-License-Identifier: Apache-2.0
package import AsymmetricKeys
package import CryptoPrimitives

/// A public key of any supported kind.
package enum PublicKeyMaterial: Sendable, Hashable {
  case rsa(RSAPublicKey)
  case ec(ECPublicKey)
  case raw(RawPublicKey)

  /// The nominal size in bits: that of the modulus or the curve.
  package var bits: Int {
    switch self {
    case .rsa(let key): key.bits
    case .ec(let key): key.curve.bits
    case .raw(let key): key.curve.bits
    }
  }

  /// The bytes of a signature, a ciphertext or, for curves, of a coordinate.
  package var blockSize: Int {
    switch self {
    case .rsa(let key): key.blockSize
    case .ec(let key): key.curve.fieldSize
    case .raw(let key): key.curve.keySize
    }
  }

  /// The bytes a `SubjectPublicKeyInfo` wraps: PKCS #1 for RSA, the point or the string for others.
  package var encoded: [UInt8] {
    switch self {
    case .rsa(let key): key.pkcs1
    case .ec(let key): key.x963
    case .raw(let key): key.bytes
    }
  }
}

/// A private key of any supported kind.
package enum PrivateKeyMaterial: Sendable {
  case rsa(RSAPrivateKey)
  case ec(ECPrivateKey)
  case raw(RawPrivateKey)

  package var publicKey: PublicKeyMaterial {
    switch self {
    case .rsa(let key): .rsa(key.publicKey)
    case .ec(let key): .ec(key.publicKey)
    case .raw(let key): .raw(key.publicKey)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// A private key on one of NIST's curves: signs (ECDSA) and agrees on secrets (ECDH).
package struct ECPrivateKey: Sendable {
  package let publicKey: ECPublicKey

  /// A fresh key.
  package init(_ curve: Curve) throws(CryptoError) {
    let key = try unsafe LibraryKey(generating: "EC") { context in
      unsafe EVP_PKEY_CTX_set_group_name(context, LibraryParameters.pointer(curve.name)) == 1
    }
    var point = [UInt8](repeating: 0, count: curve.pointSize)
    var count = 0
    guard
      unsafe EVP_PKEY_get_octet_string_param(key.raw, LibraryParameters.pointer("pub"), &point, point.count, &count)
        == 1,
      count == point.count
    else { throw .fromLibrary() }
    publicKey = ECPublicKey(curve, point, key)
  }

  /// Makes a key from the scalar in as many bytes as the curve's field has.
  package init(_ curve: Curve, scalar: Span<UInt8>) throws(CryptoError) {
    try self.init(curve, scalar: scalar, point: curve.point(of: scalar))
  }

  /// Makes a key from `04 X Y K` (ANSI X9.63); the point must be that of the scalar.
  package init(_ curve: Curve, x963: Span<UInt8>) throws(CryptoError) {
    guard x963.count == curve.pointSize + curve.fieldSize else { throw .invalidPrivateKey }
    let scalar = x963.extracting(last: curve.fieldSize)
    let point = try curve.point(of: scalar)
    guard point.indices.allSatisfy({ point[$0] == x963[$0] }) else { throw .invalidPrivateKey }
    try self.init(curve, scalar: scalar, point: point)
  }

  private init(_ curve: Curve, scalar: Span<UInt8>, point: [UInt8]) throws(CryptoError) {
    let number = LibraryKey.native(scalar)
    let key = try point.withECParameters(curve) { (parameters) throws(CryptoError) in
      try number.withBytes { (number) throws(CryptoError) in
        try unsafe number.withUnsafeBufferPointer { (number) throws(CryptoError) in
          unsafe parameters.append("priv", number: number)
          return try LibraryKey("EC", selection: copenssl_key_pair, parameters)
        }
      }
    }
    publicKey = ECPublicKey(curve, point, key)
  }

  package var curve: Curve { publicKey.curve }

  /// The scalar, zeros in front of it.
  package func scalar() throws(CryptoError) -> SecretBytes {
    try publicKey.key().number("priv", count: curve.fieldSize)
  }

  /// The private key as `04 X Y K` (ANSI X9.63).
  package func x963() throws(CryptoError) -> SecretBytes {
    let scalar = try scalar()
    let point = publicKey.x963
    return SecretBytes(count: point.count + scalar.count) { target in
      for index in point.indices { target[index] = point[index] }
      scalar.withBytes { scalar in
        for index in scalar.indices { target[point.count + index] = scalar[index] }
      }
    }
  }

  /// The ECDSA signature of a digest, in DER.
  package func signature(ofDigest digest: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    try publicKey.key().signature(ofDigest: digest, atMost: curve.longestSignature)
  }

  /// The X coordinate of the shared point. NIST's curves have the cofactor 1, so this is both the plain and the cofactor
  /// Diffie-Hellman of SP 800-56A, 5.7.1.2.
  package func agree(with other: ECPublicKey) throws(CryptoError) -> SecretBytes {
    guard other.curve == curve else { throw .invalidPublicKey }
    return try publicKey.key().agree(with: other.key(), count: curve.fieldSize)
  }
}

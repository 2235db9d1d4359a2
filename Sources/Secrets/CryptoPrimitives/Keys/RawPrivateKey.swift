// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// The private key of an Edwards curve, which signs, or of a Montgomery curve, which agrees on secrets.
package struct RawPrivateKey: Sendable {
  package let publicKey: RawPublicKey

  /// A fresh key.
  package init(_ curve: RawCurve) throws(CryptoError) {
    let key = try unsafe LibraryKey(generating: curve.name)
    publicKey = try RawPublicKey(curve, of: key)
  }

  package init(_ curve: RawCurve, _ bytes: Span<UInt8>) throws(CryptoError) {
    guard bytes.count == curve.keySize else { throw .invalidPrivateKey }
    let key = try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(CryptoError) in
      guard Crypto.isLoaded else { throw .fromLibrary() }
      return try unsafe LibraryKey(
        EVP_PKEY_new_raw_private_key_ex(nil, LibraryParameters.pointer(curve.name), nil, bytes.baseAddress, bytes.count)
      )
    }
    publicKey = try RawPublicKey(curve, of: key)
  }

  package var curve: RawCurve { publicKey.curve }

  package func bytes() throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: curve.keySize) { (bytes) throws(CryptoError) in
      var count = curve.keySize
      let done = unsafe bytes.withUnsafeMutableBufferPointer {
        unsafe EVP_PKEY_get_raw_private_key(publicKey.key.raw, $0.baseAddress, &count) == 1
      }
      guard done, count == curve.keySize else { throw .fromLibrary() }
    }
  }

  /// The shared secret; a public key that gives the same secret to everybody is refused (RFC 7748, 6).
  package func agree(with other: RawPublicKey) throws(CryptoError) -> SecretBytes {
    guard curve.agrees, other.curve == curve else { throw .invalidPublicKey }
    return try publicKey.key.agree(with: other.key, count: curve.keySize)
  }
}

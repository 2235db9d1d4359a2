// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The public key of an Edwards curve, which verifies, or of a Montgomery curve, which is agreed a secret with.
package struct RawPublicKey: Sendable, Hashable {
  package let curve: RawCurve
  package let bytes: [UInt8]
  let key: LibraryKey

  package init(_ curve: RawCurve, _ bytes: Span<UInt8>) throws(CryptoError) {
    guard bytes.count == curve.keySize else { throw .invalidPublicKey }
    self.curve = curve
    self.bytes = bytes.indices.map { bytes[$0] }
    key = try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(CryptoError) in
      guard Crypto.isLoaded else { throw .fromLibrary() }
      return try unsafe LibraryKey(
        EVP_PKEY_new_raw_public_key_ex(nil, Parameters.pointer(curve.name), nil, bytes.baseAddress, bytes.count))
    }
  }

  init(_ curve: RawCurve, of key: LibraryKey) throws(CryptoError) {
    var bytes = [UInt8](repeating: 0, count: curve.keySize)
    var count = bytes.count
    guard unsafe EVP_PKEY_get_raw_public_key(key.raw, &bytes, &count) == 1, count == bytes.count else {
      throw .fromLibrary()
    }
    self.curve = curve
    self.bytes = bytes
    self.key = key
  }

  /// Whether the signature is of this message (RFC 8032).
  package func isValid(_ signature: Span<UInt8>, of message: Span<UInt8>) -> Bool {
    guard signature.count == curve.signatureSize, let context = unsafe EVP_MD_CTX_new() else { return false }
    defer {
      unsafe EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    return unsafe signature.withUnsafeBufferPointer { signature in
      unsafe message.withUnsafeBufferPointer { message in
        unsafe EVP_DigestVerifyInit_ex(context, nil, nil, nil, nil, key.raw, nil) == 1
          && EVP_DigestVerify(context, signature.baseAddress, signature.count, message.baseAddress, message.count) == 1
      }
    }
  }

  package static func == (one: RawPublicKey, other: RawPublicKey) -> Bool {
    one.curve == other.curve && one.bytes == other.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

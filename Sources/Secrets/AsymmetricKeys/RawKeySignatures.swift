// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import CryptoPrimitives

// EdDSA, which the keys of an Edwards curve are for.

extension RawPrivateKey {
  /// The signature of a message (RFC 8032, without context or prehash).
  package func signature(of message: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    guard let size = curve.signatureSize, let context = unsafe EVP_MD_CTX_new() else { throw .invalidPrivateKey }
    defer { unsafe EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: size)
    var count = size
    let done = unsafe message.withUnsafeBufferPointer { message in
      unsafe EVP_DigestSignInit_ex(context, nil, nil, nil, nil, publicKey.key.raw, nil) == 1
        && EVP_DigestSign(context, &signature, &count, message.baseAddress, message.count) == 1
    }
    guard done, count == size else { throw .fromLibrary() }
    return signature
  }
}

extension RawPublicKey {
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
}

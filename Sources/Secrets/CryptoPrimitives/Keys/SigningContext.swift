// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The library's context for signatures with one key, made once: that takes a tenth as long as a signature. Unchecked
/// because its pointer is this value's alone, which cannot be copied.
@safe struct SigningContext: ~Copyable, @unchecked Sendable {
  private var raw: OpaquePointer?

  deinit { unsafe EVP_PKEY_CTX_free(raw) }

  /// The signature of a digest, of at most that many bytes, always with the same key.
  mutating func signature(
    ofDigest digest: Span<UInt8>, with key: OpaquePointer, atMost maximum: Int
  ) throws(CryptoError) -> [UInt8] {
    if unsafe raw == nil { try unsafe raw = Self.ready(key) }
    let context = unsafe raw
    var signature = [UInt8](repeating: 0, count: maximum)
    var count = maximum
    let done = unsafe digest.withUnsafeBufferPointer { digest in
      unsafe EVP_PKEY_sign(context, &signature, &count, digest.baseAddress, digest.count) == 1
    }
    guard done else { throw .fromLibrary() }
    return Array(signature.prefix(count))
  }

  private static func ready(_ key: OpaquePointer) throws(CryptoError) -> OpaquePointer {
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { throw .fromLibrary() }
    guard unsafe EVP_PKEY_sign_init(context) == 1 else {
      unsafe EVP_PKEY_CTX_free(context)
      throw .fromLibrary()
    }
    return unsafe context
  }
}

// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The library's context for checking signatures with one key, made once: of RSA that takes a quarter as long as the check. Unchecked
/// because its pointer is this value's alone, which cannot be copied.
@safe struct VerifyingContext: ~Copyable, @unchecked Sendable {
  private var raw: OpaquePointer?

  deinit { unsafe EVP_PKEY_CTX_free(raw) }

  /// Whether the signature is of these bytes, always with the same key and after the same preparation.
  mutating func isValid(
    _ signature: Span<UInt8>, of block: Span<UInt8>, with key: OpaquePointer, _ prepare: (OpaquePointer) -> Bool
  ) -> Bool {
    if unsafe raw == nil { unsafe raw = Self.ready(key, prepare) }
    guard let context = unsafe raw else { return false }
    let isValid = unsafe signature.withUnsafeBufferPointer { signature in
      unsafe block.withUnsafeBufferPointer { block in
        unsafe EVP_PKEY_verify(context, signature.baseAddress, signature.count, block.baseAddress, block.count) == 1
      }
    }
    // What failed leaves nothing to the next.
    if !isValid { end() }
    return isValid
  }

  private mutating func end() {
    unsafe EVP_PKEY_CTX_free(raw)
    unsafe raw = nil
  }

  private static func ready(_ key: OpaquePointer, _ prepare: (OpaquePointer) -> Bool) -> OpaquePointer? {
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return nil }
    guard unsafe prepare(context) else {
      unsafe EVP_PKEY_CTX_free(context)
      return nil
    }
    return unsafe context
  }
}

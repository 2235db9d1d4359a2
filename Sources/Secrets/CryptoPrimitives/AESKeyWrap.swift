// SPDX-License-Identifier: Apache-2.0
package import SecretMemory
import SystemCalls

/// The AES key wrap of RFC 3394: a wrapped key is eight bytes longer than the key. Wrapping keys have 16, 24 or 32 bytes;
/// Bailey's own all have 32.
package enum AESKeyWrap {
  package static let overhead = 8

  /// The key to wrap has 16 bytes or more, and a multiple of 8.
  package static func wrap(
    _ key: borrowing SecretBytes, with wrappingKey: borrowing SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    guard let pool = KeyWrapContext.pool(forKeysOf: wrappingKey.count), isWrappable(key.count) else {
      throw .invalidLength
    }
    // Until it is wrapped it is the key.
    let wrapped = try SecretBytes(count: key.count + overhead) { (wrapped) throws(CryptoError) in
      try pool.withContext { (context) throws(CryptoError) in
        try key.withBytes { (key) throws(CryptoError) in
          try wrappingKey.withBytes { (wrappingKey) throws(CryptoError) in
            try context.wrap(key, with: wrappingKey, into: &wrapped)
          }
        }
      }
    }
    return wrapped.withBytes { $0.array }
  }

  package static func unwrap(
    _ wrapped: Span<UInt8>, with wrappingKey: borrowing SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    guard let pool = KeyWrapContext.pool(forKeysOf: wrappingKey.count), isWrappable(wrapped.count - overhead) else {
      throw .invalidLength
    }
    return try SecretBytes(count: wrapped.count - overhead) { (key) throws(CryptoError) in
      try pool.withContext { (context) throws(CryptoError) in
        try wrappingKey.withBytes { (wrappingKey) throws(CryptoError) in
          try context.unwrap(wrapped, with: wrappingKey, into: &key)
        }
      }
    }
  }

  private static func isWrappable(_ count: Int) -> Bool { count >= 16 && count <= 1 << 20 && count % 8 == 0 }
}

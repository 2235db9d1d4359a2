// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// The AES key wrap of RFC 3394: a wrapped key is eight bytes longer than the key. Wrapping keys have 16, 24 or 32 bytes;
/// Bailey's own all have 32.
package enum AESKeyWrap {
  package static let overhead = 8

  /// The key to wrap has 16 bytes or more, and a multiple of 8.
  package static func wrap(
    _ key: borrowing SecretBytes, with wrappingKey: borrowing SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    guard let algorithm = algorithm(wrappingKey.count), isWrappable(key.count) else { throw .invalidLength }
    let context = CipherContext(algorithm)
    guard wrappingKey.withBytes({ context.setKey($0, .seal) }) else { throw .fromLibrary() }
    var wrapped = [UInt8](repeating: 0, count: key.count + overhead)
    var span = wrapped.mutableSpan
    let count = key.withBytes { context.transform($0, into: &span) }
    guard count == key.count + overhead else { throw .fromLibrary() }
    return wrapped
  }

  package static func unwrap(
    _ wrapped: Span<UInt8>, with wrappingKey: borrowing SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    guard let algorithm = algorithm(wrappingKey.count), isWrappable(wrapped.count - overhead) else {
      throw .invalidLength
    }
    let context = CipherContext(algorithm)
    guard wrappingKey.withBytes({ context.setKey($0, .open) }) else { throw .fromLibrary() }
    return try SecretBytes(count: wrapped.count - overhead) { key throws(CryptoError) in
      guard context.transform(wrapped, into: &key) == key.count else {
        ERR_clear_error()
        throw .authenticationFailed
      }
    }
  }

  private static func algorithm(_ keySize: Int) -> CipherAlgorithm? {
    switch keySize {
    case 16: .aes128Wrap
    case 24: .aes192Wrap
    case 32: .aes256Wrap
    default: nil
    }
  }

  private static func isWrappable(_ count: Int) -> Bool { count >= 16 && count <= 1 << 20 && count % 8 == 0 }
}

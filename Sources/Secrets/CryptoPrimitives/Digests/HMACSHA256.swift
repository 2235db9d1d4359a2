// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1).
package enum HMACSHA256 {
  package static let size = 32

  package static func authenticate(_ message: Span<UInt8>, key: borrowing SecretBytes) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: size)
    var span = tag.mutableSpan
    compute(message, key: key, into: &span)
    return tag
  }

  /// Computes a tag that serves as a key, and so stays in secret memory.
  package static func secret(of message: borrowing SecretBytes, key: borrowing SecretBytes) -> SecretBytes {
    SecretBytes(count: size) { tag in
      message.withBytes { compute($0, key: key, into: &tag) }
    }
  }

  package static func isValid(_ tag: Span<UInt8>, for message: Span<UInt8>, key: borrowing SecretBytes) -> Bool {
    equalInConstantTime(tag, authenticate(message, key: key).span)
  }

  private static func compute(_ message: Span<UInt8>, key: borrowing SecretBytes, into tag: inout MutableSpan<UInt8>) {
    HMACContext.pool.withContext { context in
      key.withBytes { context.compute(message, key: $0, into: &tag) }
    }
  }
}

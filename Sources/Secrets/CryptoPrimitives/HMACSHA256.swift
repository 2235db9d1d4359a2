// SPDX-License-Identifier: Apache-2.0
import COpenSSL
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

  /// For a tag that is a key itself.
  package static func secret(of message: borrowing SecretBytes, key: borrowing SecretBytes) -> SecretBytes {
    SecretBytes(count: size) { tag in
      message.withBytes { compute($0, key: key, into: &tag) }
    }
  }

  package static func isValid(_ tag: Span<UInt8>, for message: Span<UInt8>, key: borrowing SecretBytes) -> Bool {
    equalInConstantTime(tag, authenticate(message, key: key).span)
  }

  private static func compute(_ message: Span<UInt8>, key: borrowing SecretBytes, into tag: inout MutableSpan<UInt8>) {
    let done = key.withBytes { key in
      unsafe key.withUnsafeBufferPointer { key in
        unsafe message.withUnsafeBufferPointer { message in
          unsafe tag.withUnsafeMutableBufferPointer { tag in
            unsafe compute(message, key: key, into: tag)
          }
        }
      }
    }
    precondition(done, "HMAC takes keys and messages of any length")
  }

  private static func compute(
    _ message: UnsafeBufferPointer<UInt8>, key: UnsafeBufferPointer<UInt8>, into tag: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    guard let context = unsafe EVP_MAC_CTX_new(Algorithm.hmac.raw) else { return false }
    defer { unsafe EVP_MAC_CTX_free(context) }
    var count = 0
    let digest = Parameters.digestSHA256
    return unsafe digest.withList { list in
      unsafe EVP_MAC_init(context, key.baseAddress, key.count, list) == 1
        && EVP_MAC_update(context, message.baseAddress, message.count) == 1
        && EVP_MAC_final(context, tag.baseAddress, &count, tag.count) == 1
    }
  }

  @safe private struct Algorithm: @unchecked Sendable {
    let raw: OpaquePointer

    static let hmac: Algorithm = {
      guard Crypto.isLoaded, let raw = unsafe EVP_MAC_fetch(nil, "HMAC", nil) else {
        fatalError("the cryptographic library has no HMAC")
      }
      return unsafe Algorithm(raw: raw)
    }()
  }
}

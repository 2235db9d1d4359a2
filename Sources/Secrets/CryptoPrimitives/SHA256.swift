// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  package static let size = 32

  package static func hash(_ message: Span<UInt8>) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: size)
    let done = unsafe message.withUnsafeBytes { message in
      unsafe EVP_Digest(message.baseAddress, message.count, &digest, nil, Algorithm.sha256.raw, nil) == 1
    }
    precondition(done, "a hash has nothing to refuse")
    return digest
  }

  @safe private struct Algorithm: @unchecked Sendable {
    let raw: OpaquePointer

    static let sha256: Algorithm = {
      guard Crypto.isLoaded, let raw = unsafe EVP_MD_fetch(nil, "SHA256", nil) else {
        fatalError("the cryptographic library has no SHA-256")
      }
      return unsafe Algorithm(raw: raw)
    }()
  }
}

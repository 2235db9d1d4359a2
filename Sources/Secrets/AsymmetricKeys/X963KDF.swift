// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import SecretMemory

/// The key derivation of ANSI X9.63 (SEC 1, 3.6.1): hashes of the secret, a counter and the shared information.
package enum X963KDF {
  package static let longest = 1 << 20

  package static func derive(
    _ algorithm: DigestAlgorithm, from secret: borrowing SecretBytes, sharedInfo: Span<UInt8>, count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard (1...longest).contains(count) else { throw .invalidLength }
    var block = SecretBytes(count: algorithm.size) { _ in }
    let keyed = RunningDigest(algorithm)
    secret.withBytes { keyed.update($0) }
    return SecretBytes(count: count) { output in
      var done = 0
      var counter: UInt32 = 0
      while done < count {
        counter += 1
        let digest = RunningDigest(copying: keyed)
        let octets = (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
        digest.update(octets.span)
        digest.update(sharedInfo)
        block.withMutableBytes { block in
          digest.finish(into: &block)
          for index in 0..<min(block.count, count - done) { output[done + index] = block[index] }
        }
        done += algorithm.size
      }
    }
  }
}

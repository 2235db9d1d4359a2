// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// HKDF (RFC 5869) over any of the hash functions, whole or by its two steps.
package enum HKDF {
  /// The pseudorandom key; an empty salt counts as zeros (RFC 5869, section 2.2).
  package static func extract(
    _ algorithm: DigestAlgorithm, from material: Span<UInt8>, salt: Span<UInt8>
  ) -> SecretBytes {
    let mac = RunningHMAC(algorithm, key: salt)
    mac.update(material)
    return SecretBytes(count: algorithm.size) { mac.finish(into: &$0) }
  }

  /// 1 to 255 times the size of a hash (RFC 5869, section 2.3).
  package static func expand(
    _ algorithm: DigestAlgorithm, _ key: Span<UInt8>, info: Span<UInt8>, count: Int
  ) throws(CryptoError) -> SecretBytes {
    guard (1...255 * algorithm.size).contains(count) else { throw .invalidLength }
    let keyed = RunningHMAC(algorithm, key: key)
    var block = SecretBytes(count: algorithm.size) { _ in }
    return SecretBytes(count: count) { output in
      var done = 0
      var counter: UInt8 = 0
      while done < count {
        let mac = RunningHMAC(copying: keyed)
        if counter > 0 { block.withBytes { mac.update($0) } }
        counter += 1
        mac.update(info)
        mac.update([counter].span)
        block.withMutableBytes { block in
          mac.finish(into: &block)
          for index in 0..<min(block.count, count - done) { output[done + index] = block[index] }
        }
        done += algorithm.size
      }
    }
  }

  package static func derive(
    _ algorithm: DigestAlgorithm, from material: Span<UInt8>, salt: Span<UInt8>, info: Span<UInt8>, count: Int
  ) throws(CryptoError) -> SecretBytes {
    let key = extract(algorithm, from: material, salt: salt)
    return try key.withBytes { (key) throws(CryptoError) in try expand(algorithm, key, info: info, count: count) }
  }
}

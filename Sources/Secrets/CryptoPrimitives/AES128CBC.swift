// SPDX-License-Identifier: Apache-2.0
package import SecretMemory
import SystemCalls

/// AES-128 in cipher block chaining mode (NIST SP 800-38A) with the padding of PKCS #7 (RFC 5652, section 6.3).
///
/// Nothing shows whether the bytes were changed on the way: for protocols that prescribe it, over connections that nobody else
/// writes to.
package enum AES128CBC {
  package static let keySize = 16
  package static let blockSize = 16
  /// The most bytes of plaintext: more than any message here has.
  package static let longest = 64 << 20

  /// The ciphertext, of the next whole number of blocks.
  package static func seal(
    _ plaintext: Span<UInt8>, key: borrowing SecretBytes, vector: Span<UInt8>
  ) throws(CryptoError) -> [UInt8] {
    guard plaintext.count <= longest else { throw .invalidLength }
    let padding = blockSize - plaintext.count % blockSize
    // In secret memory: the plaintext is in it until it is replaced.
    var blocks = SecretBytes(count: plaintext.count + padding) { blocks in
      blocks.copy(plaintext)
      for index in plaintext.count..<blocks.count { blocks[index] = UInt8(padding) }
    }
    try transform(&blocks, key, vector, .seal)
    return blocks.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// The plaintext; nil where it is empty, because no secret memory is.
  ///
  /// Throws `authenticationFailed` where the padding is none.
  package static func open(
    _ ciphertext: Span<UInt8>, key: borrowing SecretBytes, vector: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes? {
    guard ciphertext.count > 0, ciphertext.count % blockSize == 0, ciphertext.count <= longest + blockSize
    else { throw .invalidLength }
    var blocks = SecretBytes(copying: ciphertext)
    try transform(&blocks, key, vector, .open)
    return try blocks.withBytes { (bytes) throws(CryptoError) in
      guard let count = unpadded(bytes) else { throw .authenticationFailed }
      return count == 0 ? nil : SecretBytes(copying: bytes.extracting(first: count))
    }
  }

  private static func transform(
    _ blocks: inout SecretBytes, _ key: borrowing SecretBytes, _ vector: Span<UInt8>, _ direction: CipherDirection
  ) throws(CryptoError) {
    guard key.count == keySize, vector.count == blockSize else { throw .invalidLength }
    let context = CipherContext(.aes128CBC)
    context.leaveOutPadding()
    let isSet = key.withBytes { context.setKey($0, nonce: vector, direction) }
    let done = isSet && blocks.withMutableBytes { context.transform(inPlace: &$0) } && context.finish()
    guard done else { throw .fromLibrary() }
  }

  /// How many bytes come before the padding, after looking at all that could be padding.
  private static func unpadded(_ bytes: Span<UInt8>) -> Int? {
    let padding = Int(bytes[bytes.count - 1])
    guard (1...blockSize).contains(padding) else { return nil }
    var difference: UInt8 = 0
    for index in bytes.count - padding..<bytes.count { difference |= bytes[index] ^ UInt8(padding) }
    return difference == 0 ? bytes.count - padding : nil
  }
}

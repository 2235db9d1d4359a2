// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import SystemCalls

/// The parts of AES-SIV (RFC 5297), kept: the library's own is set up anew for every key, which takes ten times as long
/// as sealing a name.
struct SIVContext: ~Copyable, Sendable {
  static let pool = ContextPool { SIVContext() }

  private var mac = AESCMAC()
  private let stream = CipherContext(.aes256CTR)

  /// Encrypts (RFC 5297, section 2.6).
  mutating func seal(
    _ plaintext: Span<UInt8>, _ associated: [[UInt8]], key: Span<UInt8>
  ) throws(CryptoError) -> [UInt8] {
    defer { eraseKeys() }
    guard let tag = tag(of: plaintext, associated, key) else { throw .fromLibrary() }
    var sealed = [UInt8](repeating: 0, count: CipherBlock.size + plaintext.count)
    var span = sealed.mutableSpan
    tag.add(to: &span, at: 0)
    var ciphertext = span._mutatingExtracting(last: plaintext.count)
    guard encipher(plaintext, tag, key, into: &ciphertext) else { throw .fromLibrary() }
    return sealed
  }

  /// Decrypts (RFC 5297, section 2.7).
  mutating func open(
    _ sealed: Span<UInt8>, _ associated: [[UInt8]], key: Span<UInt8>
  ) throws(CryptoError) -> [UInt8] {
    defer { eraseKeys() }
    let found = CipherBlock(sealed)
    let ciphertext = sealed.extracting(droppingFirst: CipherBlock.size)
    var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
    var span = plaintext.mutableSpan
    guard encipher(ciphertext, found, key, into: &span), let tag = tag(of: span.span, associated, key) else {
      wipe(&span)
      throw .fromLibrary()
    }
    guard tag.equalsInConstantTime(found) else {
      wipe(&span)
      throw .authenticationFailed
    }
    return plaintext
  }

  /// S2V (section 2.4), with the first half of the key.
  private mutating func tag(
    of plaintext: Span<UInt8>, _ associated: [[UInt8]], _ key: Span<UInt8>
  ) -> CipherBlock? {
    guard mac.setKey(key.extracting(first: key.count / 2)), var sum = mac.tag(of: .zero) else { return nil }
    for part in associated {
      guard let tag = mac.tag(of: part.span) else { return nil }
      sum = sum.doubled ^ tag
    }
    guard plaintext.count < CipherBlock.size else { return mac.tag(of: plaintext, addingToEnd: sum) }
    return mac.tag(of: sum.doubled ^ CipherBlock(plaintext))
  }

  /// Counter mode (section 2.5), with the second half of the key.
  private func encipher(
    _ input: Span<UInt8>, _ tag: CipherBlock, _ key: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) -> Bool {
    var counter = InlineArray<16, UInt8>(repeating: 0)
    var span = counter.mutableSpan
    tag.counter.add(to: &span, at: 0)
    return stream.setKey(key.extracting(last: key.count / 2), nonce: span.span, .seal)
      && stream.transform(input, into: &output) == input.count
  }

  /// A byte through the cipher without a key replaces the block of key stream the library still has.
  private mutating func eraseKeys() {
    mac.eraseKey()
    let zeros = InlineArray<32, UInt8>(repeating: 0)
    var byte = InlineArray<1, UInt8>(repeating: 0)
    var span = byte.mutableSpan
    _ = stream.setKey(zeros.span, nonce: zeros.span.extracting(first: CipherBlock.size), .seal)
    _ = stream.transform(zeros.span.extracting(first: 1), into: &span)
  }
}

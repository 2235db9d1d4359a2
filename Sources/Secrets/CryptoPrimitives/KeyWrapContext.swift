// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import SystemCalls

/// The two directions of the AES key wrap (RFC 3394, section 2.2) over a block cipher that is kept.
///
/// The library's own is set up anew for each key, and reads tables: that takes longer, and the time depends on the key.
struct KeyWrapContext: ~Copyable, Sendable {
  /// The initial value of RFC 3394, section 2.2.3.1.
  private static let initialValue: UInt64 = 0xA6A6_A6A6_A6A6_A6A6
  private static let rounds = 6
  /// Half a block of the cipher.
  private static let half = 8

  private let cipher: CipherContext

  private init(_ algorithm: CipherAlgorithm) {
    cipher = CipherContext(algorithm)
    cipher.leaveOutPadding()
  }

  /// The pool of contexts for keys of this size.
  static func pool(forKeysOf size: Int) -> ContextPool<KeyWrapContext>? {
    switch size {
    case 16: pool128
    case 24: pool192
    case 32: pool256
    default: nil
    }
  }

  private static let pool128 = ContextPool { KeyWrapContext(.aes128ECB) }
  private static let pool192 = ContextPool { KeyWrapContext(.aes192ECB) }
  private static let pool256 = ContextPool { KeyWrapContext(.aes256ECB) }

  /// Wraps a key (RFC 3394, section 2.2.1).
  func wrap(
    _ key: Span<UInt8>, with wrappingKey: Span<UInt8>, into wrapped: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    guard cipher.setKey(wrappingKey, .seal) else { throw .fromLibrary() }
    defer { eraseKey(of: wrappingKey.count) }
    wrapped.copy(key, at: Self.half)
    var memory = InlineArray<16, UInt8>(repeating: 0)
    var block = memory.mutableSpan
    defer { wipe(&block) }
    var check = Self.initialValue
    let halves = key.count / Self.half
    for step in 0..<Self.rounds * halves {
      let start = Self.half * (1 + step % halves)
      check = try transform(check, beside: start, in: &wrapped, &block) ^ UInt64(step + 1)
    }
    wrapped.store(bigEndian: check, at: 0)
  }

  /// Unwraps a key (RFC 3394, section 2.2.2). Where the check value is wrong, the caller wipes the output.
  func unwrap(
    _ wrapped: Span<UInt8>, with wrappingKey: Span<UInt8>, into key: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    guard cipher.setKey(wrappingKey, .open) else { throw .fromLibrary() }
    defer { eraseKey(of: wrappingKey.count) }
    key.copy(wrapped.extracting(last: key.count))
    var memory = InlineArray<16, UInt8>(repeating: 0)
    var block = memory.mutableSpan
    defer { wipe(&block) }
    var check = wrapped.load(bigEndianAt: 0)
    let halves = key.count / Self.half
    for step in (0..<Self.rounds * halves).reversed() {
      let start = Self.half * (step % halves)
      check = try transform(check ^ UInt64(step + 1), beside: start, in: &key, &block)
    }
    // Compare all eight bytes at once, so that the time does not tell how many are right.
    guard check ^ Self.initialValue == 0 else { throw .authenticationFailed }
  }

  /// Runs a number and the half of a block that lies beside it through the cipher: the half stays, the number comes back.
  private func transform(
    _ check: UInt64, beside start: Int, in halves: inout MutableSpan<UInt8>, _ block: inout MutableSpan<UInt8>
  ) throws(CryptoError) -> UInt64 {
    block.store(bigEndian: check, at: 0)
    block.store(bigEndian: halves.span.load(bigEndianAt: start), at: Self.half)
    guard cipher.transform(inPlace: &block) else { throw .fromLibrary() }
    halves.store(bigEndian: block.span.load(bigEndianAt: Self.half), at: start)
    return block.span.load(bigEndianAt: 0)
  }

  private func eraseKey(of size: Int) {
    let noKey = InlineArray<32, UInt8>(repeating: 0)
    _ = cipher.setKey(noKey.span.extracting(first: size), .seal)
  }
}

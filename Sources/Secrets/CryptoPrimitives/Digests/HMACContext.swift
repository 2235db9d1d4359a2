// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import SystemCalls

/// HMAC with SHA-256 (RFC 2104, section 2) over two states of the hash that are kept: to set the library's own HMAC up
/// for a key takes three times as long as the hashing. Between two uses both states are at the beginning of a message.
struct HMACContext: ~Copyable, Sendable {
  static let pool = ContextPool { HMACContext() }

  static let size = 32
  private static let innerPad: UInt8 = 0x36
  private static let outerPad: UInt8 = 0x5C
  private let inner = RunningDigest(.sha256)
  private let outer = RunningDigest(.sha256)

  func compute(_ message: Span<UInt8>, key: Span<UInt8>, into tag: inout MutableSpan<UInt8>) {
    begin(key: key)
    update(message)
    finish(into: &tag)
  }

  func begin(key: Span<UInt8>) {
    var block = InlineArray<64, UInt8>(repeating: 0)
    var padded = block.mutableSpan
    place(key, in: &padded)
    begin(inner, with: &padded, Self.innerPad)
    begin(outer, with: &padded, Self.innerPad ^ Self.outerPad)
    wipe(&padded)
  }

  func update(_ part: Span<UInt8>) { inner.update(part) }

  /// Leaves nothing of the key or the tag in here.
  func finish(into tag: inout MutableSpan<UInt8>) {
    inner.finish(into: &tag)
    outer.update(tag.span)
    outer.finish(into: &tag)
    inner.restart()
    outer.restart()
  }

  /// A key that is longer than the hash's block is hashed.
  private func place(_ key: Span<UInt8>, in block: inout MutableSpan<UInt8>) {
    guard key.count > block.count else { return block.copy(key) }
    var digest = block._mutatingExtracting(first: inner.algorithm.size)
    inner.update(key)
    inner.finish(into: &digest)
    inner.restart()
  }

  private func begin(_ digest: RunningDigest, with block: inout MutableSpan<UInt8>, _ pad: UInt8) {
    for index in block.indices { block[index] ^= pad }
    digest.update(block.span)
  }
}

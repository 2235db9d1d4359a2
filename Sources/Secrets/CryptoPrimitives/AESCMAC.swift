// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import SystemCalls

/// AES-CMAC (NIST SP 800-38B, RFC 4493) with a key of 32 bytes, over a cipher state that is kept.
///
/// The state goes on chaining from one message to the next. Each message therefore begins with the previous block added to
/// cancel it, because resetting the chain would take as long as a short message. False and nil: the library refused.
struct AESCMAC: ~Copyable, Sendable {
  private let context = CipherContext(.aes256CBC)
  private var last = CipherBlock.zero
  private var subkey = CipherBlock.zero

  mutating func setKey(_ key: Span<UInt8>) -> Bool {
    let zeros = InlineArray<16, UInt8>(repeating: 0)
    guard context.setKey(key, nonce: zeros.span, .seal) else { return false }
    last = .zero
    guard let first = encrypt(.zero) else { return false }
    subkey = first.doubled
    return true
  }

  mutating func eraseKey() {
    let noKey = InlineArray<32, UInt8>(repeating: 0)
    _ = setKey(noKey.span)
  }

  /// The tag of a message of one whole block.
  mutating func tag(of block: CipherBlock) -> CipherBlock? { encrypt(block ^ subkey) }

  /// The tag of a message. Where an end is given, it is first added to the message's last 16 bytes, which must be there.
  mutating func tag(of message: Span<UInt8>, addingToEnd end: CipherBlock? = nil) -> CipherBlock? {
    let blocks = max(1, (message.count + CipherBlock.size - 1) / CipherBlock.size)
    var padded = [UInt8](repeating: 0, count: blocks * CipherBlock.size)
    var span = padded.mutableSpan
    span.copy(message)
    end?.add(to: &span, at: message.count - CipherBlock.size)
    if message.count < span.count { span[message.count] = 0x80 }
    (message.count < span.count ? subkey.doubled : subkey).add(to: &span, at: span.count - CipherBlock.size)
    return encrypt(&span)
  }

  private mutating func encrypt(_ block: CipherBlock) -> CipherBlock? {
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    block.add(to: &span, at: 0)
    return encrypt(&span)
  }

  private mutating func encrypt(_ blocks: inout MutableSpan<UInt8>) -> CipherBlock? {
    last.add(to: &blocks, at: 0)
    guard context.transform(inPlace: &blocks) else { return nil }
    last = CipherBlock(blocks.span, at: blocks.count - CipherBlock.size)
    return last
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The 16 bytes AES works on, as the big-endian number that RFC 4493 and RFC 5297 compute with.
struct CipherBlock: Equatable, Sendable {
  static let size = 16
  static let zero = CipherBlock(value: 0)

  private var value: UInt128

  private init(value: UInt128) { self.value = value }

  /// The bytes from an offset on; where they end before the block does, a one bit and zeros follow (RFC 5297, section 2.1).
  init(_ bytes: Span<UInt8>, at offset: Int = 0) {
    value = 0
    for index in offset..<offset + Self.size {
      let byte: UInt8 = index < bytes.count ? bytes[index] : index == bytes.count ? 0x80 : 0
      value = value << 8 | UInt128(byte)
    }
  }

  /// Multiplied by x in the field of CMAC (RFC 4493, section 2.3), in the same time for every block.
  var doubled: CipherBlock { CipherBlock(value: value << 1 ^ (0x87 & (0 &- (value >> 127)))) }

  /// The counter that a synthetic IV begins with: two bits less, so that no carry crosses 32 bits (RFC 5297,
  /// section 2.5).
  var counter: CipherBlock { CipherBlock(value: value & ~(1 << 63 | 1 << 31)) }

  static func ^ (one: CipherBlock, other: CipherBlock) -> CipherBlock {
    CipherBlock(value: one.value ^ other.value)
  }

  func equalsInConstantTime(_ other: CipherBlock) -> Bool { value ^ other.value == 0 }

  /// Adds the block to bytes by exclusive or.
  func add(to bytes: inout MutableSpan<UInt8>, at offset: Int) {
    for index in 0..<Self.size {
      bytes[offset + index] ^= UInt8(truncatingIfNeeded: value >> UInt128(8 * (Self.size - 1 - index)))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import SecretMemory

/// Bytes from the hexadecimal of a published vector; blanks and line ends are ignored.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap { $0.isWhitespace ? nil : UInt8(String($0), radix: 16) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

func secret(_ bytes: [UInt8]) -> SecretBytes { SecretBytes(copying: bytes.span) }

func secret(hex text: String) -> SecretBytes { secret(hex(text)) }

extension SecretBytes {
  /// What a test may see of a key.
  var revealed: [UInt8] {
    withBytes { span in span.indices.map { span[$0] } }
  }
}

/// Every copy of the bytes with one bit turned over.
func bitFlips(of bytes: [UInt8]) -> some Sequence<[UInt8]> {
  (0..<bytes.count * 8).lazy.map { bit in
    var flipped = bytes
    flipped[bit / 8] ^= 1 << UInt8(bit % 8)
    return flipped
  }
}

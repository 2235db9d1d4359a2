// SPDX-License-Identifier: Apache-2.0
import SecretMemory

/// Bytes from hexadecimal; blanks and line ends are ignored.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap { $0.isWhitespace ? nil : UInt8(String($0), radix: 16) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

extension SecretBytes {
  /// What a test may see of a key.
  var revealed: [UInt8] {
    withBytes { span in span.indices.map { span[$0] } }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Bytes from hexadecimal; blanks and line ends are ignored.
func hex(_ text: String) -> Data {
  let digits = text.compactMap { $0.isWhitespace ? nil : UInt8(String($0), radix: 16) }
  return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
}

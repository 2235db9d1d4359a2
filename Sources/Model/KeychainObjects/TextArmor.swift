// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import WireFormat

/// Writes the textual form of certificates and keys (RFC 7468): Base64 in lines of 64 characters between BEGIN and END.
package enum TextArmor {
  private static let lineLength = 64

  /// Writes into secret memory, because the contents may be a private key.
  package static func write(
    _ label: String, _ contents: Span<UInt8>, into buffer: inout WireBuffer
  ) throws(WireError) {
    try buffer.append(bytes: Array("-----BEGIN \(label)-----\n".utf8).span)
    var column = 0
    for start in stride(from: 0, to: contents.count, by: 3) {
      let count = min(3, contents.count - start)
      let bits = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < count ? UInt32(contents[start + $1]) : 0) }
      for position in 0..<4 {
        try buffer.append(
          integer: position <= count ? Base64.character(bits >> UInt32(18 - 6 * position)) : UInt8(ascii: "="))
      }
      column += 4
      if column == lineLength {
        try buffer.append(integer: UInt8(ascii: "\n"))
        column = 0
      }
    }
    if column > 0 { try buffer.append(integer: UInt8(ascii: "\n")) }
    try buffer.append(bytes: Array("-----END \(label)-----\n".utf8).span)
  }
}

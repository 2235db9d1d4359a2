// SPDX-License-Identifier: Apache-2.0

/// Bytes as text, for pages that hold their pictures.
package enum Base64Text {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let word = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for index in 0..<4 {
        text.append(index <= part.count ? letters[word >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

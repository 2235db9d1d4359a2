// SPDX-License-Identifier: Apache-2.0
import PropertyLists

/// Certificates as text (RFC 7468).
enum PEM {
  private static let first = "-----BEGIN CERTIFICATE-----"
  private static let last = "-----END CERTIFICATE-----"
  private static let lineLength = 64

  static func text(_ certificate: [UInt8]) -> String {
    let letters = Array(base64(certificate))
    let lines = stride(from: 0, to: letters.count, by: lineLength).map {
      String(letters[$0..<min($0 + lineLength, letters.count)])
    }
    return ([first] + lines + [last]).joined(separator: "\n") + "\n"
  }

  /// The first certificate of a text; nil where there is none.
  static func certificate(_ bytes: [UInt8]) -> [UInt8]? {
    guard let text = String(validating: bytes, as: UTF8.self), let start = text.firstRange(of: first),
      let end = text[start.upperBound...].firstRange(of: last)
    else { return nil }
    return [UInt8](base64: String(text[start.upperBound..<end.lowerBound]))
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let number = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[start + $1]) : 0) }
      for index in 0..<4 {
        text.append(index <= part.count ? letters[number >> (6 * (3 - index)) & 63] : "=")
      }
    }
    return text
  }
}

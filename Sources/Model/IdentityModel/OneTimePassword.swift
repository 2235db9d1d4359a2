// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import SecretMemory

/// Codes that change every half minute (RFC 6238), with SHA-1 and six digits: what every authenticator app has.
package enum OneTimePassword {
  package static let secretLength = 20
  package static let digits = 6
  private static let stepMilliseconds: Int64 = 30_000
  private static let blockSize = 64

  /// `now` is in milliseconds since 1970.
  package static func step(at now: Int64) -> Int64 { now / stepMilliseconds }

  /// The code of one step (RFC 4226, section 5.3). The secret has at most 64 bytes.
  package static func code(_ secret: borrowing SecretBytes, step: Int64, digits: Int = digits) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * Int64($0))) }
    let hash = authenticate(message, secret)
    let offset = Int(hash[hash.count - 1] & 0xF)
    let word = hash[offset..<offset + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x7FFF_FFFF
    let modulus = (0..<digits).reduce(UInt64(1)) { number, _ in number * 10 }
    let text = String(word % modulus)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// The step whose code somebody typed: the one of now, the one before or the one after it (RFC 6238, section 5.2).
  package static func step(of typed: String, _ secret: borrowing SecretBytes, at now: Int64) -> Int64? {
    let typed = typed.utf8.filter { $0 != UInt8(ascii: " ") }
    var found: Int64?
    // All are looked at, whichever it is.
    for step in step(at: now) - 1...step(at: now) + 1 {
      if equalInConstantTime(typed.span, Array(code(secret, step: step).utf8).span) { found = step }
    }
    return found
  }

  /// The secret in Base32, for typing into an app (RFC 4648, section 6, without padding).
  package static func base32(_ secret: borrowing SecretBytes) -> String {
    secret.withBytes { bytes in
      var (text, pending, bits) = ("", 0, 0)
      for index in bytes.indices {
        (pending, bits) = (pending << 8 | Int(bytes[index]), bits + 8)
        while bits >= 5 {
          bits -= 5
          text.unicodeScalars.append(Unicode.Scalar(letters[pending >> bits & 31]))
        }
        pending &= (1 << bits) - 1
      }
      if bits > 0 { text.unicodeScalars.append(Unicode.Scalar(letters[pending << (5 - bits) & 31])) }
      return text
    }
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// HMAC with SHA-1 (RFC 2104). No copy of the key is left.
  private static func authenticate(_ message: [UInt8], _ key: borrowing SecretBytes) -> [UInt8] {
    let inner = padded(key, 0x36, message).withBytes { DigestAlgorithm.sha1.hash($0) }
    return padded(key, 0x5C, inner).withBytes { DigestAlgorithm.sha1.hash($0) }
  }

  private static func padded(_ key: borrowing SecretBytes, _ pad: UInt8, _ message: [UInt8]) -> SecretBytes {
    SecretBytes(count: blockSize + message.count) { block in
      key.withBytes { key in
        for index in 0..<blockSize { block[index] = pad ^ (index < key.count ? key[index] : 0) }
      }
      for index in message.indices { block[blockSize + index] = message[index] }
    }
  }
}

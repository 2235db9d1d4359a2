// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import CryptoPrimitives
import KeyFormats
package import SecretMemory

/// A file `AuthKey_KEYID.p8`: a private key on P-256 in PKCS #8, as text (RFC 7468, section 10).
package enum KeyFile {
  package enum Failure: Error, Equatable, Sendable {
    /// The file has no `BEGIN PRIVATE KEY`, or what follows is no base64.
    case notPEM
    /// The contents are no private key.
    case notPKCS8
    case notP256
  }

  package static let largest = 16 << 10
  private static let first = Array("-----BEGIN PRIVATE KEY-----".utf8)
  private static let last = Array("-----END PRIVATE KEY-----".utf8)

  package static func key(_ text: Span<UInt8>) throws(Failure) -> ECPrivateKey {
    guard text.count <= largest, let start = text.firstIndex(of: first, from: 0),
      let end = text.firstIndex(of: last, from: start + first.count),
      let bytes = decoded(text.extracting(start + first.count..<end))
    else { throw .notPEM }
    let key = bytes.withBytes { try? PrivateKeyMaterial(pkcs8: $0) }
    guard let key else { throw .notPKCS8 }
    guard case .ec(let key) = key, key.curve == .p256 else { throw .notP256 }
    return key
  }

  package static func text(of key: ECPrivateKey) throws(CryptoError) -> SecretBytes {
    let bytes = try PrivateKeyMaterial.ec(key).pkcs8()
    let letters = (bytes.count + 2) / 3 * 4
    let lines = (letters + lineLength - 1) / lineLength
    return SecretBytes(count: first.count + last.count + letters + lines + 2) { text in
      var place = 0
      func put(_ byte: UInt8) {
        text[place] = byte
        place += 1
      }
      first.forEach(put)
      put(newline)
      bytes.withBytes { bytes in
        for index in 0..<letters {
          let (group, position) = (index / 4 * 3, index % 4)
          let bits = (0..<3).reduce(UInt32(0)) { $0 << 8 | (group + $1 < bytes.count ? UInt32(bytes[group + $1]) : 0) }
          put(position > bytes.count - group ? UInt8(ascii: "=") : Base64.character(bits >> UInt32(6 * (3 - position))))
          if index % lineLength == lineLength - 1 || index == letters - 1 { put(newline) }
        }
      }
      last.forEach(put)
      put(newline)
    }
  }

  private static let lineLength = 64
  private static let newline = UInt8(ascii: "\n")

  /// White space does not count; padding stands at the end alone.
  private static func decoded(_ text: Span<UInt8>) -> SecretBytes? {
    var (letters, padding) = (0, 0)
    for index in text.indices {
      switch text[index] {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "="): padding += 1
      case let letter where Base64.value(of: letter) != nil && padding == 0: letters += 1
      default: return nil
      }
    }
    guard padding <= 2, (letters + padding) % 4 == 0, letters > 0 else { return nil }
    return SecretBytes(count: letters * 6 / 8) { bytes in
      var (place, pending, bits) = (0, UInt32(0), 0)
      for index in text.indices {
        guard let value = Base64.value(of: text[index]) else { continue }
        (pending, bits) = ((pending << 6 | value) & 0xFFFF, bits + 6)
        guard bits >= 8 else { continue }
        bits -= 8
        bytes[place] = UInt8(truncatingIfNeeded: pending >> UInt32(bits))
        place += 1
      }
    }
  }
}

extension Span<UInt8> {
  fileprivate func firstIndex(of words: [UInt8], from start: Int) -> Int? {
    guard start + words.count <= count else { return nil }
    return (start...count - words.count).first { place in words.indices.allSatisfy { self[place + $0] == words[$0] } }
  }
}

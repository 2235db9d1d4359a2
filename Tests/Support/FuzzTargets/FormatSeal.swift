// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ProtectedFiles
import SecretMemory

/// Seals arbitrary bytes as the format does: a decoder behind an authentication sees nothing of a fuzzer's bytes
/// otherwise. Written from Documentation/FileFormat.md, not with the code under test.
enum FormatSeal {
  static let volume = VolumeKeys(volumeKey: volumeKey())

  static func volumeKey() -> SecretBytes { SecretBytes(count: 64) { for index in 0..<64 { $0[index] = UInt8(index) } } }

  private static func key(_ purpose: String, _ count: Int) -> SecretBytes {
    let none: [UInt8] = []
    return HKDFSHA256.derive(
      from: volumeKey(), salt: none.span, info: Array("bailey files 1 \(purpose)".utf8).span, count: count)
  }

  /// A header slot around a body of 220 bytes: longer bytes are cut, shorter ones followed by zeros.
  static func headerSlot(_ bytes: [UInt8]) -> [UInt8] {
    let body = Array((bytes + [UInt8](repeating: 0, count: 220)).prefix(220))
    let start = Array("BAILEYF".utf8) + [1]
    let nonce = [UInt8](repeating: 3, count: AESGCM.nonceSize)
    var sealed = [UInt8](repeating: 0, count: body.count + AESGCM.tagSize)
    var span = sealed.mutableSpan
    var cipher = AESGCM()
    cipher.setKey(key("headers", AESGCM.keySize))
    do {
      try cipher.seal(body.span, nonce: nonce.span, associated: start.span, into: &span)
    } catch {
      preconditionFailure("the buffers have their sizes")
    }
    return start + nonce + sealed
  }

  static func fileRecord(_ bytes: [UInt8]) -> [UInt8] { bytes + tag(1, bytes) }
  static func directoryRecord(_ bytes: [UInt8]) -> [UInt8] { bytes + tag(2, bytes) }

  static func epochs(_ bytes: [UInt8]) -> [UInt8] { bytes + tag(3, bytes) }

  private static func tag(_ label: UInt8, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let message = [label] + bytes
    return HMACSHA256.authenticate(message.span, key: key("records", HMACSHA256.size)).prefix(16)
  }

  /// The synthetic IV and ciphertext under the key for a purpose.
  static func siv(_ plain: [UInt8], _ associated: [[UInt8]], _ purpose: String) -> [UInt8] {
    guard let sealed = try? AESSIV.seal(plain.span, associated: associated, key: key(purpose, AESSIV.keySize)) else {
      preconditionFailure("anything can be sealed")
    }
    return sealed
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      text += [18, 12, 6, 0].prefix(group.count + 1).map { digits[bits >> $0 & 63] }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

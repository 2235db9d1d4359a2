// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SystemCalls

/// Identifies a file or folder, whatever its name: 16 random bytes, chosen at its creation.
package struct FileID: Hashable, Sendable {
  package static let size = 16
  private let high: UInt64
  private let low: UInt64

  package init() {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    var span = bytes.mutableSpan
    RandomReserve.shared.fill(&span)
    high = UInt64(bigEndian: bytes[0..<8])
    low = UInt64(bigEndian: bytes[8..<16])
  }

  /// Takes the bytes of a file's number; nil unless there are 16.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    high = UInt64(bigEndian: bytes.prefix(8))
    low = UInt64(bigEndian: bytes.dropFirst(8))
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    append(to: &bytes)
    return bytes
  }

  func store(in bytes: inout MutableSpan<UInt8>, at offset: Int = 0) {
    bytes.store(bigEndian: high, at: offset)
    bytes.store(bigEndian: low, at: offset + 8)
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
  }

  /// The identifier in 32 characters, for names inside the store.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  package init?(hexadecimal: some StringProtocol) {
    let digits = hexadecimal.utf8.map(Self.value(ofDigit:))
    guard digits.count == 2 * Self.size, !digits.contains(nil) else { return nil }
    let nibbles = digits.compactMap { $0 }
    self.init(stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] })
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

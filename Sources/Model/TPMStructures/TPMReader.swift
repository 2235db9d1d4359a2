// SPDX-License-Identifier: Apache-2.0

/// Reads the TPM's structures: big-endian numbers, and bytes after their count (TPM 2.0 Library, part 2).
package struct TPMReader {
  private let bytes: [UInt8]
  private var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { offset == bytes.count }

  package mutating func number16() -> Int? { number(2) }
  package mutating func number32() -> Int? { number(4) }

  /// A TPM2B: a count of two bytes, and so many bytes.
  package mutating func sized() -> [UInt8]? {
    guard let count = number16() else { return nil }
    return take(count)
  }

  package mutating func skip(_ count: Int) -> Bool { take(count) != nil }

  package mutating func take(_ count: Int) -> [UInt8]? {
    guard count <= bytes.count - offset else { return nil }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  private mutating func number(_ count: Int) -> Int? {
    take(count).map { $0.reduce(0) { $0 << 8 | Int($1) } }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc

// MARK: - Whole runs of bytes at once

extension MutableSpan where Element == UInt8 {
  /// Copies all of the source to an offset, which must leave room for it.
  package mutating func copy(_ source: Span<UInt8>, at offset: Int = 0) {
    precondition(offset >= 0 && source.count <= count - offset, "a copy stays inside its target")
    unsafe withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        unsafe memcpy(to + offset, from, source.count)
      }
    }
  }

  /// Sets a range to zero; for memory that held a secret use `wipe`, which the compiler may not leave out.
  package mutating func clear(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range stays inside its target")
    unsafe withUnsafeMutableBytes { target in
      guard let start = target.baseAddress else { return }
      unsafe memset(start + range.lowerBound, 0, range.count)
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether every byte is zero.
  package var isZero: Bool {
    guard count > 0 else { return true }
    guard self[0] == 0 else { return false }
    return unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      return unsafe memcmp(start, start + 1, bytes.count - 1) == 0
    }
  }

  package var array: [UInt8] {
    unsafe withUnsafeBytes { unsafe [UInt8]($0) }
  }
}

// MARK: - Numbers, the highest byte first

extension MutableSpan where Element == UInt8 {
  @inlinable package mutating func store(bigEndian number: UInt64, at offset: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt64.self)
  }
}

extension Span where Element == UInt8 {
  @inlinable package func load(bigEndianAt offset: Int) -> UInt64 {
    unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

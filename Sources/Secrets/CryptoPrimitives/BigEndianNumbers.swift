// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
  /// Eight bytes from an offset on, the first of them the highest.
  func number(at offset: Int) -> UInt64 {
    unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension MutableSpan<UInt8> {
  /// Puts a number into eight bytes from an offset on, the highest byte first.
  mutating func put(_ number: UInt64, at offset: Int) {
    var bytes = unsafe mutableBytes
    bytes.storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt64.self)
  }
}

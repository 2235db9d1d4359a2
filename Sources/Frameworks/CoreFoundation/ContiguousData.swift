// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Unsafe because Apple's signatures are: the bytes are lent as a pointer.

/// The bytes of an `NSData` lie in one piece, which Foundation on Linux does not say: `as Data` takes them one by one
/// then, 90 ms for 1 MiB. Where it is said they are copied at once.
extension NSData: @retroactive ContiguousBytes {
  /// All of the bytes, none copied; they are good as long as the body runs.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    unsafe try body(UnsafeRawBufferPointer(start: length > 0 ? bytes : nil, count: length))
  }
}

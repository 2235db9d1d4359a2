// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecurityConstants

// Unsafe because Apple's signatures are: the bytes go where a raw pointer says.

/// A source of randomness; the one there is is `kSecRandomDefault`, which is nil.
public typealias SecRandomRef = OpaquePointer

/// The system's random source.
public var kSecRandomDefault: SecRandomRef! { nil }

/// Fills memory from the system's random source.
///
/// https://developer.apple.com/documentation/security/secrandomcopybytes(_:_:_:)
/// - Parameters:
///   - source: `kSecRandomDefault`; there is no other.
///   - count: The number of bytes.
///   - bytes: Where they go.
/// - Returns: `errSecSuccess`, or `errSecParam` for a negative number.
public func SecRandomCopyBytes(_ source: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
  guard count >= 0 else { return errSecParam }
  var span = unsafe MutableSpan<UInt8>(_unsafeBytes: UnsafeMutableRawBufferPointer(start: bytes, count: count))
  SystemRandom.fill(&span)
  return errSecSuccess
}

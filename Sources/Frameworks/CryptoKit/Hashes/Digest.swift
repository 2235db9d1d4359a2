// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

// Unsafe because Apple's signatures are: a digest is `ContiguousBytes`.

/// The result of a hash.
///
/// https://developer.apple.com/documentation/cryptokit/digest
public protocol Digest: Hashable, ContiguousBytes, CustomStringConvertible, Sequence, Sendable
where Element == UInt8 {
  /// The number of bytes.
  static var byteCount: Int { get }
}

extension Digest {
  /// Reads the bytes one by one.
  public func makeIterator() -> Array<UInt8>.Iterator { array.makeIterator() }

  /// Compares in constant time.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.withSpan { one in rhs.withSpan { equalInConstantTime(one, $0) } }
  }

  /// Compares in constant time with bytes from elsewhere.
  public static func == <D: DataProtocol>(lhs: Self, rhs: D) -> Bool {
    lhs.withSpan { equalInConstantTime($0, Array(rhs).span) }
  }

  /// Compares in constant time with bytes from elsewhere.
  public static func != <D: DataProtocol>(lhs: Self, rhs: D) -> Bool { !(lhs == rhs) }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
}

/// The bytes of a digest, and what all of them print as.
struct DigestBytes: Sendable {
  let bytes: [UInt8]

  func description(_ name: String) -> String {
    "\(name) digest: \(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())"
  }
}

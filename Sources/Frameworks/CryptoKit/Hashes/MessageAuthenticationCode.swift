// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

// Unsafe because Apple's signatures are: a tag is `ContiguousBytes`.

/// A tag that says whether data is what it was.
public protocol MessageAuthenticationCode: Hashable, ContiguousBytes, CustomStringConvertible, Sequence
where Element == UInt8 {
  /// The number of bytes.
  var byteCount: Int { get }
}

extension MessageAuthenticationCode {
  /// Compares in constant time.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.withSpan { one in rhs.withSpan { equalInConstantTime(one, $0) } }
  }

  /// Compares in constant time with bytes from elsewhere.
  public static func == <D: DataProtocol>(lhs: Self, rhs: D) -> Bool {
    lhs.withSpan { equalInConstantTime($0, Array(rhs).span) }
  }

  /// Reads the bytes one by one.
  public func makeIterator() -> Array<UInt8>.Iterator { array.makeIterator() }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
}

/// The tag of an HMAC.
public struct HashedAuthenticationCode<H: HashFunction>: MessageAuthenticationCode, Sendable {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes.
  public var byteCount: Int { bytes.count }

  /// Lends the bytes.
  ///
  /// - Parameter body: Gets the bytes, which are good as long as it runs.
  /// - Returns: What the body returns.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe bytes.withUnsafeBytes(body)
  }

  /// The name of the function and the bytes in hexadecimal.
  public var description: String {
    "HMAC with \(H.self): \(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())"
  }
}

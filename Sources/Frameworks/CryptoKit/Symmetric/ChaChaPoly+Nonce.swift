// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

// Unsafe because Apple's signatures are: a nonce is `ContiguousBytes`.

extension ChaChaPoly {
  /// A value that must never serve twice with a key.
  ///
  /// https://developer.apple.com/documentation/cryptokit/chachapoly/nonce
  public struct Nonce: ContiguousBytes, Sequence, Sendable {
    static let size = 12
    let bytes: [UInt8]

    /// A random nonce of 12 bytes.
    public init() { bytes = SystemRandom.bytes(Self.size) }

    /// A nonce of 12 bytes.
    ///
    /// - Parameter data: The bytes.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for another size.
    public init<D: DataProtocol>(data: D) throws {
      guard data.count == Self.size else { throw CryptoKitError.incorrectParameterSize }
      bytes = Array(data)
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Lends the bytes.
    ///
    /// - Parameter body: Gets the bytes, which are good as long as it runs.
    /// - Returns: What the body returns.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
      try unsafe bytes.withUnsafeBytes(body)
    }

    /// Reads the bytes one by one.
    public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
  }
}

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

// Unsafe because Apple's signatures are: a nonce is `ContiguousBytes`.

extension AES.GCM {
  /// A value that must never serve twice with a key.
  ///
  /// https://developer.apple.com/documentation/cryptokit/aes/gcm/nonce
  public struct Nonce: ContiguousBytes, Sequence, Sendable {
    static let size = 12
    let bytes: [UInt8]

    /// A random nonce of 12 bytes.
    public init() { bytes = SystemRandom.bytes(Self.size) }

    /// A nonce of 12 bytes or more; only those of 12 are used as they are, others are hashed first.
    ///
    /// - Parameter data: The bytes.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for fewer than 12 bytes.
    public init<D: DataProtocol>(data: D) throws {
      guard data.count >= Self.size else { throw CryptoKitError.incorrectParameterSize }
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

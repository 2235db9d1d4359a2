// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

extension ChaChaPoly {
  /// A ciphertext with what it takes to open it, but for the key.
  ///
  /// https://developer.apple.com/documentation/cryptokit/chachapoly/sealedbox
  public struct SealedBox: Sendable {
    let parts: SealedParts

    init(parts: SealedParts) { self.parts = parts }

    /// A box of its parts.
    ///
    /// - Parameters:
    ///   - nonce: The nonce.
    ///   - ciphertext: The encrypted message.
    ///   - tag: 16 bytes.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for a tag of another size.
    public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {
      parts = try SealedParts(nonce: nonce.bytes, ciphertext: ciphertext, tag: tag)
    }

    /// A box of a nonce of 12 bytes, the ciphertext and the tag of 16.
    ///
    /// - Parameter combined: The three, one after the other.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for fewer than 28 bytes.
    public init<D: DataProtocol>(combined: D) throws {
      parts = try SealedParts(combined: combined, nonceSize: Nonce.size)
    }

    /// The nonce.
    public var nonce: Nonce { Nonce(bytes: parts.nonce) }
    /// The encrypted message, as long as the message.
    public var ciphertext: Data { parts.ciphertext }
    /// The tag.
    public var tag: Data { parts.tag }

    /// The nonce, the ciphertext and the tag.
    public var combined: Data { Data(parts.nonce) + ciphertext + tag }
  }
}

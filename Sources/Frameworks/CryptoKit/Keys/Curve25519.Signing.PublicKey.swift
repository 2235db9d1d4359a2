// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
public import Foundation

extension Curve25519.Signing {
  /// A public key of 32 bytes.
  ///
  /// https://developer.apple.com/documentation/cryptokit/curve25519/signing/publickey
  public struct PublicKey: Sendable {
    let key: RawPublicKey

    init(_ key: RawPublicKey) { self.key = key }

    /// A public key from its bytes.
    ///
    /// - Parameter rawRepresentation: 32 bytes.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size, `.invalidParameter` for bytes that are no key.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      let bytes = rawRepresentation.array
      guard bytes.count == RawCurve.ed25519.keySize else { throw CryptoKitError.incorrectKeySize }
      key = try primitive { () throws(CryptoError) in try RawPublicKey(.ed25519, bytes.span) }
    }

    /// The 32 bytes.
    public var rawRepresentation: Data { Data(key.bytes) }

    /// Whether the signature is of the data (RFC 8032, section 5.1.7).
    ///
    /// - Parameters:
    ///   - signature: The signature to check; one of another size than 64 bytes is not valid.
    ///   - data: All of the data.
    /// - Returns: False for any other signature.
    public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
      key.isValid(Array(signature).span, of: Array(data).span)
    }
  }
}

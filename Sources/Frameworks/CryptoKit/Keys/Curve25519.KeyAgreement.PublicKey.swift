// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

extension Curve25519.KeyAgreement {
  /// A public key of 32 bytes.
  ///
  /// https://developer.apple.com/documentation/cryptokit/curve25519/keyagreement/publickey
  public struct PublicKey: Sendable {
    let key: RawPublicKey

    init(_ key: RawPublicKey) { self.key = key }

    /// A public key from its bytes.
    ///
    /// - Parameter rawRepresentation: 32 bytes.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size, `.invalidParameter` for bytes that are no key.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      let bytes = rawRepresentation.array
      guard bytes.count == RawCurve.x25519.keySize else { throw CryptoKitError.incorrectKeySize }
      key = try primitive { () throws(CryptoError) in try RawPublicKey(.x25519, bytes.span) }
    }

    /// The 32 bytes.
    public var rawRepresentation: Data { Data(key.bytes) }
  }
}

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

extension Curve25519.Signing {
  /// A public key of 32 bytes.
  public struct PublicKey: Sendable {
    let key: RawPublicKey

    init(_ key: RawPublicKey) { self.key = key }

    /// From 32 bytes.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      let bytes = rawRepresentation.array
      guard bytes.count == RawCurve.ed25519.keySize else { throw CryptoKitError.incorrectKeySize }
      key = try primitive { () throws(CryptoError) in try RawPublicKey(.ed25519, bytes.span) }
    }

    /// The 32 bytes.
    public var rawRepresentation: Data { Data(key.bytes) }

    /// Whether the signature is of the data (RFC 8032).
    public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
      key.isValid(Array(signature).span, of: Array(data).span)
    }
  }
}

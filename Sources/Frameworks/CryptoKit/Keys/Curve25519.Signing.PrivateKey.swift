// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CryptoPrimitives
public import Foundation
import SecretMemory

extension Curve25519.Signing {
  /// A private key of 32 bytes.
  ///
  /// https://developer.apple.com/documentation/cryptokit/curve25519/signing/privatekey
  public struct PrivateKey: Sendable {
    private let key: RawPrivateKey

    /// A fresh key.
    public init() {
      guard let key = try? RawPrivateKey(.ed25519) else { fatalError("the cryptographic library makes no keys") }
      self.key = key
    }

    /// A private key from its bytes.
    ///
    /// - Parameter rawRepresentation: 32 bytes.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size, `.invalidParameter` for bytes that are no key.
    public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {
      key = try rawRepresentation.withSpan { bytes in
        guard bytes.count == RawCurve.ed25519.keySize else { throw CryptoKitError.incorrectKeySize }
        return try primitive { () throws(CryptoError) in try RawPrivateKey(.ed25519, bytes) }
      }
    }

    /// The public key.
    public var publicKey: Curve25519.Signing.PublicKey { PublicKey(key.publicKey) }

    /// The 32 bytes.
    public var rawRepresentation: Data {
      guard let secret = try? key.bytes() else { fatalError("the cryptographic library forgot a key") }
      return secret.withBytes { bytes in Data(bytes.indices.map { bytes[$0] }) }
    }

    /// Signs data with Ed25519 (RFC 8032, section 5.1.6).
    ///
    /// - Parameter data: All of the data, not a digest.
    /// - Returns: 64 bytes.
    /// - Throws: `CryptoKitError.underlyingCoreCryptoError` if the cryptographic library fails.
    public func signature<D: DataProtocol>(for data: D) throws -> Data {
      let message = Array(data)
      return Data(try primitive { () throws(CryptoError) in try key.signature(of: message.span) })
    }
  }
}

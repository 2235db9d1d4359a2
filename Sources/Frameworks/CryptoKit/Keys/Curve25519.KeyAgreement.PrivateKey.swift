// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation
import SecretMemory

extension Curve25519.KeyAgreement {
  /// A private key of 32 bytes.
  ///
  /// https://developer.apple.com/documentation/cryptokit/curve25519/keyagreement/privatekey
  public struct PrivateKey: Sendable {
    private let key: RawPrivateKey

    /// A fresh key.
    public init() {
      guard let key = try? RawPrivateKey(.x25519) else { fatalError("the cryptographic library makes no keys") }
      self.key = key
    }

    /// A private key from its bytes.
    ///
    /// - Parameter rawRepresentation: 32 bytes.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size, `.invalidParameter` for bytes that are no key.
    public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {
      key = try rawRepresentation.withSpan { bytes in
        guard bytes.count == RawCurve.x25519.keySize else { throw CryptoKitError.incorrectKeySize }
        return try primitive { () throws(CryptoError) in try RawPrivateKey(.x25519, bytes) }
      }
    }

    /// The public key.
    public var publicKey: Curve25519.KeyAgreement.PublicKey { PublicKey(key.publicKey) }

    /// The 32 bytes.
    public var rawRepresentation: Data {
      guard let secret = try? key.bytes() else { fatalError("the cryptographic library forgot a key") }
      return secret.withBytes { bytes in Data(bytes.indices.map { bytes[$0] }) }
    }

    /// The secret that this key and the other side's make (RFC 7748, section 6.1).
    ///
    /// - Parameter publicKeyShare: The other side's public key.
    /// - Returns: 32 bytes; derive keys from them.
    /// - Throws: `CryptoKitError.invalidParameter` for a public key of small order, with which everyone would know the
    ///   secret.
    public func sharedSecretFromKeyAgreement(
      with publicKeyShare: Curve25519.KeyAgreement.PublicKey
    ) throws -> SharedSecret {
      SharedSecret(try primitive { () throws(CryptoError) in try key.agree(with: publicKeyShare.key) })
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Written by Scripts/curves from P256.KeyAgreement.PrivateKey.swift: change that.
import CryptoPrimitives
public import Foundation

extension P521.KeyAgreement {
  /// A private key.
  ///
  /// https://developer.apple.com/documentation/cryptokit/p521/keyagreement/privatekey
  public struct PrivateKey: Sendable {
    private let key: NISTPrivateKey

    /// A fresh key.
    ///
    /// - Parameter compactRepresentable: Whether the public key can be written as an X coordinate alone.
    public init(compactRepresentable: Bool = true) {
      key = NISTPrivateKey(.p521, compactRepresentable: compactRepresentable)
    }

    /// A private key from the private number.
    ///
    /// - Parameter rawRepresentation: 66 bytes, the highest first.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size, `.invalidParameter` for a number that is no key.
    public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {
      key = try NISTPrivateKey(.p521, raw: rawRepresentation)
    }

    /// A private key from the public point and the private number.
    ///
    /// - Parameter x963Representation: `04 X Y K`, 199 bytes.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size, `.invalidParameter` for a number that is no key.
    public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {
      key = try NISTPrivateKey(.p521, x963: x963Representation)
    }

    /// A private key from PKCS #8 (RFC 5958) or SEC 1 (RFC 5915).
    ///
    /// - Parameter derRepresentation: Its DER.
    /// - Throws: `CryptoKitASN1Error` for what is no such structure or of another curve.
    public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
      key = try NISTPrivateKey(.p521, der: derRepresentation)
    }

    /// A private key from PKCS #8 or SEC 1 in PEM (RFC 7468, section 10).
    ///
    /// - Parameter pemRepresentation: One block with the label `PRIVATE KEY` or `EC PRIVATE KEY`.
    /// - Throws: `CryptoKitASN1Error` for what is no such structure or of another curve.
    public init(pemRepresentation: String) throws {
      key = try NISTPrivateKey(.p521, pem: pemRepresentation)
    }

    /// The public key.
    public var publicKey: P521.KeyAgreement.PublicKey { PublicKey(key.publicKey) }
    /// The scalar.
    public var rawRepresentation: Data { key.raw }
    /// The private key as `04 X Y K` (ANSI X9.63).
    public var x963Representation: Data { key.x963 }
    /// The key in PKCS #8.
    public var derRepresentation: Data { key.der }
    /// The key in PKCS #8, as PEM.
    public var pemRepresentation: String { key.pem }

    /// The secret that this key and the other side's make (ECDH, SEC 1, section 3.3.1).
    ///
    /// - Parameter publicKeyShare: The other side's public key.
    /// - Returns: The X coordinate of the common point, 66 bytes; derive keys from it.
    /// - Throws: `CryptoKitError.invalidParameter` if there is no common point.
    public func sharedSecretFromKeyAgreement(
      with publicKeyShare: P521.KeyAgreement.PublicKey
    ) throws -> SharedSecret {
      SharedSecret(try primitive { () throws(CryptoError) in try key.key.agree(with: publicKeyShare.key.key) })
    }
  }
}

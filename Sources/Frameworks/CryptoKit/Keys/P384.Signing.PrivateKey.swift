// SPDX-License-Identifier: Apache-2.0
// Written by Scripts/curves from P256.Signing.PrivateKey.swift: change that.
import CryptoPrimitives
public import Foundation

extension P384.Signing {
  /// A private key.
  ///
  /// https://developer.apple.com/documentation/cryptokit/p384/signing/privatekey
  public struct PrivateKey: Sendable {
    private let key: NISTPrivateKey

    /// A fresh key.
    ///
    /// - Parameter compactRepresentable: Whether the public key can be written as an X coordinate alone.
    public init(compactRepresentable: Bool = true) {
      key = NISTPrivateKey(.p384, compactRepresentable: compactRepresentable)
    }

    /// A private key from the private number.
    ///
    /// - Parameter rawRepresentation: 48 bytes, the highest first.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size, `.invalidParameter` for a number that is no key.
    public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {
      key = try NISTPrivateKey(.p384, raw: rawRepresentation)
    }

    /// A private key from the public point and the private number.
    ///
    /// - Parameter x963Representation: `04 X Y K`, 145 bytes.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size, `.invalidParameter` for a number that is no key.
    public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {
      key = try NISTPrivateKey(.p384, x963: x963Representation)
    }

    /// A private key from PKCS #8 (RFC 5958) or SEC 1 (RFC 5915).
    ///
    /// - Parameter derRepresentation: Its DER.
    /// - Throws: `CryptoKitASN1Error` for what is no such structure or of another curve.
    public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
      key = try NISTPrivateKey(.p384, der: derRepresentation)
    }

    /// A private key from PKCS #8 or SEC 1 in PEM (RFC 7468, section 10).
    ///
    /// - Parameter pemRepresentation: One block with the label `PRIVATE KEY` or `EC PRIVATE KEY`.
    /// - Throws: `CryptoKitASN1Error` for what is no such structure or of another curve.
    public init(pemRepresentation: String) throws {
      key = try NISTPrivateKey(.p384, pem: pemRepresentation)
    }

    /// The public key.
    public var publicKey: P384.Signing.PublicKey { PublicKey(key.publicKey) }
    /// The scalar.
    public var rawRepresentation: Data { key.raw }
    /// The private key as `04 X Y K` (ANSI X9.63).
    public var x963Representation: Data { key.x963 }
    /// The key in PKCS #8.
    public var derRepresentation: Data { key.der }
    /// The key in PKCS #8, as PEM.
    public var pemRepresentation: String { key.pem }

    /// Signs data by its digest.
    ///
    /// - Parameter digest: The digest of the data, by whichever hash; what it has more bits than the curve is left out.
    /// - Returns: The ECDSA signature (FIPS 186-5, section 6.4), another one each time.
    /// - Throws: `CryptoKitError.underlyingCoreCryptoError` if the cryptographic library fails.
    public func signature<D: Digest>(for digest: D) throws -> P384.Signing.ECDSASignature {
      P384.Signing.ECDSASignature(try NISTSignature(key.key, digest: digest))
    }

    /// Signs data by its SHA384 digest.
    ///
    /// - Parameter data: All of the data.
    /// - Returns: The ECDSA signature (FIPS 186-5, section 6.4), another one each time.
    /// - Throws: `CryptoKitError.underlyingCoreCryptoError` if the cryptographic library fails.
    public func signature<D: DataProtocol>(for data: D) throws -> P384.Signing.ECDSASignature {
      try signature(for: SHA384.hash(data: data))
    }
  }
}

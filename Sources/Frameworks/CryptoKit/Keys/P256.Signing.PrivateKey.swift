// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

extension P256.Signing {
  /// A private key.
  public struct PrivateKey: Sendable {
    private let key: NISTPrivateKey

    /// A fresh key.
    public init(compactRepresentable: Bool = true) {
      key = NISTPrivateKey(.p256, compactRepresentable: compactRepresentable)
    }

    /// From the scalar.
    public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {
      key = try NISTPrivateKey(.p256, raw: rawRepresentation)
    }

    /// From `04 X Y K`.
    public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {
      key = try NISTPrivateKey(.p256, x963: x963Representation)
    }

    /// From PKCS #8 or SEC 1.
    public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
      key = try NISTPrivateKey(.p256, der: derRepresentation)
    }

    /// From PKCS #8 or SEC 1 in PEM.
    public init(pemRepresentation: String) throws {
      key = try NISTPrivateKey(.p256, pem: pemRepresentation)
    }

    /// The public key.
    public var publicKey: P256.Signing.PublicKey { PublicKey(key.publicKey) }
    /// The scalar.
    public var rawRepresentation: Data { key.raw }
    /// `04 X Y K`.
    public var x963Representation: Data { key.x963 }
    /// PKCS #8.
    public var derRepresentation: Data { key.der }
    /// PKCS #8 in PEM.
    public var pemRepresentation: String { key.pem }

    /// The signature of data with this digest.
    public func signature<D: Digest>(for digest: D) throws -> P256.Signing.ECDSASignature {
      P256.Signing.ECDSASignature(try NISTSignature(key.key, digest: digest))
    }

    /// The signature of the data.
    public func signature<D: DataProtocol>(for data: D) throws -> P256.Signing.ECDSASignature {
      try signature(for: SHA256.hash(data: data))
    }
  }
}

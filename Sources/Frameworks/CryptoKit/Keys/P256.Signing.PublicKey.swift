// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

extension P256.Signing {
  /// A public key.
  public struct PublicKey: Sendable {
    let key: NISTPublicKey

    init(_ key: NISTPublicKey) { self.key = key }

    /// From both coordinates.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      key = try NISTPublicKey(.p256, raw: rawRepresentation)
    }

    /// From an X coordinate alone.
    public init<D: ContiguousBytes>(compactRepresentation: D) throws {
      key = try NISTPublicKey(.p256, compact: compactRepresentation)
    }

    /// From `04 X Y`.
    public init<D: ContiguousBytes>(x963Representation: D) throws {
      key = try NISTPublicKey(.p256, x963: x963Representation)
    }

    /// From `02 X` or `03 X`.
    public init<D: ContiguousBytes>(compressedRepresentation: D) throws {
      key = try NISTPublicKey(.p256, compressed: compressedRepresentation)
    }

    /// From a `SubjectPublicKeyInfo`.
    public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
      key = try NISTPublicKey(.p256, der: derRepresentation)
    }

    /// From a `SubjectPublicKeyInfo` in PEM.
    public init(pemRepresentation: String) throws {
      key = try NISTPublicKey(.p256, pem: pemRepresentation)
    }

    /// The X coordinate, if it says all.
    public var compactRepresentation: Data? { key.compact }
    /// Both coordinates.
    public var rawRepresentation: Data { key.raw }
    /// `04 X Y`.
    public var x963Representation: Data { key.x963 }
    /// `02 X` or `03 X`.
    public var compressedRepresentation: Data { key.compressed }
    /// A `SubjectPublicKeyInfo`.
    public var derRepresentation: Data { key.der }
    /// A `SubjectPublicKeyInfo` in PEM.
    public var pemRepresentation: String { key.pem }

    /// Whether the signature is of data with this digest.
    public func isValidSignature<D: Digest>(_ signature: P256.Signing.ECDSASignature, for digest: D) -> Bool {
      signature.signature.isValid(key.key, digest: digest)
    }

    /// Whether the signature is of the data.
    public func isValidSignature<D: DataProtocol>(_ signature: P256.Signing.ECDSASignature, for data: D) -> Bool {
      isValidSignature(signature, for: SHA256.hash(data: data))
    }
  }
}

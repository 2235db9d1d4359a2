// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

extension P256.Signing {
  /// A public key.
  ///
  /// https://developer.apple.com/documentation/cryptokit/p256/signing/publickey
  public struct PublicKey: Sendable {
    let key: NISTPublicKey

    init(_ key: NISTPublicKey) { self.key = key }

    /// A public key from both coordinates.
    ///
    /// - Parameter rawRepresentation: X and Y, 32 bytes each.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for another size, `.invalidParameter` for what is no point of
    ///   the curve.
    public init<D: ContiguousBytes>(rawRepresentation: D) throws {
      key = try NISTPublicKey(.p256, raw: rawRepresentation)
    }

    /// A public key from an X coordinate alone, which stands for the point with the smaller Y.
    ///
    /// - Parameter compactRepresentation: X, 32 bytes.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for another size, `.invalidParameter` for what is no point of
    ///   the curve.
    public init<D: ContiguousBytes>(compactRepresentation: D) throws {
      key = try NISTPublicKey(.p256, compact: compactRepresentation)
    }

    /// A public key from an uncompressed point of ANSI X9.63 (SEC 1, section 2.3.3).
    ///
    /// - Parameter x963Representation: `04 X Y`, 65 bytes.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for another size, `.invalidParameter` for what is no point of
    ///   the curve.
    public init<D: ContiguousBytes>(x963Representation: D) throws {
      key = try NISTPublicKey(.p256, x963: x963Representation)
    }

    /// A public key from a compressed point (SEC 1, section 2.3.3).
    ///
    /// - Parameter compressedRepresentation: `02 X` or `03 X`, 33 bytes.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for another size, `.invalidParameter` for what is no point of
    ///   the curve.
    public init<D: ContiguousBytes>(compressedRepresentation: D) throws {
      key = try NISTPublicKey(.p256, compressed: compressedRepresentation)
    }

    /// A public key from a `SubjectPublicKeyInfo` (RFC 5480).
    ///
    /// - Parameter derRepresentation: Its DER.
    /// - Throws: `CryptoKitASN1Error` for what is no such structure or of another curve.
    public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
      key = try NISTPublicKey(.p256, der: derRepresentation)
    }

    /// A public key from a `SubjectPublicKeyInfo` in PEM (RFC 7468, section 13).
    ///
    /// - Parameter pemRepresentation: One block with the label `PUBLIC KEY`.
    /// - Throws: `CryptoKitASN1Error` for what is no such structure or of another curve.
    public init(pemRepresentation: String) throws {
      key = try NISTPublicKey(.p256, pem: pemRepresentation)
    }

    /// The X coordinate, if it says all.
    public var compactRepresentation: Data? { key.compact }
    /// The two coordinates of the point.
    public var rawRepresentation: Data { key.raw }
    /// The public key as `04 X Y` (ANSI X9.63).
    public var x963Representation: Data { key.x963 }
    /// The public key in its compressed form, `02 X` or `03 X`.
    public var compressedRepresentation: Data { key.compressed }
    /// A `SubjectPublicKeyInfo`.
    public var derRepresentation: Data { key.der }
    /// A `SubjectPublicKeyInfo` in PEM.
    public var pemRepresentation: String { key.pem }

    /// Whether the signature is of data with this digest.
    ///
    /// - Parameters:
    ///   - signature: The signature to check.
    ///   - digest: The digest of the data, by the hash that it was signed with.
    /// - Returns: False for any other signature.
    public func isValidSignature<D: Digest>(_ signature: P256.Signing.ECDSASignature, for digest: D) -> Bool {
      signature.signature.isValid(key.key, digest: digest)
    }

    /// Whether the signature is of the data, hashed with SHA256.
    ///
    /// - Parameters:
    ///   - signature: The signature to check.
    ///   - data: All of the data.
    /// - Returns: False for any other signature.
    public func isValidSignature<D: DataProtocol>(_ signature: P256.Signing.ECDSASignature, for data: D) -> Bool {
      isValidSignature(signature, for: SHA256.hash(data: data))
    }
  }
}

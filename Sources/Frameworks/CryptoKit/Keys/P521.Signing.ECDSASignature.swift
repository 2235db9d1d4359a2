// SPDX-License-Identifier: Apache-2.0
// Written by Scripts/curves from P256.Signing.ECDSASignature.swift: change that.
import CryptoPrimitives
public import Foundation

// Unsafe because Apple's signatures are: a signature is `ContiguousBytes`.

extension P521.Signing {
  /// An ECDSA signature.
  ///
  /// https://developer.apple.com/documentation/cryptokit/p521/signing/ecdsasignature
  public struct ECDSASignature: ContiguousBytes, Sendable {
    let signature: NISTSignature

    init(_ signature: NISTSignature) { self.signature = signature }

    /// A signature from both numbers in fixed width (RFC 4754).
    ///
    /// - Parameter rawRepresentation: r and s, 66 bytes each.
    /// - Throws: `CryptoKitError.incorrectParameterSize` for another size.
    public init<D: DataProtocol>(rawRepresentation: D) throws {
      signature = try NISTSignature(.p521, raw: rawRepresentation)
    }

    /// A signature from DER (RFC 3279, section 2.2.3).
    ///
    /// - Parameter derRepresentation: A SEQUENCE of r and s, each number in its shortest form.
    /// - Throws: `CryptoKitASN1Error.invalidASN1Object` for any other encoding, BER included, and for numbers longer
    ///   than the curve has.
    public init<D: DataProtocol>(derRepresentation: D) throws {
      signature = try NISTSignature(.p521, der: derRepresentation)
    }

    /// The two numbers of the signature in fixed width.
    public var rawRepresentation: Data { Data(signature.raw) }
    /// The signature in DER.
    public var derRepresentation: Data { signature.der }

    /// Lends both numbers in fixed width.
    ///
    /// - Parameter body: Gets the bytes, which are good as long as it runs.
    /// - Returns: What the body returns.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
      try unsafe signature.raw.withUnsafeBytes(body)
    }
  }
}

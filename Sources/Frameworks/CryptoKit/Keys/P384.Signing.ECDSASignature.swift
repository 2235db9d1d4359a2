// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

// Unsafe because Apple's signatures are: a signature is `ContiguousBytes`.

extension P384.Signing {
  /// An ECDSA signature.
  public struct ECDSASignature: ContiguousBytes, Sendable {
    let signature: NISTSignature

    init(_ signature: NISTSignature) { self.signature = signature }

    /// From both numbers in fixed width.
    public init<D: DataProtocol>(rawRepresentation: D) throws {
      signature = try NISTSignature(.p384, raw: rawRepresentation)
    }

    /// From DER.
    public init<D: DataProtocol>(derRepresentation: D) throws {
      signature = try NISTSignature(.p384, der: derRepresentation)
    }

    /// Both numbers in fixed width.
    public var rawRepresentation: Data { Data(signature.raw) }
    /// DER.
    public var derRepresentation: Data { signature.der }

    /// Lends both numbers in fixed width.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
      try unsafe signature.raw.withUnsafeBytes(body)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import AsymmetricKeys
package import CryptoPrimitives
package import KeyFormats

/// A TPM's endorsement key of the kinds that makers of TPMs certify (TCG EK Credential Profile 2.5, templates L-2 and L-1).
package enum EndorsementKey: Sendable, Equatable {
  case p256(ECPublicKey)
  case rsa2048(RSAPublicKey)

  private static let modulusSize = 256
  /// 65,537, which both templates' TPMs have.
  private static let exponent: [UInt8] = [1, 0, 1]

  /// Reads a point, `04 X Y`, or a modulus of 2,048 bits; nil for another.
  package init?(_ octets: [UInt8]) {
    if octets.count == Self.modulusSize {
      guard octets[0] & 0x80 != 0, let key = try? RSAPublicKey(modulus: octets.span, exponent: Self.exponent.span)
      else { return nil }
      self = .rsa2048(key)
    } else {
      guard let key = try? ECPublicKey(.p256, x963: octets.span) else { return nil }
      self = .p256(key)
    }
  }

  package var octets: [UInt8] {
    switch self {
    case .p256(let key): key.x963
    case .rsa2048(let key): key.modulus
    }
  }

  /// The key as a certificate has it.
  package var publicKey: PublicKeyMaterial {
    switch self {
    case .p256(let key): .ec(key)
    case .rsa2048(let key): .rsa(key)
    }
  }

  /// The name of the key in an organisation's list: SHA-256 of its octets.
  package var fingerprint: [UInt8] { SHA256.hash(octets.span) }
}

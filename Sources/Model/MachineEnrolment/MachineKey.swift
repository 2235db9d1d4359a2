// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
import KeyFormats
import TPMStructures

/// The attestation key of a machine's TPM: a key on P-256 that signs nothing but what the TPM itself says, and that was
/// made in the TPM and cannot leave it.
package struct MachineKey: Sendable {
  /// TPMT_PUBLIC.
  package let area: [UInt8]
  /// The name by which the TPM knows it.
  package let name: [UInt8]
  package let publicKey: ECPublicKey

  /// TPMA_OBJECT (TPM 2.0 Library, part 2, 8.3): fixedTPM, fixedParent, sensitiveDataOrigin, restricted and sign, which it must
  /// have; and decrypt, which it may not.
  private static let needed = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 16 | 1 << 18
  private static let decrypt = 1 << 17
  private static let ecdsa = 0x0018
  private static let sha256 = 0x000B
  package static let longest = 512

  /// Reads a machine's key; nil for a key of another kind.
  package init?(_ area: [UInt8]) {
    guard area.count <= Self.longest, let structure = TPMPublicArea(area), case .ec(let key) = structure.key,
      key.curve == .p256, structure.nameDigest == .sha256, structure.attributes & Self.needed == Self.needed,
      structure.attributes & Self.decrypt == 0, let scheme = structure.scheme, scheme.algorithm == Self.ecdsa,
      scheme.digest == Self.sha256
    else { return nil }
    self.area = area
    name = structure.name
    publicKey = key
  }

  /// Whether the TPM vouches for a digest: a quote with it, signed in DER by this key.
  package func vouches(forDigest digest: [UInt8], quote: [UInt8], signature: [UInt8]) -> Bool {
    guard let parsed = TPMQuote(quote), parsed.extraData == digest else { return false }
    return publicKey.isValid(signature.span, ofDigest: SHA256.hash(quote.span).span)
  }
}

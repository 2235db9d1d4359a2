// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
package import CryptoPrimitives
package import KeyFormats

/// TPMT_PUBLIC (TPM 2.0 Library, part 2, 12.2.4): how a TPM writes a public key.
package struct TPMPublicArea: Sendable {
  package let key: PublicKeyMaterial
  /// The digest of the object's name (part 1, 16).
  package let nameDigest: DigestAlgorithm
  /// TPMA_OBJECT (part 2, 8.3).
  package let attributes: Int
  /// The scheme that the key is for, and its digest: TPM_ALG_ID, each nil where it is for any.
  package let scheme: (algorithm: Int, digest: Int)?
  private let encoded: [UInt8]

  private static let rsa = 0x0001
  private static let ecc = 0x0023
  private static let null = 0x0010

  package init?(_ bytes: [UInt8]) {
    var reader = TPMReader(bytes)
    guard let type = reader.number16(), let digest = reader.number16().flatMap({ DigestAlgorithm(tpm: $0) }),
      let attributes = reader.number32(), reader.sized() != nil
    else { return nil }
    let parts = type == Self.rsa ? Self.rsaKey(&reader) : type == Self.ecc ? Self.eccKey(&reader) : nil
    guard let parts, reader.isAtEnd else { return nil }
    (key, scheme) = parts
    self.attributes = attributes
    nameDigest = digest
    encoded = bytes
  }

  /// The identifier of the digest, and the digest of the structure.
  package var name: [UInt8] { [0, nameDigest.tpmLowByte] + nameDigest.hash(encoded.span) }

  /// TPMS_RSA_PARMS and the modulus (12.2.3.5 and 11.2.4.5). The exponent 0 stands for 65537.
  private static func rsaKey(_ reader: inout TPMReader) -> Parts? {
    guard skipCipher(&reader), let scheme = scheme(&reader), reader.number16() != nil,
      let exponent = reader.number32(), let modulus = reader.sized()
    else { return nil }
    let value = exponent == 0 ? 65537 : exponent
    let octets = (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    return (try? RSAPublicKey(modulus: modulus.span, exponent: octets.span)).map { (.rsa($0), scheme.value) }
  }

  /// TPMS_ECC_PARMS and the point (12.2.3.6 and 11.2.5.2), whose coordinates may be without their leading zeros.
  private static func eccKey(_ reader: inout TPMReader) -> Parts? {
    guard skipCipher(&reader), let scheme = scheme(&reader),
      let curve = reader.number16().flatMap({ Curve(tpm: $0) }), self.scheme(&reader) != nil,
      let x = reader.sized(), let y = reader.sized(), x.count <= curve.fieldSize, y.count <= curve.fieldSize
    else { return nil }
    let point = [4] + padded(x, curve) + padded(y, curve)
    return (try? ECPublicKey(curve, x963: point.span)).map { (.ec($0), scheme.value) }
  }

  private static func padded(_ number: [UInt8], _ curve: Curve) -> [UInt8] {
    [UInt8](repeating: 0, count: curve.fieldSize - number.count) + number
  }

  /// A cipher with its size and mode, unless it is TPM_ALG_NULL.
  private static func skipCipher(_ reader: inout TPMReader) -> Bool {
    guard let algorithm = reader.number16() else { return false }
    return algorithm == null || reader.skip(4)
  }

  private typealias Parts = (PublicKeyMaterial, (algorithm: Int, digest: Int)?)

  /// A scheme, which has a value unless it is TPM_ALG_NULL; nil where the bytes end.
  private static func scheme(_ reader: inout TPMReader) -> (value: (algorithm: Int, digest: Int)?, Void)? {
    guard let algorithm = reader.number16() else { return nil }
    if algorithm == null { return (nil, ()) }
    return reader.number16().map { ((algorithm, $0), ()) }
  }
}

extension DigestAlgorithm {
  /// The algorithm of a TPM_ALG_ID (part 2, 6.3).
  init?(tpm identifier: Int) {
    switch identifier {
    case 0x0004: self = .sha1
    case 0x000B: self = .sha256
    case 0x000C: self = .sha384
    case 0x000D: self = .sha512
    default: return nil
    }
  }

  fileprivate var tpmLowByte: UInt8 {
    switch self {
    case .sha1: 0x04
    case .sha384: 0x0C
    case .sha512: 0x0D
    default: 0x0B
    }
  }
}

extension Curve {
  /// The curve of a TPM_ECC_CURVE (part 2, 6.4).
  fileprivate init?(tpm identifier: Int) {
    switch identifier {
    case 0x0003: self = .p256
    case 0x0004: self = .p384
    case 0x0005: self = .p521
    default: return nil
    }
  }
}

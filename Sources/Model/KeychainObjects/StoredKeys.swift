// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import KeyFormats
package import KeychainModel
package import SecretMemory

extension PrivateKeyMaterial {
  /// The bytes that a key item holds: PKCS #1, the point with the number, or the string.
  package func stored() throws(CryptoError) -> SecretBytes {
    switch self {
    case .rsa(let key): try key.pkcs1()
    case .ec(let key): try key.x963()
    case .raw(let key): try key.bytes()
    }
  }

  /// Of a private key's item; nil for what is none, or never leaves the enclave.
  package init?(_ item: ItemResult) {
    guard let attributes = item.attributes, attributes[.tokenID]?.string?.isEmpty ?? true,
      attributes[.keyClass]?.wholeNumber == 1, let type = attributes[.type]?.wholeNumber,
      let key = item.data?.withBytes({ Self.key(type, $0) })
    else { return nil }
    self = key
  }

  private static func key(_ type: Int64, _ bytes: Span<UInt8>) -> PrivateKeyMaterial? {
    switch type {
    case 42: return (try? RSAPrivateKey(pkcs1: bytes)).map { .rsa($0) }
    case 73:
      let curve = Curve.allCases.first { $0.pointSize + $0.fieldSize == bytes.count }
      return curve.flatMap { try? ECPrivateKey($0, x963: bytes) }.map { .ec($0) }
    default: return RawCurve(keyType: type).flatMap { try? RawPrivateKey($0, bytes) }.map { .raw($0) }
    }
  }
}

extension PublicKeyMaterial {
  package init?(_ item: ItemResult) {
    guard let attributes = item.attributes, attributes[.keyClass]?.wholeNumber == 0,
      let type = attributes[.type]?.wholeNumber, let key = item.data?.withBytes({ Self.key(type, $0) })
    else { return nil }
    self = key
  }

  private static func key(_ type: Int64, _ bytes: Span<UInt8>) -> PublicKeyMaterial? {
    switch type {
    case 42: return (try? RSAPublicKey(pkcs1: bytes)).map { .rsa($0) }
    case 73:
      let curve = Curve.allCases.first { $0.pointSize == bytes.count }
      return curve.flatMap { try? ECPublicKey($0, x963: bytes) }.map { .ec($0) }
    default: return RawCurve(keyType: type).flatMap { try? RawPublicKey($0, bytes) }.map { .raw($0) }
    }
  }
}

extension AttributeValue {
  /// A number, also where it was stored as its digits.
  fileprivate var wholeNumber: Int64? { number ?? string.flatMap { Int64($0) } }
}

extension RawCurve {
  /// As `kSecAttrKeyType` numbers them.
  fileprivate init?(keyType: Int64) {
    switch keyType {
    case 105: self = .ed25519
    case 106: self = .x25519
    case 107: self = .ed448
    case 108: self = .x448
    default: return nil
    }
  }
}

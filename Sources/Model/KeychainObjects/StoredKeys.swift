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
      let key = item.data?.withBytes({ PrivateKeyMaterial(type: type, $0) })
    else { return nil }
    self = key
  }

  /// From the bytes that an item holds, of a type as `kSecAttrKeyType` numbers them.
  package init?(type: Int64, _ bytes: Span<UInt8>) {
    switch type {
    case 42:
      guard let key = try? RSAPrivateKey(pkcs1: bytes) else { return nil }
      self = .rsa(key)
    case 73:
      guard let curve = Curve.allCases.first(where: { $0.pointSize + $0.fieldSize == bytes.count }),
        let key = try? ECPrivateKey(curve, x963: bytes)
      else { return nil }
      self = .ec(key)
    default:
      guard let curve = RawCurve(keyType: type), let key = try? RawPrivateKey(curve, bytes) else { return nil }
      self = .raw(key)
    }
  }
}

extension PublicKeyMaterial {
  package init?(_ item: ItemResult) {
    guard let attributes = item.attributes, attributes[.keyClass]?.wholeNumber == 0,
      let type = attributes[.type]?.wholeNumber, let key = item.data?.withBytes({ PublicKeyMaterial(type: type, $0) })
    else { return nil }
    self = key
  }

  /// From the bytes that an item holds, of a type as `kSecAttrKeyType` numbers them.
  package init?(type: Int64, _ bytes: Span<UInt8>) {
    switch type {
    case 42:
      guard let key = try? RSAPublicKey(pkcs1: bytes) else { return nil }
      self = .rsa(key)
    case 73:
      guard let curve = Curve.allCases.first(where: { $0.pointSize == bytes.count }), bytes[0] == 4,
        let key = try? ECPublicKey(curve, x963: bytes)
      else { return nil }
      self = .ec(key)
    default:
      guard let curve = RawCurve(keyType: type), let key = try? RawPublicKey(curve, bytes) else { return nil }
      self = .raw(key)
    }
  }
}

extension AttributeValue {
  /// A number, also where it was stored as its digits.
  fileprivate var wholeNumber: Int64? { number ?? string.flatMap { Int64($0) } }
}

extension RawCurve {
  /// As `kSecAttrKeyType` numbers them.
  package init?(keyType: Int64) {
    switch keyType {
    case 105: self = .ed25519
    case 106: self = .x25519
    case 107: self = .ed448
    case 108: self = .x448
    default: return nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
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

  /// The key of a private key's item. Nil for other items, and for a key that never leaves the enclave.
  package init?(_ item: ItemResult) {
    guard let attributes = item.attributes, attributes[.tokenID]?.string?.isEmpty ?? true,
      attributes[.keyClass]?.wholeNumber == Int64(KeyClassNumber.privateKey.rawValue),
      let type = attributes[.type]?.wholeNumber,
      let key = item.data?.withBytes({ PrivateKeyMaterial(type: type, $0) })
    else { return nil }
    self = key
  }

  /// The key of the bytes that an item holds, of a type as `kSecAttrKeyType` numbers them.
  package init?(type: Int64, _ bytes: Span<UInt8>) {
    guard let type = KeyType(number: type) else { return nil }
    switch type {
    case .rsa:
      guard let key = try? RSAPrivateKey(pkcs1: bytes) else { return nil }
      self = .rsa(key)
    case .ec:
      guard let curve = Curve.allCases.first(where: { $0.pointSize + $0.fieldSize == bytes.count }),
        let key = try? ECPrivateKey(curve, x963: bytes)
      else { return nil }
      self = .ec(key)
    case .ed25519, .x25519, .ed448, .x448:
      guard let curve = type.rawCurve, let key = try? RawPrivateKey(curve, bytes) else { return nil }
      self = .raw(key)
    }
  }
}

extension PublicKeyMaterial {
  package init?(_ item: ItemResult) {
    guard let attributes = item.attributes,
      attributes[.keyClass]?.wholeNumber == Int64(KeyClassNumber.publicKey.rawValue),
      let type = attributes[.type]?.wholeNumber, let key = item.data?.withBytes({ PublicKeyMaterial(type: type, $0) })
    else { return nil }
    self = key
  }

  /// The key of the bytes that an item holds, of a type as `kSecAttrKeyType` numbers them.
  package init?(type: Int64, _ bytes: Span<UInt8>) {
    guard let type = KeyType(number: type) else { return nil }
    switch type {
    case .rsa:
      guard let key = try? RSAPublicKey(pkcs1: bytes) else { return nil }
      self = .rsa(key)
    case .ec:
      guard let curve = Curve.allCases.first(where: { $0.pointSize == bytes.count }), bytes[0] == 4,
        let key = try? ECPublicKey(curve, x963: bytes)
      else { return nil }
      self = .ec(key)
    case .ed25519, .x25519, .ed448, .x448:
      guard let curve = type.rawCurve, let key = try? RawPublicKey(curve, bytes) else { return nil }
      self = .raw(key)
    }
  }
}

extension AttributeValue {
  /// The value of a number, which may be stored as digits.
  fileprivate var wholeNumber: Int64? { number ?? string.flatMap { Int64($0) } }
}

// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CryptoPrimitives
import KeyFormats
import KeychainModel
import KeychainObjects
import SecurityConstants

extension SecKey {
  /// SHA-1 of the public key's bytes: `kSecAttrApplicationLabel` of a key, `kSecAttrPublicKeyHash` of its certificate.
  var publicKeyHash: [UInt8] { DigestAlgorithm.sha1.hash(publicMaterial.encoded.span) }

  /// The operations of the key, and whether its bytes can be had.
  var flags: [(attribute: ItemAttribute, value: Bool)] {
    ObjectAttributes.flags(of: publicMaterial, isPrivate: isPrivate, isExtractable: enclaveKey == nil)
  }
}

/// The attributes of a key that are known without its bytes.
///
/// https://developer.apple.com/documentation/security/seckeycopyattributes(_:)
/// - Parameter key: The key.
/// - Returns: The `kSecAttr…` keys of its kind, size and uses.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
  let attributes: NSMutableDictionary = [
    kSecClass: kSecClassKey, kSecAttrKeyClass: key.isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
    kSecAttrKeyType: String(key.type.rawValue), kSecAttrKeySizeInBits: NSNumber(value: key.publicMaterial.bits),
    kSecAttrEffectiveKeySize: NSNumber(value: key.publicMaterial.bits),
    kSecAttrApplicationLabel: Data(key.publicKeyHash),
  ]
  if key.enclaveKey != nil { attributes[kSecAttrTokenID] = SecKey.enclaveToken }
  for flag in key.flags { attributes[flag.attribute.rawValue] = NSNumber(value: flag.value) }
  return attributes
}

/// The public key.
///
/// https://developer.apple.com/documentation/security/seckeycopypublickey(_:)
/// - Parameter key: The key.
/// - Returns: The public part of a private key; a public key itself.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
  key.isPrivate ? SecKey(.publicKey(key.publicMaterial)) : key
}

/// The size that the key works in.
///
/// https://developer.apple.com/documentation/security/seckeygetblocksize(_:)
/// - Parameter key: The key.
/// - Returns: The number of bytes: for RSA those of a signature or ciphertext, for curves those of a coordinate.
@discardableResult
public func SecKeyGetBlockSize(_ key: SecKey) -> Int { key.publicMaterial.blockSize }

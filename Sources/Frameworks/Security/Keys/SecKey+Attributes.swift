// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
import CryptoPrimitives
import KeyFormats
import SecurityConstants

extension SecKey {
  /// SHA-1 of the public key's bytes: `kSecAttrApplicationLabel` of a key, `kSecAttrPublicKeyHash` of its certificate.
  var publicKeyHash: [UInt8] { DigestAlgorithm.sha1.hash(publicMaterial.encoded.span) }

  /// What a key of this kind and class can do.
  func can(_ use: KeyUse) -> Bool {
    switch use {
    case .encrypt, .wrap: !isPrivate && type == .rsa
    case .verify: !isPrivate
    case .decrypt, .sign, .unwrap: isPrivate
    case .derive: isPrivate || type != .rsa
    }
  }

  enum KeyUse: String, CaseIterable {
    case encrypt = "encr"
    case decrypt = "decr"
    case derive = "drve"
    case sign
    case verify = "vrfy"
    case wrap
    case unwrap = "unwp"
  }

  /// Flags that every key has; those of the enclave have always been out of reach.
  var flags: [(name: String, value: Bool)] {
    let leaves = enclaveKey == nil
    return [
      ("perm", true), ("priv", true), ("modi", true), ("sens", !leaves), ("asen", !leaves), ("extr", leaves),
      ("next", !leaves),
    ]
  }
}

/// What can be said of a key without its bytes.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
  var attributes: [String: Any] = [
    "class": "keys", "kcls": key.isPrivate ? "1" : "0", "type": String(key.type.rawValue),
    "bsiz": NSNumber(value: key.publicMaterial.bits), "esiz": NSNumber(value: key.publicMaterial.bits),
    "klbl": Data(key.publicKeyHash),
  ]
  if key.enclaveKey != nil { attributes["tkid"] = SecKey.enclaveToken }
  for flag in key.flags { attributes[flag.name] = NSNumber(value: flag.value) }
  for use in SecKey.KeyUse.allCases { attributes[use.rawValue] = NSNumber(value: key.can(use)) }
  return NSDictionary(dictionary: attributes)
}

/// The public part of a private key; a public key itself.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
  key.isPrivate ? SecKey(.publicKey(key.publicMaterial)) : key
}

/// The bytes of a signature, a ciphertext or, for curves, of a coordinate.
@discardableResult
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
  switch key.publicMaterial {
  case .rsa(let key): key.blockSize
  case .ec(let key): key.curve.fieldSize
  case .raw(let key): key.curve.keySize
  }
}

// SPDX-License-Identifier: Apache-2.0
package import AsymmetricKeys
package import CryptoPrimitives
package import KeyFormats

/// The operation that the name of one of Apple's algorithms for keys means.
package enum KeyOperation: Sendable, Equatable {
  /// The data is hashed first where a digest is named.
  case rsaSignature(RSASignaturePadding, hashing: DigestAlgorithm?)
  /// The digest the data is, or is hashed to.
  case ecdsa(ECDSAForm, DigestAlgorithm?, SignatureInput)
  case eddsa(RawCurve)
  case rsaEncryption(RSAEncryptionPadding)
  case rsaSealing(RSASealing)
  case ecies(ECIES)
  /// The secret itself, or what the hash derives from it.
  case keyExchange(DigestAlgorithm?)

  package enum ECDSAForm: Sendable { case x962, rfc4754 }
  package enum SignatureInput: Sendable { case digest, message }

  package init?(_ algorithm: String) {
    guard let operation = Self.named[algorithm] else { return nil }
    self = operation
  }

  private static let digests: [(String, DigestAlgorithm)] = [
    ("SHA1", .sha1), ("SHA224", .sha224), ("SHA256", .sha256), ("SHA384", .sha384), ("SHA512", .sha512),
  ]

  private static let named: [String: KeyOperation] = {
    var named: [String: KeyOperation] = [
      "algid:sign:RSA:raw": .rsaSignature(.raw, hashing: nil),
      "algid:sign:RSA:digest-PKCS1v15": .rsaSignature(.pkcs1v15Raw, hashing: nil),
      "algid:sign:RSA:digest-PKCS1v15:MD5": .rsaSignature(.pkcs1v15(.md5), hashing: nil),
      "algid:sign:RSA:message-PKCS1v15:MD5": .rsaSignature(.pkcs1v15(.md5), hashing: .md5),
      "algid:sign:ECDSA:RFC4754": .ecdsa(.rfc4754, nil, .digest),
      "algid:sign:ECDSA:digest-RFC4754": .ecdsa(.rfc4754, nil, .digest),
      "algid:sign:ECDSA:digest-X962": .ecdsa(.x962, nil, .digest),
      "algid:sign:EdDSA:message-Curve25519:SHA512": .eddsa(.ed25519),
      "algid:sign:EdDSA:message-Curve448:SHAKE256": .eddsa(.ed448),
      "algid:encrypt:RSA:raw": .rsaEncryption(.raw),
      "algid:encrypt:RSA:PKCS1": .rsaEncryption(.pkcs1),
      "algid:keyexchange:ECDH": .keyExchange(nil),
      "algid:keyexchange:ECDHC": .keyExchange(nil),
    ]
    for (name, digest) in digests { named.merge(family(name, digest)) { first, _ in first } }
    return named
  }()

  /// The algorithms that exist for every hash.
  private static func family(_ name: String, _ digest: DigestAlgorithm) -> [String: KeyOperation] {
    let salt = name == "SHA224" ? 24 : digest.size
    var named: [String: KeyOperation] = [
      "algid:sign:RSA:digest-PKCS1v15:\(name)": .rsaSignature(.pkcs1v15(digest), hashing: nil),
      "algid:sign:RSA:message-PKCS1v15:\(name)": .rsaSignature(.pkcs1v15(digest), hashing: digest),
      "algid:sign:RSA:digest-PSS:\(name):\(name):\(salt)": .rsaSignature(.pss(digest), hashing: nil),
      "algid:sign:RSA:message-PSS:\(name):\(name):\(salt)": .rsaSignature(.pss(digest), hashing: digest),
      "algid:sign:ECDSA:digest-X962:\(name)": .ecdsa(.x962, digest, .digest),
      "algid:sign:ECDSA:message-X962:\(name)": .ecdsa(.x962, digest, .message),
      "algid:sign:ECDSA:digest-RFC4754:\(name)": .ecdsa(.rfc4754, digest, .digest),
      "algid:sign:ECDSA:message-RFC4754:\(name)": .ecdsa(.rfc4754, digest, .message),
      "algid:encrypt:RSA:OAEP:\(name)": .rsaEncryption(.oaep(digest)),
      "algid:encrypt:RSA:OAEP:\(name):AESGCM": .rsaSealing(RSASealing(digest)),
    ]
    for exchange in ["ECDH", "ECDHC"] {
      let encryption = "algid:encrypt:ECIES:\(exchange):KDFX963:\(name):AESGCM"
      named[encryption] = .ecies(ECIES(digest, nonce: .zeros))
      if digest != .sha1 { named["\(encryption)-KDFIV"] = .ecies(ECIES(digest, nonce: .derived)) }
      named["algid:keyexchange:\(exchange):KDFX963:\(name)"] = .keyExchange(digest)
    }
    return named
  }
}

// MARK: - Which keys can do it

extension KeyOperation {
  package enum Use: Sendable { case sign, verify, encrypt, decrypt, agree }

  /// Whether a key can do this. Private keys verify too, with their public part; they do not encrypt.
  package func fits(_ use: Use, _ key: PublicKeyMaterial, isPrivate: Bool) -> Bool {
    switch (use, self, key) {
    case (.sign, .rsaSignature(let padding, _), .rsa(let key)): isPrivate && padding.fits(key)
    case (.verify, .rsaSignature(let padding, _), .rsa(let key)): padding.fits(key)
    case (.sign, .ecdsa, .ec): isPrivate
    case (.verify, .ecdsa, .ec): true
    case (.sign, .eddsa(let curve), .raw(let key)): isPrivate && key.curve == curve
    case (.verify, .eddsa(let curve), .raw(let key)): key.curve == curve
    case (.encrypt, .rsaEncryption(let padding), .rsa(let key)): !isPrivate && padding.fits(key)
    case (.decrypt, .rsaEncryption(let padding), .rsa(let key)): isPrivate && padding.fits(key)
    case (.encrypt, .rsaSealing, .rsa), (.encrypt, .ecies, .ec): !isPrivate
    case (.decrypt, .rsaSealing, .rsa), (.decrypt, .ecies, .ec), (.agree, .keyExchange, .ec): isPrivate
    case (.agree, .keyExchange, .raw(let key)): isPrivate && key.curve.agrees
    default: false
    }
  }
}

extension RSASignaturePadding {
  /// A salt and two hashes must fit (RFC 8017, 9.1.1).
  fileprivate func fits(_ key: RSAPublicKey) -> Bool {
    if case .pss(let digest) = self { key.blockSize >= 2 * digest.size + 2 } else { true }
  }
}

extension RSAEncryptionPadding {
  fileprivate func fits(_ key: RSAPublicKey) -> Bool { capacity(blockSize: key.blockSize) >= 0 }
}

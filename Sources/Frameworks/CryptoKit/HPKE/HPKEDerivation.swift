// SPDX-License-Identifier: Apache-2.0

/// HKDF with labels, as both halves of HPKE use it (RFC 9180, section 4).
struct HPKEDerivation: Sendable {
  let kdf: HPKE.KDF
  /// The algorithms that the derivation is for; two suites never derive the same.
  let suite: [UInt8]

  private static let version = Array("HPKE-v1".utf8)

  /// `LabeledExtract`; the secret may be of several parts.
  func extract(salt: SymmetricKey, _ label: String, _ secret: SymmetricKey...) -> SymmetricKey {
    switch kdf {
    case .HKDF_SHA256: extract(SHA256.self, salt, label, secret)
    case .HKDF_SHA384: extract(SHA384.self, salt, label, secret)
    case .HKDF_SHA512: extract(SHA512.self, salt, label, secret)
    }
  }

  private func extract<H: HashFunction>(
    _: H.Type, _ salt: SymmetricKey, _ label: String, _ secret: [SymmetricKey]
  ) -> SymmetricKey {
    var authenticator = HMAC<H>(key: salt)
    authenticator.update(data: Self.version + suite + Array(label.utf8))
    for part in secret { part.withSpan { authenticator.update(span: $0) } }
    return SymmetricKey(data: authenticator.finalize())
  }

  /// `LabeledExpand`; at most 255 digests.
  func expand(_ key: SymmetricKey, _ label: String, _ info: [UInt8], count: Int) -> SymmetricKey {
    let info = UInt16(count).bytes + Self.version + suite + Array(label.utf8) + info
    return switch kdf {
    case .HKDF_SHA256: HKDF<SHA256>.expand(pseudoRandomKey: key, info: info, outputByteCount: count)
    case .HKDF_SHA384: HKDF<SHA384>.expand(pseudoRandomKey: key, info: info, outputByteCount: count)
    case .HKDF_SHA512: HKDF<SHA512>.expand(pseudoRandomKey: key, info: info, outputByteCount: count)
    }
  }
}

extension UInt16 {
  /// The higher one first.
  fileprivate var bytes: [UInt8] { [UInt8(self >> 8), UInt8(self & 0xFF)] }
}

extension SymmetricKey {
  static let empty = SymmetricKey(data: [UInt8]())

  /// A copy in ordinary memory, for values that are no secrets.
  var publicBytes: [UInt8] { withSpan { span in span.indices.map { span[$0] } } }
}

// MARK: - The numbers of the registries (RFC 9180, section 7)

extension HPKE.KEM {
  var identifier: [UInt8] {
    switch self {
    case .P256_HKDF_SHA256: UInt16(0x0010).bytes
    case .P384_HKDF_SHA384: UInt16(0x0011).bytes
    case .P521_HKDF_SHA512: UInt16(0x0012).bytes
    case .Curve25519_HKDF_SHA256: UInt16(0x0020).bytes
    }
  }

  /// The key encapsulation's own derivation, whatever that of the suite is.
  var derivation: HPKEDerivation {
    let kdf: HPKE.KDF =
      switch self {
      case .P256_HKDF_SHA256, .Curve25519_HKDF_SHA256: .HKDF_SHA256
      case .P384_HKDF_SHA384: .HKDF_SHA384
      case .P521_HKDF_SHA512: .HKDF_SHA512
      }
    return HPKEDerivation(kdf: kdf, suite: Array("KEM".utf8) + identifier)
  }
}

extension HPKE.KDF {
  var identifier: [UInt8] {
    switch self {
    case .HKDF_SHA256: UInt16(1).bytes
    case .HKDF_SHA384: UInt16(2).bytes
    case .HKDF_SHA512: UInt16(3).bytes
    }
  }

  /// The bytes of a digest.
  var size: Int {
    switch self {
    case .HKDF_SHA256: SHA256.byteCount
    case .HKDF_SHA384: SHA384.byteCount
    case .HKDF_SHA512: SHA512.byteCount
    }
  }
}

extension HPKE.AEAD {
  var identifier: [UInt8] {
    switch self {
    case .AES_GCM_128: UInt16(1).bytes
    case .AES_GCM_256: UInt16(2).bytes
    case .chaChaPoly: UInt16(3).bytes
    case .exportOnly: UInt16(0xFFFF).bytes
    }
  }

  /// The size of the key that encrypts; nil where nothing is encrypted.
  var keySize: Int? {
    switch self {
    case .AES_GCM_128: 16
    case .AES_GCM_256, .chaChaPoly: 32
    case .exportOnly: nil
    }
  }
}

extension HPKE.Ciphersuite {
  var derivation: HPKEDerivation {
    HPKEDerivation(
      kdf: kdf, suite: Array("HPKE".utf8) + kem.identifier + kdf.identifier + aead.identifier)
  }
}

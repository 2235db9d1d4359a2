// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeyFormats
package import KeychainModel
package import X509Certificates

/// The attributes that the keychain derives from objects, as Apple's framework does.
package enum ObjectAttributes {
  /// Names without their outer SEQUENCE, the number without its tag: what queries compare with.
  package static func of(_ certificate: Certificate) -> ItemAttributes {
    var attributes: ItemAttributes = [
      .certificateType: .number(Int64(certificate.version)), .certificateEncoding: .number(3),
      .subject: .data(certificate.subject.normalizedContent), .issuer: .data(certificate.issuer.normalizedContent),
      .serialNumber: .data(certificate.serialNumber),
      .publicKeyHash: .data(DigestAlgorithm.sha1.hash(certificate.publicKeyBits.span)),
    ]
    if let summary = certificate.summary { attributes[.label] = .string(summary) }
    if let identifier = certificate.subjectKeyIdentifier { attributes[.subjectKeyID] = .data(identifier) }
    return attributes
  }

  package static func of(_ key: PublicKeyMaterial, isPrivate: Bool) -> ItemAttributes {
    let bits = AttributeValue.number(Int64(key.bits))
    var attributes: ItemAttributes = [
      .keyClass: .number(isPrivate ? 1 : 0), .type: .number(key.keyType), .keySizeInBits: bits,
      .effectiveKeySize: bits, .applicationLabel: .data(DigestAlgorithm.sha1.hash(key.encoded.span)),
      .isPermanent: 1, .isPrivate: 1, .isModifiable: 1, .isSensitive: 0, .wasAlwaysSensitive: 0, .isExtractable: 1,
      .wasNeverExtractable: 0,
    ]
    let isRSA: Bool = if case .rsa = key { true } else { false }
    let uses: [(ItemAttribute, Bool)] = [
      (.canEncrypt, !isPrivate && isRSA), (.canWrap, !isPrivate && isRSA), (.canVerify, !isPrivate),
      (.canDecrypt, isPrivate), (.canSign, isPrivate), (.canUnwrap, isPrivate), (.canDerive, isPrivate || !isRSA),
    ]
    for (use, flag) in uses { attributes[use] = flag ? 1 : 0 }
    return attributes
  }
}

extension PublicKeyMaterial {
  /// As `kSecAttrKeyType` numbers them.
  fileprivate var keyType: Int64 {
    switch self {
    case .rsa: 42
    case .ec: 73
    case .raw(let key):
      switch key.curve {
      case .ed25519: 105
      case .x25519: 106
      case .ed448: 107
      case .x448: 108
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeyFormats
package import KeychainModel
package import X509Certificates

/// The attributes that the keychain derives from objects, as Apple's framework does.
package enum ObjectAttributes {
  /// A certificate's attributes in the form that queries compare: names without their outer SEQUENCE, and the serial
  /// number without its tag.
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
      .keyClass: .number(isPrivate ? 1 : 0), .type: .number(Int64(KeyType(key).rawValue)), .keySizeInBits: bits,
      .effectiveKeySize: bits, .applicationLabel: .data(DigestAlgorithm.sha1.hash(key.encoded.span)),
    ]
    for (attribute, flag) in flags(of: key, isPrivate: isPrivate) { attributes[attribute] = flag ? 1 : 0 }
    return attributes
  }

  /// The operations of a key of this kind, and whether its bytes can be had: those of the enclave's keys never could.
  package static func flags(
    of key: PublicKeyMaterial, isPrivate: Bool, isExtractable: Bool = true
  ) -> [(attribute: ItemAttribute, value: Bool)] {
    let isRSA: Bool = if case .rsa = key { true } else { false }
    return [
      (.isPermanent, true), (.isPrivate, true), (.isModifiable, true), (.isSensitive, !isExtractable),
      (.wasAlwaysSensitive, !isExtractable), (.isExtractable, isExtractable), (.wasNeverExtractable, !isExtractable),
      (.canEncrypt, !isPrivate && isRSA), (.canWrap, !isPrivate && isRSA), (.canVerify, !isPrivate),
      (.canDecrypt, isPrivate), (.canSign, isPrivate), (.canUnwrap, isPrivate), (.canDerive, isPrivate || !isRSA),
    ]
  }
}

// SPDX-License-Identifier: Apache-2.0

/// An item found or added, with the parts that were asked for. Frameworks make of it what the caller gets.
package struct ItemResult: Sendable {
  package let itemClass: ItemClass
  /// The attributes of the item; nil unless attributes or a reference were asked for. An identity has the attributes of
  /// both halves; where both have one, the certificate's counts.
  package var attributes: ItemAttributes?
  /// The data of the item; nil unless data was asked for, or a reference to a key or certificate. Nil too if the item
  /// has no data. For an identity it is the key's data.
  package var data: SecretData?
  /// The certificate of an identity, if a reference or data was asked for.
  package var certificate: CertificatePart?
  /// The persistent reference of the item; nil unless it was asked for.
  package var persistentReference: PersistentReference?
  /// The keychain that the item is in, for callers that asked two.
  package var kind = KeychainKind.dataProtection

  package init(
    _ itemClass: ItemClass, attributes: ItemAttributes? = nil, data: SecretData? = nil,
    certificate: CertificatePart? = nil, persistentReference: PersistentReference? = nil
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.data = data
    self.certificate = certificate
    self.persistentReference = persistentReference
  }
}

extension ItemResult {
  /// An identity has the attributes of both halves; where both have one, the certificate's counts. Its persistent
  /// reference has the certificate's identifier.
  package init(key: ItemResult, certificate: ItemResult, _ returns: ReturnSelection) {
    var reference: PersistentReference?
    if returns.contains(.persistentReference), case .identifier(let bytes)? = certificate.persistentReference?.target {
      reference = PersistentReference(.identity, identifier: bytes)
    }
    let part = certificate.data.map { CertificatePart(attributes: certificate.attributes ?? [:], data: $0) }
    self.init(
      .identity, attributes: key.attributes?.merging(certificate.attributes ?? [:]) { _, other in other },
      data: key.data, certificate: part, persistentReference: reference)
  }
}

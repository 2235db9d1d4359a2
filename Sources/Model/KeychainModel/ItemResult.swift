// SPDX-License-Identifier: Apache-2.0

/// An item found or added, as far as it was asked for. The shape the caller gets is made of it elsewhere.
package struct ItemResult: Sendable {
  package let itemClass: ItemClass
  /// Nil unless attributes or a reference were asked for. An identity has the key's, and of the certificate's those
  /// that the key has too replace the key's.
  package var attributes: ItemAttributes?
  /// Nil unless data was asked for, or a reference to a key or certificate; nil too where the item has none. An
  /// identity's is the key's.
  package var data: SecretData?
  /// The certificate of an identity, when a reference or data is asked for.
  package var certificate: CertificatePart?
  /// Nil unless asked for.
  package var persistentReference: PersistentReference?
  /// Where it was found, for whoever asked two keychains.
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

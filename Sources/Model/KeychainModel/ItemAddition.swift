// SPDX-License-Identifier: Apache-2.0

/// A new item: the dictionary of `SecItemAdd`. Values are as the caller gave them.
package struct ItemAddition: Sendable {
  package var itemClass: ItemClass?
  package var attributes: ItemAttributes
  /// The data of the item; nil for an item without any, which differs from an item with empty data.
  package var data: SecretData?
  /// The certificate, if the item is an identity; `attributes` and `data` are then the key's.
  package var certificate: CertificatePart?
  /// A new item has no reference: giving one is `errSecParam`.
  package var persistentReference: PersistentReference?
  package var options: RequestOptions

  package init(
    _ itemClass: ItemClass?, _ attributes: ItemAttributes = [:], data: SecretData? = nil,
    certificate: CertificatePart? = nil, options: RequestOptions = RequestOptions()
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.data = data
    self.certificate = certificate
    self.options = options
  }
}

/// The certificate of an identity.
package struct CertificatePart: Sendable {
  package var attributes: ItemAttributes
  /// The data in DER.
  package var data: SecretData?

  package init(attributes: ItemAttributes, data: SecretData?) {
    self.attributes = attributes
    self.data = data
  }
}

// SPDX-License-Identifier: Apache-2.0

/// An item made of an object.
package struct KeychainItemParts: Sendable {
  package var itemClass: ItemClass
  package var attributes: ItemAttributes
  package var data: SecretData?
  /// The certificate of an identity; `attributes` and `data` are then its key's.
  package var certificate: CertificatePart?

  package init(
    _ itemClass: ItemClass, attributes: ItemAttributes, data: SecretData?, certificate: CertificatePart? = nil
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.data = data
    self.certificate = certificate
  }
}

extension KeychainItemParts {
  /// The attributes that identify the item. An identity is the one with this certificate: its key may have others.
  package var conditions: ItemAttributes {
    var conditions = attributes
    if let certificate {
      // Of an identity it would be the certificate's; whose key it is, its label says.
      conditions[.tokenID] = nil
      conditions.merge(certificate.attributes) { _, other in other }
    }
    for attribute in Self.incidental { conditions[attribute] = nil }
    return conditions
  }

  /// The attributes that two copies of an item may differ in: the operations of a key, and the name of an item.
  private static let incidental: [ItemAttribute] = [
    .isPermanent, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover, .canVerifyRecover,
    .canWrap, .canUnwrap, .label,
  ]
}

extension ItemAttributes {
  /// The attributes for one half of an identity: all but those that the other half alone can have. Whose key it is, no
  /// certificate says.
  package func own(of half: ItemClass) -> ItemAttributes {
    filter { attribute, _ in
      if attribute == .tokenID { return half == .key }
      return ItemSchema.of(half)[attribute] != nil || ItemSchema.of(.identity)[attribute] == nil
    }
  }
}

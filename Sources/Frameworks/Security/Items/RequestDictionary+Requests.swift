// SPDX-License-Identifier: Apache-2.0
import KeychainModel

extension RequestDictionary {
  /// What `SecItemAdd` asks for. The caller's own keys win over those of the object.
  func addition() -> ItemAddition {
    var attributes = attributes
    if isProtectedAsReturned { attributes[.accessible] = nil }
    let certificate = reference?.certificate.map { part in
      CertificatePart(
        attributes: part.attributes.merging(attributes.own(of: .certificate)) { _, own in own }, data: part.data)
    }
    let given = certificate == nil ? attributes : attributes.own(of: .key)
    var addition = ItemAddition(
      joinedClass ?? nil, reference?.attributes.merging(given) { _, own in own } ?? given,
      data: data ?? reference?.data, certificate: certificate, options: joinedOptions)
    addition.persistentReference = persistentReference
    return addition
  }

  /// What a search or a deletion asks for. Data is taken without an error and finds nothing by itself.
  func query() -> ItemQuery {
    var attributes = attributes
    if isProtectedAsReturned {
      // It does not select, and what it says of the protection class has been said.
      attributes[.accessControl] = attributes[.accessible]?.string.flatMap(Accessibility.init)
        .map { .accessControl(AccessControl($0)) }
    }
    return ItemQuery(
      joinedClass ?? nil, reference?.conditions.merging(attributes) { _, own in own } ?? attributes,
      persistentReference: persistentReference, isOfObject: reference != nil, options: joinedOptions)
  }

  /// Nil inside where nobody says the class; nil where two say different ones.
  private var joinedClass: ItemClass?? {
    switch (itemClass, reference?.itemClass) {
    case (let given?, let implied?): given == implied ? .some(given) : .none
    case (let given, let implied): .some(given ?? implied)
    }
  }

  private var joinedOptions: RequestOptions {
    var options = options
    if joinedClass == .none, options.defect == nil { options.defect = .noSuchClass }
    options.returns = options.returns.completed
    return options
  }
}

extension KeychainItemParts {
  /// What the item is known by. An identity is the one with this certificate: its key may have others.
  fileprivate var conditions: ItemAttributes {
    var conditions = attributes
    if let certificate {
      // Of an identity it would be the certificate's; whose key it is, its label says.
      conditions[.tokenID] = nil
      conditions.merge(certificate.attributes) { _, other in other }
    }
    for attribute in Self.incidental { conditions[attribute] = nil }
    return conditions
  }

  /// What a key can do, and what an item is called, is no reason to miss it: two copies may differ there.
  private static let incidental: [ItemAttribute] = [
    .isPermanent, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover, .canVerifyRecover,
    .canWrap, .canUnwrap, .label,
  ]
}

extension ItemAttributes {
  /// For one half of an identity: all but those that the other half alone can have. Whose key it is, no certificate says.
  fileprivate func own(of half: ItemClass) -> ItemAttributes {
    filter { attribute, _ in
      if attribute == .tokenID { return half == .key }
      return ItemSchema.of(half)[attribute] != nil || ItemSchema.of(.identity)[attribute] == nil
    }
  }
}

extension ReturnSelection {
  /// With what the shape of the result takes in addition: data together with anything else comes with the attributes.
  var completed: ReturnSelection { contains(.data) && self != .data ? union(.attributes) : self }
}

// SPDX-License-Identifier: Apache-2.0
import KeychainModel

extension RequestDictionary {
  /// What `SecItemAdd` asks for.
  func addition() -> ItemAddition {
    var addition = ItemAddition(
      joinedClass ?? nil, joinedAttributes, data: data ?? reference?.data, certificate: reference?.certificate,
      options: joinedOptions)
    addition.persistentReference = persistentReference
    return addition
  }

  /// What a search or a deletion asks for. Data is taken without an error and finds nothing by itself.
  func query() -> ItemQuery {
    var attributes = joinedAttributes
    if reference != nil {
      for usage in Self.usages where self.attributes[usage] == nil { attributes[usage] = nil }
    }
    return ItemQuery(
      joinedClass ?? nil, attributes, persistentReference: persistentReference, isOfObject: reference != nil,
      options: joinedOptions)
  }

  /// The caller's own keys win over those of the object.
  private var joinedAttributes: ItemAttributes {
    guard let reference else { return attributes }
    return reference.attributes.merging(attributes) { _, own in own }
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

  /// What a key can do is no reason to miss it: two copies of a key may differ there.
  private static let usages: [ItemAttribute] = [
    .isPermanent, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover, .canVerifyRecover,
    .canWrap, .canUnwrap, .label,
  ]
}

extension ReturnSelection {
  /// With what the shape of the result takes in addition: data together with anything else comes with the attributes.
  var completed: ReturnSelection { contains(.data) && self != .data ? union(.attributes) : self }
}

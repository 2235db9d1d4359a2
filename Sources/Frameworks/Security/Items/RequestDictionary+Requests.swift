// SPDX-License-Identifier: Apache-2.0
import KeychainModel

extension RequestDictionary {
  /// The request of `SecItemAdd`. The caller's own keys win over those of the object.
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

  /// The query of a search or a deletion. Data is taken without an error and finds nothing by itself.
  func query() -> ItemQuery {
    var attributes = attributes
    if isProtectedAsReturned {
      // Its constraints select nothing, and its protection class is already among the attributes.
      attributes[.accessControl] = attributes[.accessible]?.string.flatMap(Accessibility.init)
        .map { .accessControl(AccessControl($0)) }
    }
    return ItemQuery(
      joinedClass ?? nil, reference?.conditions.merging(attributes) { _, own in own } ?? attributes,
      persistentReference: persistentReference, isOfObject: reference != nil, options: joinedOptions)
  }

  /// `.some(nil)` if neither the dictionary nor the object names a class, nil if they name different ones.
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

extension ReturnSelection {
  /// The selection with what the shape of the result needs in addition: data together with anything else comes with the
  /// attributes.
  var completed: ReturnSelection { contains(.data) && self != .data ? union(.attributes) : self }
}

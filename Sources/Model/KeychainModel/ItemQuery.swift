// SPDX-License-Identifier: Apache-2.0

/// Which items: the dictionary of a find, a deletion, or the first of an update. Values are as the caller gave them:
/// whoever answers converts and checks them.
package struct ItemQuery: Sendable, Equatable {
  /// Nil where the persistent reference has to say it.
  package var itemClass: ItemClass?
  package var persistentReference: PersistentReference?
  /// An attribute that is not there is not asked about; without `synchronizable` there are only items that do not
  /// synchronise, unless a persistent reference names one.
  package var attributes: ItemAttributes
  /// Whether attributes are those of an object (`kSecValueRef`): what a key object may do does not select, and of an
  /// identity this one is meant rather than every certificate and key with such attributes.
  package var isOfObject: Bool
  package var options: RequestOptions

  package init(
    _ itemClass: ItemClass?, _ attributes: ItemAttributes = [:], persistentReference: PersistentReference? = nil,
    isOfObject: Bool = false, options: RequestOptions = RequestOptions()
  ) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.persistentReference = persistentReference
    self.isOfObject = isOfObject
    self.options = options
  }
}

/// Which items by their flag of synchronisation: what a query's `synchronizable` means.
package enum SynchronizableFilter: Sendable, Equatable {
  case only(Bool)
  case any

  /// The value of `kSecAttrSynchronizableAny`.
  package static let anyValue = AttributeValue.string("syna")

  package init?(_ value: AttributeValue) {
    switch AttributeType.number.converting(value) {
    case .number(let number): self = .only(number != 0)
    case Self.anyValue: self = .any
    default: return nil
    }
  }
}

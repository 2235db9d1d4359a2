// SPDX-License-Identifier: Apache-2.0

/// A query for items: the dictionary of a find or a deletion, or the first one of an update. Values are as the caller gave
/// them; the keychain converts and checks them.
package struct ItemQuery: Sendable, Equatable {
  /// The class of the items; nil if only the persistent reference names it.
  package var itemClass: ItemClass?
  package var persistentReference: PersistentReference?
  /// The attributes that items must have. Without `synchronizable` only items that do not synchronise are found, unless a
  /// persistent reference names the item.
  package var attributes: ItemAttributes
  /// Whether the attributes are those of an object (`kSecValueRef`). The permitted uses of a key object then do not select
  /// items, and an identity means this one rather than every certificate and key with its attributes.
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

/// The items that a query's `kSecAttrSynchronizable` selects.
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

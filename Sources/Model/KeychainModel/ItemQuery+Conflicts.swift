// SPDX-License-Identifier: Apache-2.0

extension ItemQuery {
  /// The query for the items with which an addition conflicts: those with its primary key.
  package static func conflicts(
    with itemClass: ItemClass, _ attributes: ItemAttributes, group: String?
  ) -> ItemQuery {
    var key: ItemAttributes = [:]
    for attribute in itemClass.ownPrimaryKey {
      guard let column = ItemSchema.of(itemClass)[attribute] else { continue }
      key[attribute] = attributes[attribute] ?? column.emptyValue
    }
    key[.accessGroup] = attributes[.accessGroup] ?? group.map { .string($0) }
    key[.synchronizable] = attributes[.synchronizable] ?? 0
    return ItemQuery(itemClass, key, options: RequestOptions(limit: .all))
  }
}

extension ItemClass {
  /// The attributes of the primary key, without those that every class has.
  package var ownPrimaryKey: [ItemAttribute] {
    ItemSchema.of(self).primaryKey.filter { $0.role == .ordinary }.map(\.attribute)
      .filter { ![.accessGroup, .synchronizable, .tokenID].contains($0) }
  }
}

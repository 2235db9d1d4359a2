// SPDX-License-Identifier: Apache-2.0

extension ItemQuery {
  /// What an addition could not be stored beside: items with its primary key, whatever else they have.
  package static func rivals(
    of itemClass: ItemClass, _ attributes: ItemAttributes, group: String?
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
  /// The primary key without what every class has in it.
  package var ownPrimaryKey: [ItemAttribute] {
    ItemSchema.of(self).primaryKey.filter { $0.role == .ordinary }.map(\.attribute)
      .filter { ![.accessGroup, .synchronizable, .tokenID].contains($0) }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import KeychainBackup
package import KeychainModel

/// All that an item says of itself: what is sealed, and in what its columns must agree with.
package struct ItemContents: Sendable {
  /// With the primary key complete, and without what the access control says already.
  package var attributes: ItemAttributes
  package var access: AccessControl
  package var isTombstone: Bool
  package var data: SecretData?

  package init(attributes: ItemAttributes, access: AccessControl, isTombstone: Bool, data: SecretData?) {
    self.attributes = attributes
    self.access = access
    self.isTombstone = isTombstone
    self.data = data
  }

  /// A new item: attributes of the primary key that were not given have their empty values.
  package init(_ given: ItemAttributes, _ access: AccessControl, of itemClass: ItemClass, data: SecretData?) {
    var attributes = given
    for column in ItemSchema.of(itemClass).primaryKey where column.isAlwaysPresent {
      attributes[column.attribute] = attributes[column.attribute] ?? column.emptyValue
    }
    attributes[.accessible] = nil
    attributes[.accessControl] = nil
    attributes[.tombstone] = nil
    self.init(attributes: attributes, access: access, isTombstone: false, data: data)
  }

  package var group: String { attributes[.accessGroup]?.string ?? "" }
  package var isSynchronizable: Bool { attributes[.synchronizable]?.number == 1 }
  package var modificationDate: Double { attributes[.modificationDate]?.date ?? 0 }

  package mutating func date(created: Double? = nil, modified: Double) {
    if let created { attributes[.creationDate] = .date(created) }
    attributes[.modificationDate] = .date(modified)
  }

  /// What remains of a deleted item that other devices have to hear of: its primary key and its dates.
  package func tombstone(of itemClass: ItemClass, modified: Double) -> ItemContents {
    let schema = ItemSchema.of(itemClass)
    var left = attributes.filter { schema[$0.key]?.isPrimaryKey ?? false }
    left[.creationDate] = attributes[.creationDate]
    left[.modificationDate] = .date(modified)
    return ItemContents(attributes: left, access: AccessControl(access.protection), isTombstone: true, data: nil)
  }

  /// What callers see of the attributes.
  package var visibleAttributes: ItemAttributes {
    var visible = attributes
    visible[.accessible] = .string(access.protection.rawValue)
    visible[.accessControl] = .accessControl(access)
    return visible
  }
}

extension AttributeColumn {
  /// Whether the primary key has it even where nobody gave it: what concerns other devices, tokens and people is
  /// absent until it means something.
  fileprivate var isAlwaysPresent: Bool {
    switch attribute {
    case .syncViewHint, .tokenID, .sharingGroup: false
    default: true
    }
  }
}

extension ItemContents {
  /// Where an item may go with a backup; nil: nowhere.
  package var travel: BackupRecordKind? {
    guard !isTombstone, attributes[.tokenID] == nil else { return nil }
    switch access.protection {
    case .whenUnlocked, .afterFirstUnlock, .always: return .portable
    case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly: return .deviceBound
    case .whenPasscodeSetThisDeviceOnly: return nil
    }
  }
}

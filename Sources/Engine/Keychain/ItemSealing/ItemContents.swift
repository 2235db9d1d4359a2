// SPDX-License-Identifier: Apache-2.0
package import KeychainBackup
package import KeychainModel

/// The sealed contents of an item. The columns of its row must agree with them.
package struct ItemContents: Sendable {
  /// The attributes, with all of the primary key, and without those that `access` and `isTombstone` replace.
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

  /// A new item. Attributes of the primary key that were not given get their empty values.
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

  /// The tombstone of a deleted item, from which other devices learn of the deletion: its primary key and its dates.
  package func tombstone(of itemClass: ItemClass, modified: Double) -> ItemContents {
    let schema = ItemSchema.of(itemClass)
    var left = attributes.filter { schema[$0.key]?.isPrimaryKey ?? false }
    left[.creationDate] = attributes[.creationDate]
    left[.modificationDate] = .date(modified)
    return ItemContents(attributes: left, access: AccessControl(access.protection), isTombstone: true, data: nil)
  }

  /// The attributes as callers see them.
  package var visibleAttributes: ItemAttributes {
    var visible = attributes
    visible[.accessible] = .string(access.protection.rawValue)
    visible[.accessControl] = .accessControl(access.bound(to: nil))
    return visible
  }
}

extension AttributeColumn {
  /// Whether a stored primary key has the attribute even if the caller did not give it. Apple's store leaves out the ones
  /// about synchronisation, tokens and sharing until they are set.
  fileprivate var isAlwaysPresent: Bool {
    switch attribute {
    case .syncViewHint, .tokenID, .sharingGroup: false
    default: true
    }
  }
}

extension ItemContents {
  /// How an item is written to a backup; nil if it must not leave the keychain.
  package var backupKind: BackupRecordKind? {
    guard !isTombstone, attributes[.tokenID] == nil else { return nil }
    // What signs is sealed by the enclave, which alone can seal it for another place.
    if AccessGroupList.isReserved(group) { return access.protection == .whenUnlocked ? .passkey : .deviceBound }
    switch access.protection {
    case .whenUnlocked, .afterFirstUnlock, .always: return .portable
    case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly: return .deviceBound
    case .whenPasscodeSetThisDeviceOnly: return nil
    }
  }
}

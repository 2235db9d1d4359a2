// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel

/// A row and its decrypted contents.
struct OpenedItem: FoundItem, Sendable {
  let row: StoredRow
  let contents: ItemContents

  var examined: SecretData? { contents.data }

  /// The parts of the item that were asked for. References are made of attributes and, for keys and certificates, of
  /// data.
  func result(_ returns: ReturnSelection) -> ItemResult {
    contents.result(row.name, returns)
  }
}

/// An item that was just stored.
struct AddedItem: Sendable {
  let name: ItemName
  let contents: ItemContents

  func result(_ returns: ReturnSelection) -> ItemResult { contents.result(name, returns) }
}

extension ItemContents {
  fileprivate func result(_ name: ItemName, _ returns: ReturnSelection) -> ItemResult {
    ItemResult(
      name.itemClass,
      attributes: returns.contains(.attributes) || returns.contains(.reference) ? visibleAttributes : nil,
      data: returns.wantsData(of: name.itemClass) ? data : nil,
      persistentReference: returns.contains(.persistentReference) ? name.reference : nil)
  }
}

extension ReturnSelection {
  func wantsData(of itemClass: ItemClass) -> Bool {
    contains(.data) || contains(.reference) && itemClass != .genericPassword && itemClass != .internetPassword
  }
}

extension ItemName {
  var reference: PersistentReference? { PersistentReference(itemClass, identifier: identifier) }
}

// SPDX-License-Identifier: Apache-2.0
import ItemSealing
package import KeychainModel
package import SQLiteDatabase

/// The rows of a store that have the shape of items, read page by page without the trees that link the pages.
package struct StoreSalvage {
  package private(set) var rows: [ItemClass: [DatabasePages.Row]] = [:]
  package private(set) var lost: [LostItem] = []
  package private(set) var lookupKey: [UInt8]?

  package init(_ pages: DatabasePages) {
    let shapes = ItemTable.all.map(RowShape.init)
    var numbers: [ItemClass: Set<Int64>] = [:]
    pages.forEachRow { row in
      if let shape = shapes.first(where: { $0.fits(row) }) {
        guard numbers[shape.itemClass, default: []].insert(row.number).inserted else { return }
        rows[shape.itemClass, default: []].append(row)
      } else if row.values.count == 2, case .text(let name) = row.values[0], case .blob(let value) = row.values[1] {
        note(name, value)
      }
    }
    for itemClass in rows.keys { rows[itemClass]?.sort { $0.number < $1.number } }
  }

  /// A row of the table `meta`.
  private mutating func note(_ name: [UInt8], _ value: [UInt8]) {
    if name.elementsEqual("lookup".utf8), value.count == LookupKeyFile.keySize { lookupKey = lookupKey ?? value }
    if name.elementsEqual("lost".utf8) { lost = LostItems.decode(value.span) }
  }
}

/// The shape of a table's rows. No two tables have the same number of columns.
private struct RowShape {
  let itemClass: ItemClass
  private let lookups: Int

  init(_ table: ItemTable) {
    itemClass = table.itemClass
    lookups = table.lookups.count
  }

  func fits(_ row: DatabasePages.Row) -> Bool {
    let values = row.values
    guard row.number > 0, values.count == 7 + lookups + 3, values[0] == .null,
      values[1].blobSize == PersistentReference.identifierSize, values[2].blobSize == LookupDigests.size,
      case .text = values[3], values[4...6].allSatisfy(\.isInteger)
    else { return false }
    let digests = values[7..<7 + lookups]
    return digests.allSatisfy { $0 == .null || $0.blobSize == LookupDigests.size }
      && values[7 + lookups].blobSize == LookupKeyFile.keySize && values[8 + lookups].blobSize != nil
      && (values[9 + lookups] == .null || values[9 + lookups].blobSize != nil)
  }
}

extension DatabasePages.Row {
  var identifier: [UInt8]? {
    guard values.count > 1, case .blob(let bytes) = values[1] else { return nil }
    return bytes
  }
}

extension DatabasePages.Value {
  fileprivate var blobSize: Int? {
    if case .blob(let bytes) = self { bytes.count } else { nil }
  }

  fileprivate var isInteger: Bool {
    if case .integer = self { true } else { false }
  }
}

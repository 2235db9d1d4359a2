// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import ProtectionModel
import SQLiteDatabase

/// Compares the columns of every row in a caller's groups with a search, by digests as the search itself does.
struct RowExamination {
  /// The search, used to open rows whose columns match.
  let search: ItemSearch
  let itemClass: ItemClass
  private let callersGroups: AccessGroupList
  private let conditions: [(column: AttributeColumn, digest: [UInt8]?)]
  private let isOfIdentity: Bool

  /// `half` is the search's class, or one of the two classes that an identity is made of.
  init(_ search: ItemSearch, of half: ItemClass, for groups: AccessGroupList, _ digests: LookupDigests) {
    self.search = search.half(half)
    itemClass = half
    callersGroups = groups
    isOfIdentity = search.itemClass == .identity
    conditions = self.search.conditions.compactMap { attribute, value in
      ItemSchema.of(half)[attribute].map { ($0, digests.digest(value, $0, half)) }
    }
  }

  var limit: Int { isOfIdentity ? .max : search.options.mostItems }

  private static let fixedColumns: Int32 = 7

  var sql: String {
    let named = conditions.map { ", \"\($0.column.attribute.rawValue)\"" }.joined()
    return """
      SELECT id, ref, agrp, pdmn, sync, tomb, \(otherHalf)\(named) FROM \(itemClass.rawValue) ORDER BY id
      """
  }

  /// An SQL expression for whether the row makes an identity with another one.
  private var otherHalf: String {
    guard isOfIdentity else { return "1" }
    return itemClass == .certificate
      ? "EXISTS (SELECT 1 FROM keys k WHERE k.tomb = 0 AND k.klbl = cert.pkhh)"
      : "EXISTS (SELECT 1 FROM cert c WHERE c.tomb = 0 AND c.pkhh = keys.klbl)"
  }

  // MARK: - Rows

  struct Columns {
    let row: Int64
    let group: Int
    let accessible: Accessibility?
    fileprivate let name: String
    fileprivate let reference: [UInt8]
    fileprivate let isSynchronizable: Bool
    fileprivate let isTombstone: Bool
    fileprivate let hasOtherHalf: Bool
    fileprivate let differing: [ItemAttribute]
  }

  /// The columns of a row; nil for a row whose group the caller may not read.
  func columns(of statement: DatabaseStatement) throws(DatabaseError) -> Columns? {
    let name = try statement.text(2)
    guard callersGroups.mayRead(name) else { return nil }
    let position = callersGroups.groups.firstIndex { AccessGroupList.same($0, name) } ?? 0
    let keyClass = UInt8(exactly: try statement.integer(3)).flatMap(KeyClass.init(rawValue:))
    var differing: [ItemAttribute] = []
    for (index, condition) in conditions.enumerated() {
      let column = Self.fixedColumns + Int32(index)
      let found = statement.isNull(column) ? nil : try statement.blob(column)
      if found != condition.digest { differing.append(condition.column.attribute) }
    }
    return Columns(
      row: try statement.integer(0), group: position,
      accessible: keyClass.flatMap { found in Accessibility.allCases.first { $0.keyClass == found } }, name: name,
      reference: try statement.blob(1), isSynchronizable: try statement.integer(4) != 0,
      isTombstone: try statement.integer(5) != 0, hasOtherHalf: try statement.integer(6) != 0, differing: differing)
  }

  /// The outcome by the columns alone: `taken` means that the row is to be opened.
  func outcome(of columns: Columns) -> RowOutcome {
    switch search.reference?.target {
    case .identifier(let identifier) where identifier != columns.reference: return .otherReference
    case .row(let row) where row != columns.row: return .otherReference
    default: break
    }
    var differing = columns.differing
    if !search.groups.mayRead(columns.name) { differing.append(.accessGroup) }
    if let accessible = search.accessible, accessible != columns.accessible { differing.append(.accessible) }
    if case .only(let flag) = search.synchronizable, flag != columns.isSynchronizable {
      differing.append(.synchronizable)
    }
    if columns.isTombstone != search.isTombstone { differing.append(.tombstone) }
    guard differing.isEmpty else { return .differs(differing) }
    return columns.hasOtherHalf ? .taken : .noOtherHalf
  }
}

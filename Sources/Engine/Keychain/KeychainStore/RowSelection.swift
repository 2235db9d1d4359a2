// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import ProtectionModel
import SQLiteDatabase

/// The SQL statement that selects a search's rows, and the values to bind.
struct RowSelection {
  private var sql: String
  /// The ORDER BY clause.
  private var order = ""
  /// The table that is selected from; nil if two tables are joined.
  private var table: ItemTable?
  private var bindings: [Binding] = []

  private enum Binding {
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
  }

  /// The maximum number of groups in a statement's condition; with more, each row is checked after it is read.
  private static let maximumGroups = 256
  /// How many bytes and values most searches add to the beginning of their statement.
  private static let usualConditions = 128
  private static let usualBindings = 8

  // MARK: - Items of one class

  init(_ search: ItemSearch, _ digests: LookupDigests) {
    let table = ItemTable.of(search.itemClass)
    sql = table.selection
    sql.reserveCapacity(sql.utf8.count + Self.usualConditions)
    bindings.reserveCapacity(Self.usualBindings)
    bindings.append(.integer(search.isTombstone ? 1 : 0))
    appendReference(search.reference)
    for (attribute, value) in search.conditions {
      append(value, attribute, search.itemClass, digests)
    }
    if case .only(let flag) = search.synchronizable { append(" AND sync = ?", .integer(flag ? 1 : 0)) }
    if let accessible = search.accessible {
      append(" AND pdmn = ?", .integer(Int64(accessible.keyClass.rawValue)))
    }
    appendGroups("agrp", search.groups)
    order = " ORDER BY id"
    self.table = table
  }

  // MARK: - Identities

  /// Pairs of a private key and a certificate for it. Attributes that only certificates have, and the label, select on
  /// the certificate; all others select on the key.
  init(identities search: ItemSearch, _ digests: LookupDigests) {
    sql = """
      SELECT \(StoredRow.columns("k.")), \(StoredRow.columns("c.")) FROM keys k JOIN cert c ON k.klbl = c.pkhh \
      WHERE k.tomb = ? AND c.tomb = ?
      """
    bindings = Array(repeating: .integer(search.isTombstone ? 1 : 0), count: 2)
    append(1, .isPrivate, .key, digests, "k.")
    append(1, .keyClass, .key, digests, "k.")
    appendReference(search.reference, "c.")
    for (attribute, value) in search.conditions {
      let half: ItemClass = attribute.selectsOnCertificate ? .certificate : .key
      append(value, attribute, half, digests, half == .certificate ? "c." : "k.")
    }
    if case .only(let flag) = search.synchronizable { append(" AND k.sync = ?", .integer(flag ? 1 : 0)) }
    if let accessible = search.accessible {
      append(" AND k.pdmn = ?", .integer(Int64(accessible.keyClass.rawValue)))
    }
    appendGroups("k.agrp", search.groups)
    appendGroups("c.agrp", search.certificateGroups)
    order = " ORDER BY k.id, c.id"
  }

  // MARK: - One row

  init(primaryKey: [UInt8], of itemClass: ItemClass) {
    sql = "SELECT \(StoredRow.columns) FROM \(itemClass.rawValue) WHERE pk = ?"
    bindings = [.bytes(primaryKey)]
  }

  init(identifier: [UInt8], of itemClass: ItemClass) {
    sql = "SELECT \(StoredRow.columns) FROM \(itemClass.rawValue) WHERE ref = ?"
    bindings = [.bytes(identifier)]
  }

  init(row: Int64, of itemClass: ItemClass) {
    sql = "SELECT \(StoredRow.columns) FROM \(itemClass.rawValue) WHERE id = ?"
    bindings = [.integer(row)]
  }

  /// Certificates that belong to a key.
  init(certificatesOf key: Int64) {
    sql = """
      SELECT \(StoredRow.columns) FROM cert WHERE tomb = 0 AND pkhh = (SELECT klbl FROM keys WHERE id = ?)
      """
    bindings = [.integer(key)]
  }

  // MARK: - Parts

  private mutating func append(_ text: String, _ binding: Binding) {
    sql += text
    bindings.append(binding)
  }

  /// A condition on an attribute's column, with the table's short name in front where two tables are joined.
  private mutating func append(
    _ value: AttributeValue, _ attribute: ItemAttribute, _ itemClass: ItemClass, _ digests: LookupDigests,
    _ prefix: String = ""
  ) {
    guard let column = ItemSchema.of(itemClass)[attribute] else { return }
    // Appended piece by piece, because string interpolation is slower and every search runs this.
    sql += " AND "
    sql += prefix
    sql += "\""
    sql += attribute.rawValue
    if let digest = digests.digest(value, column, itemClass) {
      append("\" = ?", .bytes(digest))
    } else {
      sql += "\" IS NULL"
    }
  }

  private mutating func appendReference(_ reference: PersistentReference?, _ prefix: String = "") {
    switch reference?.target {
    case .identifier(let identifier): append(" AND \(prefix)ref = ?", .bytes(identifier))
    case .row(let row): append(" AND \(prefix)id = ?", .integer(row))
    case nil: break
    }
  }

  /// The plus sign keeps SQLite from choosing the group as an index: many rows have the same one.
  private mutating func appendGroups(_ name: String, _ groups: AccessGroupList) {
    guard !groups.isUnlimited, groups.groups.count <= Self.maximumGroups else { return }
    sql += " AND +"
    sql += name
    sql += " IN ("
    for (index, group) in groups.groups.enumerated() { append(index == 0 ? "?" : ", ?", .text(group)) }
    sql += ")"
  }

  // MARK: - Running

  /// Steps through the rows until the body returns false.
  ///
  /// After a damaged page the remaining rows are read one by one, so that only the rows on that page are missing.
  func visit(
    _ connection: DatabaseConnection, _ body: (DatabaseStatement) throws(KeychainStatus) -> Bool
  ) throws(KeychainStatus) {
    let statement = try translating { () throws(DatabaseError) in try prepared(connection) }
    defer { statement.reset() }
    var last: Int64 = 0
    while true {
      do {
        guard try statement.step() else { return }
        last = try statement.integer(0)
      } catch {
        guard error.kind == .damaged, let table else { throw KeychainStatus(error) }
        connection.onDamage()
        statement.reset()
        return try visit(connection, after: last, RowNumbers(table), body)
      }
      guard try body(statement) else { return }
    }
  }

  private func visit(
    _ connection: DatabaseConnection, after last: Int64, _ numbers: RowNumbers,
    _ body: (DatabaseStatement) throws(KeychainStatus) -> Bool
  ) throws(KeychainStatus) {
    for id in try translating({ () throws(DatabaseError) in try numbers.all(connection) }) where id > last {
      var one = self
      one.append(" AND id = ?", .integer(id))
      let statement = try translating { () throws(DatabaseError) in try one.prepared(connection) }
      defer { statement.reset() }
      do {
        guard try statement.step() else { continue }
      } catch {
        // Only damage is skipped: after any other error SQLite may have rolled the transaction back.
        guard error.kind == .damaged else { throw KeychainStatus(error) }
        continue
      }
      guard try body(statement) else { return }
    }
  }

  /// The statement with its values bound. The caller steps and resets it.
  func prepared(_ connection: DatabaseConnection) throws(DatabaseError) -> DatabaseStatement {
    let statement = try connection.statement(sql + order)
    var index: Int32 = 0
    for binding in bindings {
      index += 1
      switch binding {
      case .integer(let value): try statement.bind(index, value)
      case .text(let text): try statement.bind(index, text)
      case .bytes(let bytes): try statement.bind(index, bytes.span)
      }
    }
    return statement
  }
}

extension ItemAttribute {
  /// Whether an attribute in a query for identities selects on the certificate rather than on the key.
  var selectsOnCertificate: Bool {
    switch self {
    case .label, .issuer, .serialNumber, .subjectKeyID, .tokenID, .publicKeyHash, .subject, .certificateType,
      .certificateEncoding:
      true
    default: false
    }
  }
}

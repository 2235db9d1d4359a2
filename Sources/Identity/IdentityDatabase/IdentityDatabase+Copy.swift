// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
import SQLStatements
import SQLiteDatabase

// MARK: - Copies of all rows, from one kind of database to another

extension IdentityDatabase {
  static let tables = [
    "teams", "clients", "app_keys", "redirects", "accounts", "subjects", "sessions", "tries", "consents", "codes",
    "tokens", "signing_keys", "requests", "passkey_handles", "code_secrets", "endpoints", "outbox", "machines",
    "endorsement_authorities", "enrolments", "issued_keys", "attestation_authority", "passkey_challenges",
    "passkey_credentials", "device_bits", "key_uses", "former_keys",
  ]

  /// Columns whose numbers the database gives.
  private static let numbered = [("accounts", "id"), ("requests", "number"), ("passkey_credentials", "number")]

  /// Copies all rows that are committed now into an empty SQLite database.
  func copyRows(to path: String) throws(IdentityStoreError) {
    let copy: IdentityDatabase
    do { copy = try IdentityDatabase(path) } catch { throw .unavailable }
    try fill(copy)
  }

  /// Copies all rows that are committed now into another database, all or none. The other one knows them under the copy's name until it
  /// is used.
  ///
  /// - Throws: `exists` where the other one has any rows, but for those of an unfinished copy of this name, which are replaced.
  package func fill(_ other: IdentityDatabase, as copy: String? = nil) throws(IdentityStoreError) {
    // Their tables are made when they are first asked for.
    _ = try (passkeys(), other.passkeys())
    try write(.snapshot) { source throws(IdentityStoreError) in
      try other.write { target throws(IdentityStoreError) in
        if let copy { try target.remove(copy) }
        for table in Self.tables {
          guard try target.row("SELECT 1 FROM \(table) LIMIT 1", [], { _ in 1 }) == nil else { throw .exists(table) }
          do throws(SQLError) { try source.copy(table, to: target) } catch { throw IdentityStoreError(error) }
        }
        if let copy { try target.change("INSERT INTO \(Schema.unfinishedCopies) VALUES(?)", [.text(copy)]) }
        do throws(SQLError) {
          for (table, column) in Self.numbered { try target.continueNumbers(of: column, in: table) }
        } catch { throw IdentityStoreError(error) }
      }
    }
  }
}

// MARK: - Copies that are not in use yet

extension IdentityDatabase {
  /// The database is in use: nothing that was copied into it is replaced from now on.
  package func finishCopies() throws(IdentityStoreError) {
    let isUnfinished = try read { connection throws(IdentityStoreError) in
      try connection.row("SELECT 1 FROM \(Schema.unfinishedCopies) LIMIT 1", [], { _ in 1 }) != nil
    }
    guard isUnfinished else { return }
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change("DELETE FROM \(Schema.unfinishedCopies)")
    }
  }

  /// Removes an unfinished copy of this name, if there is one.
  package func removeCopy(_ copy: String) throws(IdentityStoreError) {
    _ = try passkeys()
    try write { connection throws(IdentityStoreError) in try connection.remove(copy) }
  }
}

extension SQLConnection {
  /// The rows of an unfinished copy. Others are not touched.
  fileprivate func remove(_ copy: String) throws(IdentityStoreError) {
    guard try change("DELETE FROM \(Schema.unfinishedCopies) WHERE id=?", [.text(copy)]) == 1 else { return }
    for table in IdentityDatabase.tables { try change("DELETE FROM \(table)") }
  }

  /// The number of rows that are in memory at once.
  private static var part: Int64 { 2000 }

  fileprivate func copy(_ table: String, to target: any SQLConnection) throws(SQLError) {
    // In the order of all columns, so that each part goes on where the last one ended.
    let columns = try run("SELECT * FROM \(table) LIMIT 0", []).columns
    let names = columns.joined(separator: ", ")
    let insertion = "INSERT INTO \(table)(\(names)) VALUES(\(columns.map { _ in "?" }.joined(separator: ", ")))"
    var offset: Int64 = 0
    while true {
      let rows = try run(
        "SELECT \(names) FROM \(table) ORDER BY \(columns[0]), \(columns[1]) LIMIT ? OFFSET ?",
        [.number(Self.part), .number(offset)]
      ).rows
      for row in rows { _ = try target.run(insertion, row.values) }
      guard rows.count == Self.part else { return }
      offset += Self.part
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import SQLiteDatabase

/// The format of the database as a whole: Documentation/KeychainFormat.md.
enum StoreFormat {
  /// `PRAGMA user_version`.
  static let current: Int64 = 1
  /// `PRAGMA application_id`: "Bkc1".
  private static let application = 0x426B_6331
  static let lookupKeyClass = KeyClass.keychainAlways

  static func create(_ connection: DatabaseConnection) throws(DatabaseError) {
    for statement in ItemTable.all.flatMap(\.creation) { try connection.execute(statement) }
    try connection.execute("CREATE TABLE meta (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT")
    try connection.execute("PRAGMA application_id=\(application)")
    try connection.execute("PRAGMA user_version=\(current)")
  }

  /// The wrapped key of the digests.
  static func lookupKey(_ connection: DatabaseConnection) throws(DatabaseError) -> [UInt8]? {
    let statement = try connection.statement("SELECT value FROM meta WHERE name = 'lookup'")
    defer { statement.reset() }
    return try statement.step() ? statement.blob(0) : nil
  }

  static func setLookupKey(_ wrapped: [UInt8], _ connection: DatabaseConnection) throws(DatabaseError) {
    let statement = try connection.statement("INSERT OR REPLACE INTO meta VALUES ('lookup', ?)")
    try statement.bind(1, wrapped.span)
    try statement.run()
  }
}

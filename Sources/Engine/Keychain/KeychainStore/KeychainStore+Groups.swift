// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import SQLiteDatabase

extension KeychainStore {
  /// Whether there are items in a group, whether the lock state lets them be read or not.
  package func hasItems(in group: String) throws(KeychainStatus) -> Bool {
    try database.read { (connection) throws(KeychainStatus) in
      try translating { () throws(DatabaseError) in
        for table in ItemTable.all {
          let statement = try connection.statement("SELECT 1 FROM \(table.name) WHERE agrp = ? LIMIT 1")
          defer { statement.reset() }
          try statement.bind(1, group)
          if try statement.step() { return true }
        }
        return false
      }
    }
  }

  /// How many items there are in a group, whether the lock state lets them be read or not.
  package func itemCount(in group: String) throws(KeychainStatus) -> Int {
    try database.read { (connection) throws(KeychainStatus) in
      try translating { () throws(DatabaseError) in
        var count = 0
        for table in ItemTable.all {
          let statement = try connection.statement("SELECT COUNT(*) FROM \(table.name) WHERE agrp = ?")
          defer { statement.reset() }
          try statement.bind(1, group)
          if try statement.step() { count += Int(try statement.integer(0)) }
        }
        return count
      }
    }
  }
}

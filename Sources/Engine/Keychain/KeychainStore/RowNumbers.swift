// SPDX-License-Identifier: Apache-2.0
import SQLiteDatabase

/// The numbers of a table's rows. Two indices have them as well, so they can be listed although one part is damaged.
struct RowNumbers {
  private let table: ItemTable

  init(_ table: ItemTable) { self.table = table }

  func all(_ connection: DatabaseConnection) throws(DatabaseError) -> [Int64] {
    let name = table.name
    let sources = ["INDEXED BY \(name)_ref", "INDEXED BY \(name)_pk", "NOT INDEXED"]
    for source in sources.dropLast() {
      do { return try numbers(source, connection) } catch { guard error.kind == .damaged else { throw error } }
    }
    return try numbers(sources[sources.count - 1], connection)
  }

  private func numbers(_ source: String, _ connection: DatabaseConnection) throws(DatabaseError) -> [Int64] {
    let statement = try connection.statement("SELECT id FROM \(table.name) \(source) ORDER BY id")
    defer { statement.reset() }
    var numbers: [Int64] = []
    while try statement.step() { numbers.append(try statement.integer(0)) }
    return numbers
  }
}

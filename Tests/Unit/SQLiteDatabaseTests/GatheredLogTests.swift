// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SQLiteDatabase
import SystemCalls
import TemporaryFolder
import Testing

/// What is written to the log is gathered until it is synced, and nobody notices.
@Suite(.serialized) struct GatheredLogTests {
  private static let frame = 24 + 4096

  private func withDatabase(_ body: (Database, String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let database = try Database(folder + "/test.db") { _ in true }
      try database.write { (connection) throws(DatabaseError) in
        try connection.execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY, value BLOB) STRICT")
      }
      try body(database, folder)
    }
  }

  private func insert(_ ids: Range<Int>, of size: Int = 10, _ connection: DatabaseConnection) throws(DatabaseError) {
    let statement = try connection.statement("INSERT INTO numbers VALUES (?, zeroblob(\(size)))")
    for id in ids {
      try statement.bind(1, Int64(id))
      try statement.run()
    }
  }

  private func ids(_ database: Database) throws -> [Int64] {
    try database.read { (connection) throws(DatabaseError) in
      #expect(try connection.check(maximum: 1).isEmpty)
      let statement = try connection.statement("SELECT id FROM numbers ORDER BY id")
      defer { statement.reset() }
      var ids: [Int64] = []
      while try statement.step() { ids.append(try statement.integer(0)) }
      return ids
    }
  }

  /// What there would be if the machine stopped now: the files as they are, opened by nobody before.
  private func idsAfterACrash(_ folder: String) throws -> [Int64] {
    try withTemporaryFolder { copy in
      for name in ["test.db", "test.db-wal"] {
        try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
      }
      return try ids(try Database(copy + "/test.db") { _ in true })
    }
  }

  @Test func `A transaction is one write`() throws {
    try withDatabase { database, folder in
      let sizes = try LibraryWrites.during {
        // So much that it takes several pages.
        try database.write { (connection) throws(DatabaseError) in try insert(0..<10, of: 3000, connection) }
      }
      #expect(sizes.count == 1 && sizes.allSatisfy { $0 >= 10 * Self.frame && $0.isMultiple(of: Self.frame) })
      #expect(try ids(database) == Array(0..<10))
      #expect(try idsAfterACrash(folder) == Array(0..<10))
    }
  }

  @Test func `What is read does not write`() throws {
    try withDatabase { database, _ in
      let sizes = try LibraryWrites.during { _ = try ids(database) }
      #expect(sizes == [])
    }
  }

  @Test(arguments: [(EIO, DatabaseError.Kind.inputOutput), (ENOSPC, .full)])
  func `A write that fails takes the transaction back`(code: Int32, kind: DatabaseError.Kind) throws {
    try withDatabase { database, folder in
      try database.write { (connection) throws(DatabaseError) in try insert(0..<3, connection) }
      for _ in 0..<2 {
        let sizes = try LibraryWrites.during(failing: code) {
          #expect {
            try database.write { (connection) throws(DatabaseError) in try insert(3..<6, connection) }
          } throws: {
            ($0 as? DatabaseError)?.kind == kind
          }
        }
        #expect(!sizes.isEmpty)
        #expect(try ids(database) == Array(0..<3))
        #expect(try idsAfterACrash(folder) == Array(0..<3))
        // Nor does it come back with what the writer does next.
        #expect(throws: DatabaseError.damaged) {
          try database.write { (connection) throws(DatabaseError) in
            let statement = try connection.statement("SELECT count(*) FROM numbers")
            defer { statement.reset() }
            _ = try statement.step()
            throw .damaged
          }
        }
        #expect(try idsAfterACrash(folder) == Array(0..<3))
      }
      try database.write { (connection) throws(DatabaseError) in try insert(6..<8, connection) }
      #expect(try ids(database) == [0, 1, 2, 6, 7])
      #expect(try idsAfterACrash(folder) == [0, 1, 2, 6, 7])
    }
  }

  /// More than fits into the library's cache and into what is gathered: pages are written before the end, read again,
  /// changed and written over.
  @Test func `A transaction of any size is written`() throws {
    try withDatabase { database, folder in
      try database.write { (connection) throws(DatabaseError) in
        try connection.execute("PRAGMA cache_size=8")
        try insert(0..<600, of: 2000, connection)
        try connection.execute("UPDATE numbers SET value = zeroblob(1000) WHERE id % 7 = 0")
        try connection.execute("DELETE FROM numbers WHERE id % 2 = 1")
      }
      let expected = (0..<600).filter { $0.isMultiple(of: 2) }.map(Int64.init)
      #expect(try ids(database) == expected)
      #expect(try idsAfterACrash(folder) == expected)
    }
  }

  @Test func `What is taken back after pages were written is not there`() throws {
    try withDatabase { database, folder in
      for round in 0..<3 {
        #expect(throws: DatabaseError.damaged) {
          try database.write { (connection) throws(DatabaseError) in
            try connection.execute("PRAGMA cache_size=8")
            try insert(1000..<1400, of: 2000, connection)
            throw .damaged
          }
        }
        try database.write { (connection) throws(DatabaseError) in try insert(round..<round + 1, connection) }
        #expect(try ids(database) == (0...round).map(Int64.init))
        #expect(try idsAfterACrash(folder) == (0...round).map(Int64.init))
      }
    }
  }
}

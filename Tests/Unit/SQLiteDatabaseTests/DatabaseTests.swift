// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SQLiteDatabase
import SystemCalls
import TemporaryFolder
import Testing
import Threads

@Suite struct DatabaseTests {
  /// A database with a table of numbers.
  private func withDatabase(_ body: (Database, String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/test.db"
      let database = try Database(path) { _ in true }
      try database.write { (connection) throws(DatabaseError) in
        try connection.execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY, value BLOB UNIQUE) STRICT")
      }
      try body(database, path)
    }
  }

  private func insert(_ id: Int64, _ bytes: [UInt8], _ connection: DatabaseConnection) throws(DatabaseError) {
    let statement = try connection.statement("INSERT INTO numbers VALUES (?, ?)")
    try statement.bind(1, id)
    try statement.bind(2, bytes.span)
    try statement.run()
  }

  private func count(_ database: Database) throws -> Int64 {
    try database.read { (connection) throws(DatabaseError) in
      let statement = try connection.statement("SELECT count(*) FROM numbers")
      defer { statement.reset() }
      _ = try statement.step()
      return try statement.integer(0)
    }
  }

  @Test func `What is written is read`() throws {
    try withDatabase { database, _ in
      try database.write { (connection) throws(DatabaseError) in
        try insert(1, [1, 2, 3], connection)
        try insert(2, [], connection)
      }
      let values = try database.read { (connection) throws(DatabaseError) in
        let statement = try connection.statement("SELECT value FROM numbers ORDER BY id")
        defer { statement.reset() }
        var values: [[UInt8]] = []
        while try statement.step() { values.append(try statement.blob(0)) }
        return values
      }
      #expect(values == [[1, 2, 3], []])
    }
  }

  @Test func `A transaction that throws writes nothing`() throws {
    try withDatabase { database, _ in
      #expect(throws: DatabaseError.self) {
        try database.write { (connection) throws(DatabaseError) in
          try insert(1, [1], connection)
          try insert(2, [1], connection)
        }
      }
      let left = try count(database)
      #expect(left == 0)
    }
  }

  @Test func `A constraint is told from other errors`() throws {
    try withDatabase { database, _ in
      #expect {
        try database.write { (connection) throws(DatabaseError) in
          try insert(1, [1], connection)
          try insert(1, [2], connection)
        }
      } throws: {
        ($0 as? DatabaseError)?.kind == .constraint
      }
    }
  }

  @Test func `Two cannot have one database`() throws {
    try withDatabase { _, path in
      #expect(throws: DatabaseOpeningError.inUse) { try Database(path) { _ in true } }
    }
  }

  @Test func `A database can be opened again once it is closed`() throws {
    try withTemporaryFolder { folder in
      for _ in 0..<3 {
        #expect(throws: Never.self) { _ = try Database(folder + "/test.db") { _ in true } }
      }
    }
  }

  @Test func `What may not write reads`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/test.db"
      do {
        let database = try Database(path) { _ in true }
        try database.write { (connection) throws(DatabaseError) in
          try connection.execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY, value BLOB UNIQUE) STRICT")
          try insert(1, [1], connection)
        }
      }
      let database = try Database(path) { _ in false }
      #expect(database.isReadOnly)
      #expect(try count(database) == 1)
      #expect(throws: DatabaseError.readOnly) {
        try database.write { (connection) throws(DatabaseError) in try insert(2, [2], connection) }
      }
    }
  }

  @Test func `Nobody else may read the files`() throws {
    try withDatabase { _, path in
      for suffix in ["", "-wal", "-owner"] {
        let file = try FileDescriptor.open(path + suffix, O_RDONLY)
        #expect(try file.status().st_mode & 0o777 == 0o600, "\(suffix)")
      }
    }
  }

  private func sizeOfLog(_ path: String) throws -> Int {
    Int(try FileDescriptor.open(path + "-wal", O_RDONLY).status().st_size)
  }

  @Test func `The log does not grow with what is written`() throws {
    try withDatabase { database, path in
      let size = try sizeOfLog(path)
      #expect(size == 4 << 20)
      // So much that the log begins anew in between.
      for id in 0..<600 {
        try database.write { (connection) throws(DatabaseError) in
          try insert(Int64(id), [UInt8](repeating: UInt8(id % 256), count: 2000) + [UInt8(id / 256)], connection)
        }
      }
      #expect(try sizeOfLog(path) == size)
      #expect(try count(database) == 600)
    }
  }

  @Test func `Without room for all of the log none is taken`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/test.db"
      let disk = FaultPlan { $0.call == .pwrite && $0.offset >= 1 << 20 ? ENOSPC : nil }
      let database = try FaultPlan.$current.withValue(disk) { try Database(path) { _ in true } }
      #expect(try sizeOfLog(path) == 0)
      try database.write { (connection) throws(DatabaseError) in
        try connection.execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY, value BLOB UNIQUE) STRICT")
      }
      #expect(try sizeOfLog(path) > 0)
    }
  }

  @Test func `A file that is no database is damaged`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/test.db"
      let file = try FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
      _ = try file.write([UInt8](repeating: 0x41, count: 8192).span)
      #expect {
        _ = try Database(path) { (connection) throws(DatabaseError) in try connection.version() == 0 }
      } throws: {
        guard case .database(let error)? = $0 as? DatabaseOpeningError else { return false }
        return error.kind == .damaged
      }
    }
  }

  /// It has read the most pages already.
  @Test func `Who reads alone gets the connection of who read first`() throws {
    try withDatabase { database, _ in
      func reader(meanwhile body: () -> Void = {}) throws -> ObjectIdentifier {
        try database.read { (connection) throws(DatabaseError) in
          body()
          return ObjectIdentifier(connection)
        }
      }
      var second: ObjectIdentifier?
      let first = try reader { second = try? reader() }
      #expect(second != nil && second != first)
      // The second and a third come back one after the other, and the first between them.
      _ = try reader { _ = try? reader { _ = try? reader() } }
      #expect(try reader() == first)
      #expect(try reader { second = try? reader() } == first)
      #expect(second != first)
    }
  }

  @Test func `Many read and write at once`() throws {
    try withDatabase { database, _ in
      let failures = Locked(0)
      let threads = try (0..<8).map { thread in
        try SystemThread(named: "database-\(thread)") {
          do {
            for index in 0..<20 {
              try database.write { (connection) throws(DatabaseError) in
                let id = Int64(thread * 100 + index)
                try insert(id, [UInt8(thread), UInt8(index)], connection)
              }
              _ = try database.read { (connection) throws(DatabaseError) in try connection.version() }
            }
          } catch { failures.withLock { $0 += 1 } }
        }
      }
      for thread in threads { thread.join() }
      #expect(failures.withLock { $0 } == 0)
      #expect(try count(database) == 160)
    }
  }

  @Test func `A value of another type is an error`() throws {
    try withDatabase { database, _ in
      try database.read { (connection) throws(DatabaseError) in
        let statement = try connection.statement("SELECT 'text', 7, NULL, x'01'")
        defer { statement.reset() }
        _ = try statement.step()
        #expect(throws: DatabaseError.unexpectedType) { try statement.integer(0) }
        #expect(throws: DatabaseError.unexpectedType) { try statement.blob(1) }
        #expect(throws: DatabaseError.unexpectedType) { try statement.text(3) }
        #expect(statement.isNull(2))
        let (text, number, bytes) = (try statement.text(0), try statement.integer(1), try statement.blob(3))
        #expect(text == "text" && number == 7 && bytes == [1])
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc
import TemporaryFolder
import Testing

@testable import SQLiteDatabase
import Threads

/// Writers that come while another one writes.
@Suite struct WriteQueueTests {
  private func withDatabase(_ body: (Database) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let database = try Database(folder + "/test.db") { _ in true }
      try database.write { (connection) throws(DatabaseError) in
        try connection.execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY) STRICT")
      }
      try body(database)
    }
  }

  private static func insert(_ id: Int, _ connection: DatabaseConnection) throws(DatabaseError) {
    try connection.execute("INSERT INTO numbers VALUES (\(id))")
  }

  private static func numbers(_ database: Database) throws(DatabaseError) -> [Int64] {
    try database.read { (connection) throws(DatabaseError) in
      let statement = try connection.statement("SELECT id FROM numbers ORDER BY id")
      defer { statement.reset() }
      var numbers: [Int64] = []
      while try statement.step() { numbers.append(try statement.integer(0)) }
      return numbers
    }
  }

  /// Has so many write numbers side by side, each in a thread of its own: the first goes on when all others wait. What
  /// each has thrown.
  private func together(
    _ count: Int, _ database: Database,
    _ body: @escaping @Sendable (Int, DatabaseConnection) throws(DatabaseError) -> Void
  ) throws -> [DatabaseError?] {
    let outcomes = Locked([DatabaseError?](repeating: nil, count: count))
    let isFirst = Locked(true)
    let threads = try (0..<count).map { number in
      try SystemThread(named: "writer-\(number)") {
        do throws(DatabaseError) {
          try database.write { (connection) throws(DatabaseError) in
            let waits = isFirst.withLock { isFirst in
              defer { isFirst = false }
              return isFirst
            }
            while waits, database.writer?.waitingWriters != count - 1 { sched_yield() }
            try Self.insert(number, connection)
            try body(number, connection)
          }
        } catch {
          outcomes.withLock { $0[number] = error }
        }
      }
    }
    for thread in threads { thread.join() }
    return outcomes.withLock { $0 }
  }

  @Test func `Who comes together is committed together`() throws {
    try withDatabase { database in
      let seen = Locked<[Int64]>([])
      let outcomes = try together(8, database) { (_, _) throws(DatabaseError) in
        let others = try Self.numbers(database)
        seen.withLock { $0 += others }
      }
      #expect(outcomes.allSatisfy { $0 == nil })
      #expect(seen.withLock { $0 } == [])
      #expect(try Self.numbers(database) == Array(0..<8))
    }
  }

  @Test func `Who throws takes back what is his own`() throws {
    try withDatabase { database in
      let outcomes = try together(8, database) { (number, _) throws(DatabaseError) in
        if !number.isMultiple(of: 2) { throw .damaged }
      }
      #expect(outcomes.map { $0 == nil } == (0..<8).map { $0.isMultiple(of: 2) })
      #expect(try Self.numbers(database) == [0, 2, 4, 6])
    }
  }

  @Test func `Who shares a transaction that is lost hears of it`() throws {
    try withDatabase { database in
      let outcomes = try together(8, database) { (number, connection) throws(DatabaseError) in
        guard number == 4 else { return }
        // As the library does on its own where the disk fails.
        try connection.execute("ROLLBACK")
        throw .damaged
      }
      #expect(outcomes[4]?.kind == .damaged)
      #expect(try Self.numbers(database) == outcomes.indices.filter { outcomes[$0] == nil }.map { Int64($0) })
    }
  }

  @Test(arguments: [1, 8]) func `Who has not noticed that all is lost hears of it`(writers: Int) throws {
    try withDatabase { database in
      let outcomes = try together(writers, database) { (number, connection) throws(DatabaseError) in
        if number == 0 { try connection.execute("ROLLBACK") }
      }
      #expect(outcomes[0] != nil)
      #expect(try Self.numbers(database) == outcomes.indices.filter { outcomes[$0] == nil }.map { Int64($0) })
    }
  }

  @Test func `Many more than share one transaction all write`() throws {
    try withDatabase { database in
      let outcomes = try together(80, database) { (_, _) throws(DatabaseError) in }
      #expect(outcomes.allSatisfy { $0 == nil })
      #expect(try Self.numbers(database) == Array(0..<80))
    }
  }
}

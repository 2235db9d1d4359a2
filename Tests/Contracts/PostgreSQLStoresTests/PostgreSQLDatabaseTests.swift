// SPDX-License-Identifier: Apache-2.0
import Dispatch
import EventualConditions
import Foundation
import Glibc
import PostgreSQLServer
import SQLStatements
import TemporaryFolder
import Testing

@testable import PostgreSQLDatabase

@Suite struct PostgreSQLDatabaseTests {
  private let server: PostgreSQLServer
  private let role: String

  init() throws {
    server = try PostgreSQLServer.shared()
    role = try server.makeDatabase()
  }

  private func open() throws -> PostgreSQLDatabase {
    try PostgreSQLDatabase(try PostgreSQLPlace(server.line(of: role)))
  }

  private func withCounter() throws -> PostgreSQLDatabase {
    let database = try open()
    try database.define(["CREATE TABLE counters(name TEXT PRIMARY KEY, value INTEGER NOT NULL, note BLOB) STRICT"])
    try database.write { connection throws(SQLError) in
      _ = try connection.run("INSERT INTO counters VALUES(?,?,?)", [.text("a"), .number(0), .none])
    }
    return database
  }

  private func value(_ database: PostgreSQLDatabase) throws -> Int64? {
    try database.read { connection throws(SQLError) in
      try connection.run("SELECT value FROM counters WHERE name=?", [.text("a")]).rows.first?.integer(0)
    }
  }

  @Test func `Values come back as they went in`() throws {
    let database = try withCounter()
    let bytes = (0...255).map { UInt8($0) }
    for (number, text) in [(Int64.min, ""), (.max, "'; DROP TABLE counters; --"), (-1, "à 漢 \u{1F511}")] {
      let row = try database.write { connection throws(SQLError) in
        try connection.run(
          "INSERT INTO counters VALUES(?1,?2,?3) RETURNING name, value, note, ?1 AS again",
          [.text(text), .number(number), .bytes(bytes)])
      }
      #expect(row.rows.map(\.values) == [[.text(text), .number(number), .bytes(bytes), .text(text)]])
      #expect(row.columns == ["name", "value", "note", "again"] && row.changes == 1)
    }
  }

  @Test func `Transactions that read before they write come out as one after the other`() throws {
    let database = try withCounter()
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      for _ in 0..<5 {
        var isDone = false
        while !isDone {
          // One that others were in the way of for too long changed nothing, and is tried again here.
          let outcome = Result { () throws(SQLError) in
            try database.write { connection throws(SQLError) in
              let value = try connection.run("SELECT value FROM counters WHERE name='a'", []).rows[0].integer(0)
              _ = try connection.run("UPDATE counters SET value=? WHERE name='a'", [.number(value + 1)])
            }
          }
          if case .failure(let error) = outcome { #expect(error.kind == .serialization) } else { isDone = true }
        }
      }
    }
    #expect(try value(database) == 30)
  }

  @Test func `What throws writes nothing, and what does not notice a failure neither`() throws {
    let database = try withCounter()
    func change(_ connection: any SQLConnection) throws(SQLError) {
      _ = try connection.run("UPDATE counters SET value=7", [])
    }
    #expect(throws: SQLError.unexpectedType) {
      try database.write { connection throws(SQLError) in
        try change(connection)
        throw SQLError.unexpectedType
      }
    }
    let unnoticed = #expect(throws: SQLError.self) {
      try database.write { connection throws(SQLError) in
        try change(connection)
        _ = try? connection.run("INSERT INTO counters VALUES('a',1,NULL)", [])
      }
    }
    #expect(unnoticed?.kind == .constraint)
    #expect(try value(database) == 0)
  }

  @Test func `What follows a first statement that the server does not understand is not done by itself`() throws {
    let database = try withCounter()
    let unnoticed = #expect(throws: SQLError.self) {
      try database.write { connection throws(SQLError) in
        _ = try? connection.run("SELECT nothing FROM nowhere", [])
        _ = try? connection.run("UPDATE counters SET value=7", [])
      }
    }
    #expect(unnoticed?.kind == .other)
    #expect(try value(database) == 0)
  }

  /// Strangers send such texts. They are found as little as others that are not there, and are no other text.
  @Test func `A text with a zero in it is kept as it is, and told from all others`() throws {
    let database = try withCounter()
    let texts = ["x\0y", "x", "xy", "x\u{10FFFF}0y", "x\u{10FFFF}1y", "\0", "\u{10FFFF}", "\u{10FFFF}\0"]
    for text in texts {
      try database.write { connection throws(SQLError) in
        _ = try connection.run("INSERT INTO counters VALUES(?,1,NULL)", [.text(text)])
      }
    }
    for text in texts {
      let found = try database.read { connection throws(SQLError) in
        try connection.run("SELECT name FROM counters WHERE name=?", [.text(text)]).rows.map(\.values)
      }
      #expect(found == [[.text(text)]])
    }
  }

  @Test func `What is sent with the commit alone goes over no connection that was ended`() throws {
    let database = try withCounter()
    try server.endConnections(of: role)
    try eventually {
      try server.query("SELECT count(*) FROM pg_stat_activity WHERE usename='\(role)'", in: "postgres") == "0\n"
    }
    try database.write { connection throws(SQLError) in try connection.runAtEnd("UPDATE counters SET value=1", []) }
    #expect(try value(database) == 1)
  }

  @Test func `A connection that was ended is made again, and nobody notices`() throws {
    let database = try withCounter()
    try server.endConnections(of: role)
    #expect(try value(database) == 0)
    try server.endConnections(of: role)
    try database.write { connection throws(SQLError) in _ = try connection.run("UPDATE counters SET value=1", []) }
    #expect(try value(database) == 1)
  }

  @Test func `A transaction whose connection ends in the middle is not done, and says so`() throws {
    let database = try withCounter()
    let error = #expect(throws: SQLError.self) {
      try database.write { connection throws(SQLError) in
        _ = try connection.run("UPDATE counters SET value=5", [])
        _ = try? server.endConnections(of: role)
        _ = try connection.run("UPDATE counters SET value=6", [])
      }
    }
    #expect(error?.kind == .connectionLost)
    #expect(try value(database) == 0)
  }

  @Test func `While the database is away each is told, and afterwards it goes on`() throws {
    let database = try withCounter()
    try server.takeAway(role)
    for _ in 0..<3 { #expect(throws: SQLError.self) { try value(database) } }
    try server.giveBack(role)
    #expect(try value(database) == 0)
    let nowhere = try TemporaryFolder()
    let none = try PostgreSQLDatabase(try PostgreSQLPlace("host=\(nowhere.path) dbname=x"))
    let error = #expect(throws: SQLError.self) { try none.migrate([]) }
    #expect(error?.kind == .connectionLost)
  }

  @Test func `A server that does not answer is not waited for, and its connection not used again`() throws {
    let database = try PostgreSQLDatabase(
      try PostgreSQLPlace(server.line(of: role)), connections: 1, answersWithin: .milliseconds(300))
    func processes(asleep text: String) throws -> [String] {
      try database.read { connection throws(SQLError) in try connection.run(text, []).rows.map { _ in "" } }
    }
    let error = #expect(throws: SQLError.self) { try processes(asleep: "SELECT pg_sleep(600)") }
    #expect(error?.kind == .timeout)
    try eventually { try processes(asleep: "SELECT 1").count == 1 }
  }

  @Test func `Several that open an empty database at once make its tables once`() throws {
    let steps = [
      ["CREATE TABLE one(id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT"], ["CREATE TABLE two(a TEXT) STRICT"],
    ]
    let databases = try (0..<4).map { _ in try open() }
    DispatchQueue.concurrentPerform(iterations: databases.count) { index in
      #expect((try? databases[index].migrate(steps)) == .known)
    }
    #expect(try databases[0].migrate(steps + [["CREATE INDEX two_a ON two(a)"]]) == .known)
    #expect(try databases[1].migrate(steps) == .newer)
  }

  @Test(arguments: ["TABLE %(id TEXT, name TEXT)", "VIEW % AS SELECT 7::bigint AS version WHERE nextval('seen')=0"])
  func `What another role made there first is refused, and not even read`(kind: String) throws {
    let other = try server.makeDatabase()
    let name = kind.hasPrefix("VIEW") ? "schema_version" : "teams"
    let made = kind.replacingOccurrences(of: "%", with: "\(role).\(name)")
      .replacingOccurrences(of: "'seen'", with: "'\(other).seen'")
    try server.query(
      """
      GRANT USAGE, CREATE ON SCHEMA \(role) TO \(other); GRANT USAGE ON SCHEMA \(other) TO \(role);
      CREATE SEQUENCE \(other).seen; GRANT ALL ON \(other).seen TO \(role); ALTER SEQUENCE \(other).seen OWNER TO \(other);
      SET ROLE \(other); CREATE \(made); GRANT ALL ON \(role).\(name) TO PUBLIC
      """, in: "postgres")
    let steps = [["CREATE TABLE IF NOT EXISTS teams(id TEXT, name TEXT)"]]
    for body in [
      { database in _ = try database.migrate(steps) }, { database in try database.define(steps[0]) },
    ] as [(PostgreSQLDatabase) throws -> Void] {
      let error = #expect(throws: SQLError.self) { try body(try open()) }
      #expect(error == SQLError(.ownedByAnother, name))
    }
    #expect(try server.query("SELECT is_called FROM \(other).seen", in: "postgres") == "f\n")
  }

  @Test func `A function that another role made there is not called`() throws {
    let other = try server.makeDatabase()
    try server.query(
      """
      GRANT USAGE, CREATE ON SCHEMA \(role) TO \(other); SET ROLE \(other);
      CREATE FUNCTION \(role).setval(text, bigint, boolean) RETURNS bigint LANGUAGE sql AS 'SELECT 1/0::bigint'
      """, in: "postgres")
    let database = try open()
    try database.define(["CREATE TABLE numbered(number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT) STRICT"])
    let next = try database.write { connection throws(SQLError) in
      _ = try connection.run("INSERT INTO numbered VALUES(7, 'a')", [])
      try connection.continueNumbers(of: "number", in: "numbered")
      return try connection.run("INSERT INTO numbered(name) VALUES('b') RETURNING number", []).rows.first?.integer(0)
    }
    #expect(next == 8)
  }

  // MARK: - The way there

  @Test func `A password comes from a passfile that nobody else reads`() throws {
    let folder = try TemporaryFolder()
    let passfile = folder.path + "/pass"
    try server.query("ALTER ROLE \(role) PASSWORD 'correct horse'", in: "postgres")
    try server.requirePassword(of: role)
    try Data("*:*:*:*:correct horse\n".utf8).write(to: URL(fileURLWithPath: passfile))
    unsafe chmod(passfile, 0o600)
    let place = try PostgreSQLPlace(server.line(of: role) + " passfile=\(passfile)")
    try PostgreSQLDatabase(place).define(["CREATE TABLE counters(value INTEGER) STRICT"])
    let without = #expect(throws: SQLError.self) { try open().define([]) }
    #expect(without?.kind == .connectionLost)
    unsafe chmod(passfile, 0o640)
    #expect(throws: PostgreSQLRefusal.passfileOfOthers(passfile)) { _ = try PostgreSQLDatabase(place) }
  }

  @Test func `A socket in a folder where anybody makes one is not asked`() throws {
    #expect(throws: PostgreSQLRefusal.socketFolderOfOthers("/tmp")) {
      _ = try PostgreSQLDatabase(try PostgreSQLPlace("host=/tmp dbname=x"))
    }
  }

  @Test(arguments: [
    ("", PostgreSQLPlace.Defect.notPair("")), ("dbname=x", .missing("host")), ("host=/run", .missing("dbname")),
    ("host=/run  dbname=x", .notPair("")), ("host=/run dbname=x password=x", .password),
    ("host=/run dbname=x service=y", .unknownWord("service")),
    ("host=/run dbname=x options=-cx", .unknownWord("options")),
    ("host=/run host=/run dbname=x", .twice("host")), ("host=db.example.org dbname=x", .notVerified),
    ("host=127.0.0.1 dbname=x", .notVerified), ("host=a.example sslmode=require dbname=x", .value("sslmode")),
    ("host=a.example,b.example sslmode=verify-full dbname=x", .value("host")),
    ("host=@abstract dbname=x", .value("host")),
    ("host=/run dbname='x'", .value("dbname")), ("host=/run dbname=x port=0", .value("port")),
    ("host=/run dbname=x passfile=pass", .value("passfile")), (String(repeating: "x", count: 1025), .tooLong),
    ("postgresql://a/b", .notPair("postgresql://a/b")),
  ])
  func `A place that is not as it must be is refused by name`(text: String, defect: PostgreSQLPlace.Defect) {
    #expect(throws: defect) { _ = try PostgreSQLPlace(text) }
  }

  @Test func `Statements and tables are put in PostgreSQL's words`() {
    #expect(PostgreSQLDialect.statement("a=? AND b=? OR c>?1") == "a=$1 AND b=$2 OR c>$1")
    #expect(
      PostgreSQLDialect.definition("CREATE TABLE t(a INTEGER PRIMARY KEY, b BLOB) STRICT, WITHOUT ROWID")
        == "CREATE TABLE t(a BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, b BYTEA)")
    #expect(
      PostgreSQLDialect.definition("ALTER TABLE t ADD COLUMN c TEXT NOT NULL")
        == "ALTER TABLE t ADD COLUMN c TEXT COLLATE \"C\" NOT NULL")
  }
}

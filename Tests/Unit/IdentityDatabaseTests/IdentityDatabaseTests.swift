// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import IdentityModel
import IdentityStoreContract
import PasskeyDatabase
import SQLStatements
import SQLiteDatabase
import SecretMemory
import TemporaryFolder
import Testing

@testable import IdentityDatabase

@Suite struct IdentityDatabaseTests {
  @Test(arguments: IdentityStoreRule.all) func `The database holds to the contract of stores`(
    rule: IdentityStoreRule
  ) throws {
    try withTemporaryFolder { folder in try rule.check(try IdentityDatabase("\(folder)/identity.db")) }
  }

  @Test func `What was stored is there after the database was closed`() throws {
    try withTemporaryFolder { folder in
      try IdentityDatabase("\(folder)/identity.db").add(Team(id: "TEAM000001", name: "Team"))
      #expect(try IdentityDatabase("\(folder)/identity.db").teams().map(\.id) == ["TEAM000001"])
    }
  }

  @Test func `A database of the first version gets what it lacks, and keeps what it has`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/identity.db"
      do {
        try IdentityDatabase(path).add(Team(id: "TEAM000001", name: "Team"))
        let connection = try DatabaseConnection(path, .readWrite)
        for table in [
          "passkey_handles", "code_secrets", "endpoints", "outbox", "machines", "endorsement_authorities", "enrolments",
          "issued_keys", "attestation_authority", "device_bits", "key_uses", "unfinished_copies", "former_keys",
        ] {
          try connection.execute("DROP TABLE \(table)")
        }
        for index in ["sessions_by_account", "clients_by_team", "app_keys_by_app"] {
          try connection.execute("DROP INDEX \(index)")
        }
        try connection.execute("ALTER TABLE sessions DROP COLUMN browser")
        for column in ["team", "name"] { try connection.execute("ALTER TABLE consents DROP COLUMN \(column)") }
        try connection.execute("INSERT INTO consents VALUES('com.example.app',1,5,0,1)")
        try connection.execute("PRAGMA user_version=1")
      }
      let database = try IdentityDatabase(path)
      #expect(try database.teams().map(\.id) == ["TEAM000001"])
      #expect(try database.account(passkeyHandle: [1]) == nil && database.machines().isEmpty)
      #expect(try database.consents(of: 1).map(\.primaryApp) == ["com.example.app"])
      #expect(try database.passkeys().credentials(of: [1]).isEmpty)
    }
  }

  @Test func `What a newer version wrote is neither read nor changed`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/identity.db"
      _ = try IdentityDatabase(path)
      do {
        let connection = try DatabaseConnection(path, .readWrite)
        try connection.execute("PRAGMA user_version=99")
      }
      let database = try IdentityDatabase(path)
      #expect(throws: IdentityStoreError.newer) { try database.teams() }
      #expect(throws: IdentityStoreError.newer) { try database.add(Team(id: "TEAM000001", name: "Team")) }
    }
  }

  @Test func `Rows of all tables are copied into another database`() throws {
    try withTemporaryFolder { folder in
      let bits = DeviceBits(bit0: true, bit1: false, month: "2026-11")
      do {
        let database = try IdentityDatabase("\(folder)/identity.db")
        try database.set(bits, ofTeam: "TEAM000001", on: [1])
        let copy = try IdentityDatabase("\(folder)/copy.db")
        try database.fill(copy)
        #expect(try copy.deviceBits(ofTeam: "TEAM000001", on: [1]) == bits)
      }
      // A table that a later version adds is to be copied too.
      let made = try DatabaseConnection("\(folder)/identity.db", .readWrite).run(
        "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'", [])
      let names = try made.rows.map { try $0.text(0) }
      #expect(names.filter { $0 != "unfinished_copies" }.sorted() == IdentityDatabase.tables.sorted())
    }
  }

  @Test func `A copy is made again under its name until the database is used, and under no other`() throws {
    try withTemporaryFolder { folder in
      let database = try IdentityDatabase("\(folder)/identity.db")
      try database.add(Team(id: "TEAM000001", name: "Team"))
      let target = try IdentityDatabase("\(folder)/target.db")
      try database.fill(target, as: "own")
      try database.add(Team(id: "TEAM000002", name: "Team"))
      #expect(throws: IdentityStoreError.exists("teams")) { try database.fill(target, as: "other") }
      #expect(throws: IdentityStoreError.exists("teams")) { try database.fill(target) }
      try database.fill(target, as: "own")
      #expect(try target.teams().map(\.id) == ["TEAM000001", "TEAM000002"])
      try target.removeCopy("other")
      #expect(try target.teams().count == 2)
      try target.removeCopy("own")
      #expect(try target.teams().isEmpty)
      try database.fill(target, as: "own")
      try target.finishCopies()
      #expect(throws: IdentityStoreError.exists("teams")) { try database.fill(target, as: "own") }
      try target.removeCopy("own")
      #expect(try target.teams().count == 2)
    }
  }

  @Test func `Only one process has the database`() throws {
    try withTemporaryFolder { folder in
      let database = try IdentityDatabase("\(folder)/identity.db")
      #expect(throws: DatabaseOpeningError.inUse) { _ = try IdentityDatabase("\(folder)/identity.db") }
      #expect(try database.teams().isEmpty)
    }
  }

  @Test func `A password's record is read as it was written, and fits that password alone`() throws {
    let password = SecretBytes(copying: Array("correct horse".utf8).span)
    let record = try AccountPassword(of: password, .smallest)
    let stored = try #require(AccountPassword(record.bytes))
    #expect(stored == record)
    let isRight = stored.isRight(password)
    #expect(isRight)
    let other = SecretBytes(copying: Array("correct horsf".utf8).span)
    let isWrong = !stored.isRight(other)
    #expect(isWrong)
    #expect(AccountPassword(Array(record.bytes.dropLast())) == nil)
    #expect(AccountPassword([9] + record.bytes.dropFirst()) == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import SQLStatements
import SQLiteDatabase
package import WebAuthn

/// Challenges and credentials in tables of a database. Of a challenge only its SHA-256 is kept.
package struct PasskeyDatabase: PasskeyStore {
  private let database: any SQLDatabase

  /// Makes the store in a database that has other tables too.
  package init(in database: any SQLDatabase) throws(PasskeyStoreError) {
    self.database = database
    try storing { () throws(SQLError) in try database.define(Self.tables) }
  }

  /// Opens the store in a SQLite database of its own, which is made where there is none.
  package init(_ path: String) throws(PasskeyStoreError) {
    let database: Database
    do {
      database = try Database(path, log: .growing) { connection throws(DatabaseError) in
        guard try connection.version() == 0 else { throw .damaged }
        return true
      }
    } catch { throw .unavailable("\(error)") }
    try self.init(in: database)
  }

  private static let tables = [
    """
    CREATE TABLE IF NOT EXISTS passkey_challenges(
      hash BLOB PRIMARY KEY, purpose INTEGER NOT NULL, session BLOB NOT NULL, expires_at INTEGER NOT NULL, used_at INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS passkey_credentials(
      number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, user_handle BLOB NOT NULL, public_key BLOB NOT NULL,
      sign_count INTEGER NOT NULL, uv_initialized INTEGER NOT NULL, transports TEXT NOT NULL,
      backup_eligible INTEGER NOT NULL, backed_up INTEGER NOT NULL, aaguid BLOB NOT NULL, last_used_at INTEGER
    ) STRICT
    """,
    "CREATE INDEX IF NOT EXISTS passkey_credentials_by_user ON passkey_credentials(user_handle)",
  ]

  // MARK: - Challenges

  package func issue(_ challenge: IssuedChallenge) throws(PasskeyStoreError) {
    try storing { () throws(SQLError) in
      try database.write { connection throws(SQLError) in
        _ = try connection.run(
          "INSERT INTO passkey_challenges VALUES(?, ?, ?, ?, NULL)",
          [
            .bytes(SHA256.hash(challenge.challenge.span)), .number(Int64(challenge.purpose.rawValue)),
            .bytes(challenge.session), .number(Int64(challenge.expires)),
          ])
      }
    }
  }

  package func spend(_ challenge: [UInt8], at time: Int) throws(PasskeyStoreError) {
    try storing { () throws(SQLError) in
      try database.write { connection throws(SQLError) in _ = try connection.useChallenge(challenge, time) }
    }
  }

  package func forgetChallenges(at time: Int) throws(PasskeyStoreError) {
    try storing { () throws(SQLError) in
      try database.write { connection throws(SQLError) in
        _ = try connection.run("DELETE FROM passkey_challenges WHERE expires_at<=?", [.number(Int64(time))])
      }
    }
  }

  // MARK: - Ceremonies

  package func keep(
    _ registration: VerifiedRegistration, session: [UInt8], at time: Int
  ) throws(PasskeyStoreError) {
    // What is refused is written too: the challenge is used up.
    let refusal = try storing { () throws(SQLError) in
      try database.write { connection throws(SQLError) -> PasskeyStoreError? in
        let used = try connection.useChallenge(registration.challenge, time)
        guard used == ChallengeUse(.registration, session) else { return .challenge }
        return try connection.insert(registration.record) ? nil : .credentialIdTaken
      }
    }
    if let refusal { throw refusal }
  }

  package func take(_ assertion: VerifiedAssertion, session: [UInt8], at time: Int) throws(PasskeyStoreError) {
    let refusal = try storing { () throws(SQLError) in
      try database.write { connection throws(SQLError) -> PasskeyStoreError? in
        let used = try connection.useChallenge(assertion.challenge, time)
        guard used == ChallengeUse(.authentication, session) else { return .challenge }
        if try connection.raise(assertion, time) { return nil }
        guard let stored = try connection.record(assertion.credentialID) else { return .credentialUnknown }
        return .signCount(stored.signCount)
      }
    }
    if let refusal { throw refusal }
  }

  // MARK: - Credentials

  package func credential(_ id: [UInt8]) throws(PasskeyStoreError) -> CredentialRecord? {
    try storing { () throws(SQLError) in
      try database.read { connection throws(SQLError) in try connection.record(id) }
    }
  }

  package func credentials(of userHandle: [UInt8]) throws(PasskeyStoreError) -> [CredentialRecord] {
    try storing { () throws(SQLError) in
      try database.read { connection throws(SQLError) in try connection.records(of: userHandle) }
    }
  }

  package func remove(_ id: [UInt8], of userHandle: [UInt8]) throws(PasskeyStoreError) -> Bool {
    try storing { () throws(SQLError) in
      try database.write { connection throws(SQLError) in
        try connection.run(
          "DELETE FROM passkey_credentials WHERE id=? AND user_handle=?", [.bytes(id), .bytes(userHandle)]
        ).changes == 1
      }
    }
  }

  private func storing<Result>(_ body: () throws(SQLError) -> Result) throws(PasskeyStoreError) -> Result {
    do { return try body() } catch { throw .unavailable(error.description) }
  }
}

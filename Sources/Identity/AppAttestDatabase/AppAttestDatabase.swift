// SPDX-License-Identifier: Apache-2.0
package import AppAttest
import CryptoPrimitives
package import SQLStatements
import SQLiteDatabase

/// Challenges and keys in tables of a database. Of a challenge only its SHA-256 is kept.
package struct AppAttestDatabase: AppAttestStore {
  package typealias Transaction = any SQLConnection

  private let database: any SQLDatabase

  /// Makes the store in a database that has other tables too.
  package init(in database: any SQLDatabase) throws(AppAttestStoreError) {
    self.database = database
    try storing { () throws(SQLError) in try database.define(Self.tables) }
  }

  /// Opens the store in a SQLite database of its own, which is made where there is none.
  package init(_ path: String) throws(AppAttestStoreError) {
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
    CREATE TABLE IF NOT EXISTS attest_challenges(
      hash BLOB PRIMARY KEY, purpose INTEGER NOT NULL, session BLOB NOT NULL, expires_at INTEGER NOT NULL, used_at INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS attest_keys(
      key_id BLOB PRIMARY KEY, person BLOB NOT NULL, app_id TEXT NOT NULL, environment TEXT NOT NULL,
      public_key BLOB NOT NULL, counter INTEGER NOT NULL, category INTEGER, bundle_version TEXT, receipt BLOB NOT NULL,
      kept_at INTEGER NOT NULL, last_used_at INTEGER
    ) STRICT, WITHOUT ROWID
    """,
  ]

  // MARK: - Challenges

  package func issue(_ challenge: AppChallenge) throws(AppAttestStoreError) {
    try database.write { connection throws(AppAttestStoreError) in
      try storing { () throws(SQLError) in
        _ = try connection.run(
          "INSERT INTO attest_challenges VALUES(?, ?, ?, ?, NULL)",
          [
            .bytes(SHA256.hash(challenge.challenge.span)), .number(Int64(challenge.purpose.rawValue)),
            .bytes(challenge.session), .number(Int64(challenge.expires)),
          ])
      }
    }
  }

  package func spend(_ challenge: [UInt8], at time: Int) throws(AppAttestStoreError) {
    try database.write { connection throws(AppAttestStoreError) in
      try storing { () throws(SQLError) in _ = try connection.useChallenge(challenge, time) }
    }
  }

  package func forgetChallenges(at time: Int) throws(AppAttestStoreError) {
    try database.write { connection throws(AppAttestStoreError) in
      try storing { () throws(SQLError) in
        _ = try connection.run("DELETE FROM attest_challenges WHERE expires_at<=?", [.number(Int64(time))])
      }
    }
  }

  // MARK: - Answers

  package func keep(
    _ attestation: VerifiedAppAttestation, of person: [UInt8], answering challenge: [UInt8], session: [UInt8],
    at time: Int
  ) throws(AppAttestStoreError) {
    // What is refused is written too: the challenge is used up.
    let refusal = try database.write { connection throws(AppAttestStoreError) -> AppAttestStoreError? in
      try storing { () throws(SQLError) -> AppAttestStoreError? in
        if let refusal = try connection.refusal(of: challenge, for: .attestation, session, time) { return refusal }
        if try connection.insert(attestation, of: person, time) { return nil }
        return try connection.storedKey(attestation.key.id)?.person == person ? nil : .keyOfAnotherPerson
      }
    }
    if let refusal { throw refusal }
  }

  package func take<Result: Sendable>(
    _ assertion: VerifiedAppAssertion, of person: [UInt8], answering challenge: [UInt8], session: [UInt8], at time: Int,
    _ action: (any SQLConnection) throws(AppAttestStoreError) -> Result
  ) throws(AppAttestStoreError) -> Result {
    typealias Outcome = Swift.Result<Result, AppAttestStoreError>
    let outcome = try database.write { connection throws(AppAttestStoreError) -> Outcome in
      let refusal = try storing { () throws(SQLError) -> AppAttestStoreError? in
        if let refusal = try connection.refusal(of: challenge, for: .assertion, session, time) { return refusal }
        return try connection.raise(assertion, of: person, time)
      }
      if let refusal { return .failure(refusal) }
      return .success(try action(connection))
    }
    return try outcome.get()
  }

  // MARK: - Keys

  package func key(_ id: [UInt8]) throws(AppAttestStoreError) -> (key: AttestedAppKey, person: [UInt8])? {
    try database.read { connection throws(AppAttestStoreError) in
      try storing { () throws(SQLError) in try connection.storedKey(id) }
    }
  }

  package func remove(_ id: [UInt8], of person: [UInt8]) throws(AppAttestStoreError) -> Bool {
    try database.write { connection throws(AppAttestStoreError) in
      try storing { () throws(SQLError) in
        try connection.run("DELETE FROM attest_keys WHERE key_id=? AND person=?", [.bytes(id), .bytes(person)])
          .changes == 1
      }
    }
  }
}

extension AppAttestStoreError: SQLFailure {
  package init(_ error: SQLError) { self = .unavailable(error.description) }
}

private func storing<Result>(_ body: () throws(SQLError) -> Result) throws(AppAttestStoreError) -> Result {
  do { return try body() } catch { throw AppAttestStoreError(error) }
}

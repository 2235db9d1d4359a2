// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import SQLiteDatabase
import SealedRecords

/// A key as it is kept.
struct AppKeyRow: Sendable {
  let id: [UInt8]
  let appID: String
  let key: AppAttestKey
  /// The moment at which the key was made, in seconds since 1970.
  let made: Int64
  let attested: Int64?
}

/// An attestation as it is kept until its key asserts: its app may not have got it.
struct UnheardAttestation: Sendable {
  /// SHA-256 of what the app asked for, and of what it was.
  let request: [UInt8]
  let object: [UInt8]
  /// The moment at which the key was made, in seconds since 1970.
  let made: Int64
}

// What each of these asks still holds when it writes: it is one statement, or the first of one transaction.

extension DatabaseConnection {
  static let attestedKeys = RecordDatabase.Schema(
    version: 2, earlier: [1],
    tables: [
      """
      CREATE TABLE IF NOT EXISTS app_keys(
        key_id BLOB PRIMARY KEY, app_id TEXT NOT NULL, key BLOB NOT NULL, counter INTEGER NOT NULL, made INTEGER NOT NULL,
        attested INTEGER
      ) STRICT, WITHOUT ROWID
      """,
      """
      CREATE TABLE IF NOT EXISTS unheard_attestations(
        key_id BLOB PRIMARY KEY, request BLOB NOT NULL, object BLOB NOT NULL, made INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID
      """,
    ], names: ["app_keys", "unheard_attestations"], isCheckedWhole: true)

  /// Keeps a row, and says whether there was room.
  func keep(_ row: AppKeyRow, atMost limit: Int) throws(SealedRecordsError) -> Bool {
    try run(
      """
      INSERT INTO app_keys SELECT ?1, ?2, ?3, 0, ?4, NULL
      WHERE (SELECT COUNT(*) FROM app_keys WHERE app_id=?2)<?5
      """
    ) { (statement) throws(DatabaseError) in
      try statement.bind(1, row.id.span)
      try statement.bind(2, row.appID)
      try statement.bind(3, row.key.encoded.span)
      try statement.bind(4, row.made)
      try statement.bind(5, Int64(limit))
    }
    return changes == 1
  }

  /// Notes the attestation of a key, and says whether it was not attested before.
  func note(_ attestation: UnheardAttestation, of id: [UInt8]) throws(SealedRecordsError) -> Bool {
    try run("UPDATE app_keys SET attested=?2 WHERE key_id=?1 AND attested IS NULL") {
      (statement) throws(DatabaseError) in
      try statement.bind(1, id.span)
      try statement.bind(2, attestation.made)
    }
    guard changes == 1 else { return false }
    try run("INSERT OR REPLACE INTO unheard_attestations VALUES(?,?,?,?)") { (statement) throws(DatabaseError) in
      try statement.bind(1, id.span)
      try statement.bind(2, attestation.request.span)
      try statement.bind(3, attestation.object.span)
      try statement.bind(4, attestation.made)
    }
    return true
  }

  func unheardAttestation(of id: [UInt8]) throws(SealedRecordsError) -> UnheardAttestation? {
    try records { () throws(DatabaseError) in
      let statement = try statement("SELECT request, object, made FROM unheard_attestations WHERE key_id=?")
      defer { statement.reset() }
      try statement.bind(1, id.span)
      guard try statement.step() else { return nil }
      return UnheardAttestation(
        request: try statement.blob(0), object: try statement.blob(1), made: try statement.integer(2))
    }
  }

  /// The last of them; nil where there is no such key. Whoever asserts has heard of the attestation.
  func takeCounters(_ count: Int64, of id: [UInt8]) throws(SealedRecordsError) -> Int64? {
    try run("DELETE FROM unheard_attestations WHERE key_id=?") { (statement) throws(DatabaseError) in
      try statement.bind(1, id.span)
    }
    return try records { () throws(DatabaseError) in
      let statement = try statement("UPDATE app_keys SET counter=counter+?2 WHERE key_id=?1 RETURNING counter")
      defer { statement.reset() }
      try statement.bind(1, id.span)
      try statement.bind(2, count)
      guard try statement.step() else { return nil }
      let last = try statement.integer(0)
      // To its end: what is written counts only then.
      while try statement.step() {}
      return last
    }
  }

  func appKey(_ id: [UInt8]) throws(SealedRecordsError) -> AppKeyRow? {
    try records { () throws(DatabaseError) in
      let statement = try statement("SELECT app_id, key, made, attested FROM app_keys WHERE key_id=?")
      defer { statement.reset() }
      try statement.bind(1, id.span)
      guard try statement.step() else { return nil }
      // What somebody else wrote there is no key.
      guard let key = AppAttestKey(encoded: try statement.blob(1)) else { return nil }
      return AppKeyRow(
        id: id, appID: try statement.text(0), key: key, made: try statement.integer(2),
        attested: statement.isNull(3) ? nil : try statement.integer(3))
    }
  }

  /// The keys by app, in the order in which they were made.
  func appKeys() throws(SealedRecordsError) -> [AttestedKeyListing] {
    try records { () throws(DatabaseError) in
      let statement = try statement("SELECT key_id, app_id, made, attested FROM app_keys ORDER BY app_id, made, key_id")
      defer { statement.reset() }
      var all: [AttestedKeyListing] = []
      while try statement.step() {
        all.append(
          AttestedKeyListing(
            id: try statement.blob(0), appID: try statement.text(1), made: try statement.integer(2),
            attested: statement.isNull(3) ? nil : try statement.integer(3)))
      }
      return all
    }
  }

  func latestAttestation() throws(SealedRecordsError) -> Int64? {
    try records { () throws(DatabaseError) in
      let statement = try statement("SELECT MAX(attested) FROM app_keys")
      defer { statement.reset() }
      guard try statement.step(), !statement.isNull(0) else { return nil }
      return try statement.integer(0)
    }
  }

  /// Deletes the keys of one app, or of all; returns how many there were.
  @discardableResult func forgetAppKeys(of appID: String? = nil) throws(SealedRecordsError) -> Int {
    try run(appID == nil ? "DELETE FROM app_keys" : "DELETE FROM app_keys WHERE app_id=?") {
      (statement) throws(DatabaseError) in
      if let appID { try statement.bind(1, appID) }
    }
    let count = changes
    try run("DELETE FROM unheard_attestations WHERE key_id NOT IN (SELECT key_id FROM app_keys)")
    return count
  }

  /// Deletes keys of an app that nobody had attested: of some of them their app never heard.
  func forgetUnattestedKeys(of appID: String, madeBefore time: Int64) throws(SealedRecordsError) {
    try run("DELETE FROM app_keys WHERE app_id=? AND attested IS NULL AND made<?") {
      (statement) throws(DatabaseError) in
      try statement.bind(1, appID)
      try statement.bind(2, time)
    }
  }
}

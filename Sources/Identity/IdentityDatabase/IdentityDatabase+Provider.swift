// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
import SQLStatements

// MARK: - The provider's own

extension IdentityDatabase {
  package func add(_ key: StoredSigningKey) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      try connection.insert(
        "INSERT INTO signing_keys VALUES(?,?,?) ON CONFLICT DO NOTHING",
        [.text(key.id), .bytes(key.sealed), .number(key.notBefore)], as: key.id)
    }
  }

  package func signingKeys() throws(IdentityStoreError) -> [StoredSigningKey] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows("SELECT id, sealed, not_before FROM signing_keys ORDER BY not_before, id") {
        row throws(SQLError) in
        StoredSigningKey(id: try row.text(0), sealed: try row.blob(1), notBefore: try row.integer(2))
      }
    }
  }

  /// The oldest lines go when there are too many: whoever sends requests fills no disk.
  package func log(_ request: LoggedRequest) throws(IdentityStoreError) {
    let isTidied = tidying.isDue
    try write(.eachStatement) { connection throws(IdentityStoreError) in
      do throws(SQLError) {
        try connection.runAtEnd(
          "INSERT INTO requests(id, at, record) VALUES(?,?,?)",
          [.text(request.id), .number(request.at), .text(request.record)])
        guard isTidied else { return }
        try connection.runAtEnd(
          "DELETE FROM requests WHERE number<=(SELECT MAX(number) FROM requests)-?", [.number(Self.longestLog)])
      } catch { throw IdentityStoreError(error) }
    }
  }

  package func loggedRequests(id: String?, atMost limit: Int) throws(IdentityStoreError) -> [LoggedRequest] {
    try read { connection throws(IdentityStoreError) in
      let sql = "SELECT id, at, record FROM requests \(id == nil ? "" : "WHERE id=?") ORDER BY number DESC LIMIT ?"
      return try connection.rows(sql, (id.map { [.text($0)] } ?? []) + [.number(Int64(limit))]) {
        row throws(SQLError) in
        LoggedRequest(id: try row.text(0), at: try row.integer(1), record: try row.text(2))
      }
    }
  }

  private static let day: Int64 = 24 * 60 * 60 * 1000
  private static let longestLog: Int64 = 10_000

  package func endEverything(at now: Int64) throws(IdentityStoreError) {
    // Its tables are made when they are first asked for.
    _ = try passkeys()
    try write { connection throws(IdentityStoreError) in
      for table in ["sessions", "codes", "passkey_challenges", "enrolments"] {
        try connection.change("DELETE FROM \(table)")
      }
      try connection.change("UPDATE tokens SET revoked_at=COALESCE(revoked_at, ?)", [.number(now)])
      // The codes of authenticator apps that were used since then are used.
      try connection.change("UPDATE code_secrets SET last_step=?", [.number(OneTimePassword.step(at: now) + 1)])
      try connection.change(
        "UPDATE outbox SET state=?, done_at=?, failure='ended', holder=NULL, lease_end=0 WHERE state=?",
        [
          .number(StoredNotification.State.givenUp.rawValue), .number(now),
          .number(StoredNotification.State.waiting.rawValue),
        ])
    }
  }

  package func removeExpired(at now: Int64) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let before = now - Self.day
      try connection.change("DELETE FROM sessions WHERE expires_at<?", [.number(before)])
      try connection.change("DELETE FROM tries WHERE next_at<?", [.number(before)])
      try connection.change("DELETE FROM enrolments WHERE expires_at<?", [.number(now)])
      try connection.change(
        "DELETE FROM outbox WHERE state<>? AND done_at<?",
        [.number(StoredNotification.State.waiting.rawValue), .number(now - Self.day * 30)])
      // A code is kept as long as its refresh tokens could have come from it twice: while its family has any that are good.
      try connection.change(
        """
        DELETE FROM codes WHERE expires_at<? AND NOT EXISTS
          (SELECT 1 FROM tokens WHERE tokens.family = codes.family AND revoked_at IS NULL)
        """, [.number(before)])
      try connection.change("DELETE FROM tokens WHERE expires_at IS NOT NULL AND expires_at<?", [.number(before)])
    }
  }
}

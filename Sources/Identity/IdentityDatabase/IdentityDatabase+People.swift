// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
import SQLStatements

// MARK: - People

extension IdentityDatabase {
  package func add(_ account: Account) throws(IdentityStoreError) -> Int64 {
    try write { connection throws(IdentityStoreError) in
      let number = try connection.row(
        "INSERT INTO accounts(mail, given, family, password) VALUES(?,?,?,?) ON CONFLICT DO NOTHING RETURNING id",
        [
          .text(account.mail), .text(account.givenName), .text(account.familyName), .bytes(account.password.bytes),
        ]
      ) { row throws(SQLError) in try row.integer(0) }
      guard let number else { throw .exists(account.mail) }
      return number
    }
  }

  private static let accountColumns = "id, mail, given, family, password"

  package func account(mail: String) throws(IdentityStoreError) -> Account? {
    try read { connection throws(IdentityStoreError) in
      try connection.row(
        "SELECT \(Self.accountColumns) FROM accounts WHERE mail=?", [.text(mail.lowercased())], Self.account)
    }
  }

  package func account(_ id: Int64) throws(IdentityStoreError) -> Account? {
    try read { connection throws(IdentityStoreError) in
      try connection.row("SELECT \(Self.accountColumns) FROM accounts WHERE id=?", [.number(id)], Self.account)
    }
  }

  package func accounts() throws(IdentityStoreError) -> [Account] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows("SELECT \(Self.accountColumns) FROM accounts ORDER BY mail", [], Self.account)
    }
  }

  package func removeAccount(
    _ id: Int64, at now: Int64, notification: () -> String
  ) throws(IdentityStoreError) {
    // Its tables are made when they are first asked for.
    _ = try passkeys()
    try write { connection throws(IdentityStoreError) in
      let apps = try connection.rows("SELECT primary_app FROM consents WHERE account=?", [.number(id)]) {
        row throws(SQLError) in try row.text(0)
      }
      for app in apps { try connection.tell(app, .accountDeleted, of: id, at: now, notification()) }
      try connection.change(
        "DELETE FROM passkey_credentials WHERE user_handle=(SELECT handle FROM passkey_handles WHERE account=?)",
        [.number(id)])
      for table in ["consents", "tokens", "codes", "sessions", "subjects", "passkey_handles", "code_secrets"] {
        try connection.change("DELETE FROM \(table) WHERE account=?", [.number(id)])
      }
      guard try connection.change("DELETE FROM accounts WHERE id=?", [.number(id)]) == 1 else {
        throw .unknown("account")
      }
    }
  }

  private static func account(_ row: SQLRow) throws(SQLError) -> Account {
    guard let password = AccountPassword(try row.blob(4)) else { throw .unexpectedType }
    return Account(
      id: try row.integer(0), mail: try row.text(1), givenName: try row.text(2), familyName: try row.text(3),
      password: password)
  }

  package func subject(
    of account: Int64, inTeam team: String, proposing: String
  ) throws(IdentityStoreError) -> String {
    if let known = try knownSubject(of: account, inTeam: team) { return known }
    return try write { connection throws(IdentityStoreError) in
      try connection.change(
        "INSERT INTO subjects VALUES(?,?,?) ON CONFLICT(team, account) DO NOTHING",
        [.text(team), .number(account), .text(proposing)])
      let known = try connection.row(
        "SELECT subject FROM subjects WHERE team=? AND account=?", [.text(team), .number(account)]
      ) { row throws(SQLError) in try row.text(0) }
      guard let known else { throw .unavailable }
      return known
    }
  }

  package func knownSubject(of account: Int64, inTeam team: String) throws(IdentityStoreError) -> String? {
    try read { connection throws(IdentityStoreError) in
      try connection.row(
        "SELECT subject FROM subjects WHERE team=? AND account=?", [.text(team), .number(account)]
      ) { row throws(SQLError) in try row.text(0) }
    }
  }

  package func account(
    _ id: Int64, knownIn team: String
  ) throws(IdentityStoreError) -> (account: Account, subject: String?)? {
    try read { connection throws(IdentityStoreError) in
      try connection.row(
        """
        SELECT \(Self.accountColumns), subject FROM accounts LEFT JOIN subjects ON subjects.account=id AND team=? WHERE id=?
        """, [.text(team), .number(id)]
      ) { row throws(SQLError) in (try Self.account(row), try row.optionalText(5)) }
    }
  }

  // MARK: - Passkeys

  package func passkeyHandle(of account: Int64, proposing: [UInt8]) throws(IdentityStoreError) -> [UInt8] {
    try write { connection throws(IdentityStoreError) in
      try connection.change(
        "INSERT INTO passkey_handles VALUES(?,?) ON CONFLICT(account) DO NOTHING",
        [.number(account), .bytes(proposing)])
      let known = try connection.row("SELECT handle FROM passkey_handles WHERE account=?", [.number(account)]) {
        row throws(SQLError) in try row.blob(0)
      }
      guard let known else { throw .unavailable }
      return known
    }
  }

  package func account(passkeyHandle handle: [UInt8]) throws(IdentityStoreError) -> Account? {
    try read { connection throws(IdentityStoreError) in
      try connection.row(
        """
        SELECT \(Self.accountColumns) FROM accounts
        WHERE id=(SELECT account FROM passkey_handles WHERE handle=?)
        """, [.bytes(handle)], Self.account)
    }
  }

  // MARK: - One-time codes

  package func setCodeSecret(_ sealed: [UInt8], of account: Int64, usedStep: Int64) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change(
        """
        INSERT INTO code_secrets VALUES(?,?,?)
        ON CONFLICT(account) DO UPDATE SET sealed=excluded.sealed, last_step=excluded.last_step
        """, [.number(account), .bytes(sealed), .number(usedStep)])
    }
  }

  package func codeSecret(of account: Int64) throws(IdentityStoreError) -> [UInt8]? {
    try read { connection throws(IdentityStoreError) in
      try connection.row("SELECT sealed FROM code_secrets WHERE account=?", [.number(account)]) {
        row throws(SQLError) in try row.blob(0)
      }
    }
  }

  package func removeCodeSecret(of account: Int64) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change("DELETE FROM code_secrets WHERE account=?", [.number(account)])
    }
  }

  package func useCode(ofStep step: Int64, account: Int64) throws(IdentityStoreError) -> Bool {
    try write { connection throws(IdentityStoreError) in
      try connection.change(
        "UPDATE code_secrets SET last_step=? WHERE account=? AND last_step<?",
        [.number(step), .number(account), .number(step)]) == 1
    }
  }

  // MARK: - Sessions

  package func add(_ session: BrowserSession) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      try connection.insert(
        "INSERT INTO sessions VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING",
        [
          .bytes(session.digest.bytes), .number(session.account), .number(session.signedInAt),
          .number(session.expiresAt), .text(session.browser),
        ], as: "session")
    }
  }

  package func session(_ digest: TokenDigest, at now: Int64) throws(IdentityStoreError) -> BrowserSession? {
    try read { connection throws(IdentityStoreError) in
      try connection.row(
        "SELECT \(Self.sessionColumns) FROM sessions WHERE digest=? AND expires_at>?",
        [.bytes(digest.bytes), .number(now)], Self.session)
    }
  }

  private static let sessionColumns = "digest, account, signed_in_at, expires_at, browser"

  private static func session(_ row: SQLRow) throws(SQLError) -> BrowserSession {
    BrowserSession(
      digest: TokenDigest(stored: try row.blob(0)), account: try row.integer(1), signedInAt: try row.integer(2),
      expiresAt: try row.integer(3), browser: try row.text(4))
  }

  package func sessions(of account: Int64, at now: Int64) throws(IdentityStoreError) -> [BrowserSession] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows(
        "SELECT \(Self.sessionColumns) FROM sessions WHERE account=? AND expires_at>? ORDER BY signed_in_at DESC",
        [.number(account), .number(now)], Self.session)
    }
  }

  package func endSessions(of account: Int64, but digest: TokenDigest?) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change(
        "DELETE FROM sessions WHERE account=? AND digest<>?", [.number(account), .bytes(digest?.bytes ?? [])])
    }
  }

  package func endSession(_ digest: TokenDigest) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change("DELETE FROM sessions WHERE digest=?", [.bytes(digest.bytes)])
    }
  }

  // MARK: - Tries

  package func beginTry(
    _ key: TokenDigest, at now: Int64, delay: (Int64) -> Int64
  ) throws(IdentityStoreError) -> Int64? {
    try write { connection throws(IdentityStoreError) in
      let before = try connection.row("SELECT failures, next_at FROM tries WHERE key=?", [.bytes(key.bytes)]) {
        row throws(SQLError) in (failures: try row.integer(0), next: try row.integer(1))
      }
      // A wait that is longer than it can have been set to is of a clock that was put back meanwhile, or of a server whose clock is
      // a little ahead: with this one that would be one try more.
      if let before, before.next > now, before.next - now <= delay(before.failures) + Self.clockDifference {
        return before.next
      }
      let failures = (before?.failures ?? 0) + 1
      try connection.change(
        """
        INSERT INTO tries VALUES(?,?,?)
        ON CONFLICT(key) DO UPDATE SET failures=excluded.failures, next_at=excluded.next_at
        """,
        [.bytes(key.bytes), .number(failures), .number(now + delay(failures))])
      return nil
    }
  }

  package func forgetTries(_ key: TokenDigest) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change("DELETE FROM tries WHERE key=?", [.bytes(key.bytes)])
    }
  }
}

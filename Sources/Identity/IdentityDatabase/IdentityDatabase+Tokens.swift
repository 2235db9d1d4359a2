// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
import SQLStatements

// MARK: - Codes

extension IdentityDatabase {
  package func grant(_ grant: CodeGrant, at now: Int64) throws(IdentityStoreError) -> ConsentOccasion {
    try write { connection throws(IdentityStoreError) in
      // The page was shown before: who has the identifier next is to find nothing that was allowed to the former.
      let standing = "SELECT 1 FROM clients, accounts WHERE clients.id=? AND primary_app=? AND accounts.id=?"
      let ids: [SQLValue] = [.text(grant.client), .text(grant.primaryApp), .number(grant.account)]
      guard try connection.row(standing, ids, { _ in 1 }) != nil else { throw .unknown(grant.client) }
      let inserted = try connection.change(
        """
        INSERT INTO consents VALUES(?,?,?,?,?,COALESCE((SELECT team FROM clients WHERE id=?), ''),
          COALESCE((SELECT name FROM clients WHERE id=?), '')) ON CONFLICT DO NOTHING
        """,
        [
          .text(grant.primaryApp), .number(grant.account), .number(now), .number(grant.sharesName.rawValue),
          .number(grant.sharesMail.rawValue), .text(grant.primaryApp), .text(grant.primaryApp),
        ])
      if inserted == 0 {
        // What was shared before stays shared: a later request asks for less or for more, and takes nothing back. A name is
        // given the first time alone.
        try connection.change(
          "UPDATE consents SET shares_mail=?1 WHERE primary_app=?2 AND account=?3 AND shares_mail<?1",
          [.number(grant.sharesMail.rawValue), .text(grant.primaryApp), .number(grant.account)])
      }
      try connection.insert(
        "INSERT INTO codes VALUES(?,?,?,?,?,?,?,?,?,?,?,NULL,NULL) ON CONFLICT DO NOTHING",
        [
          .bytes(grant.code.bytes), .text(grant.client), .text(grant.primaryApp), .number(grant.account),
          .text(grant.redirectURI), .optional(grant.nonce), .number(grant.sharesName.rawValue),
          .number(grant.sharesMail.rawValue), .number(grant.signedInAt), .number(grant.expiresAt),
          .bytes(grant.family),
        ], as: "code")
      return inserted == 1 ? .first : .again
    }
  }

  package func takeCode(
    _ code: TokenDigest, at now: Int64, tokens: (CodeGrant) -> [StoredToken]
  ) throws(IdentityStoreError) -> CodeOutcome {
    try write { connection throws(IdentityStoreError) in
      // One statement decides who has it: of two that come at the same time one finds it used.
      let taken = try connection.row(
        "UPDATE codes SET used_at=? WHERE digest=? AND used_at IS NULL RETURNING \(Self.codeColumns)",
        [.number(now), .bytes(code.bytes)], Self.grant)
      if let taken {
        guard taken.expiresAt > now else { return .expired(taken) }
        for token in tokens(taken) { try connection.insertAtEnd(token) }
        return .taken(taken)
      }
      let known = try connection.row(
        "SELECT \(Self.codeColumns) FROM codes WHERE digest=?", [.bytes(code.bytes)], Self.grant)
      guard let known else { return .unknown }
      try connection.change("UPDATE codes SET burnt_at=? WHERE digest=?", [.number(now), .bytes(code.bytes)])
      try connection.change(
        "UPDATE tokens SET revoked_at=COALESCE(revoked_at, ?) WHERE family=?", [.number(now), .bytes(known.family)])
      return .usedBefore(known)
    }
  }

  private static let codeColumns =
    "client, primary_app, account, redirect_uri, nonce, shares_name, shares_mail, signed_in_at, expires_at, family, digest"

  private static func grant(_ row: SQLRow) throws(SQLError) -> CodeGrant {
    CodeGrant(
      code: TokenDigest(stored: try row.blob(10)), client: try row.text(0), primaryApp: try row.text(1),
      account: try row.integer(2), redirectURI: try row.text(3), nonce: try row.optionalText(4),
      sharesName: try row.shared(5), sharesMail: try row.shared(6), signedInAt: try row.integer(7),
      expiresAt: try row.integer(8), family: try row.blob(9))
  }

  // MARK: - Tokens

  package func add(_ tokens: [StoredToken]) throws(IdentityStoreError) -> ConsentPresence {
    try write { connection throws(IdentityStoreError) in
      for token in tokens {
        guard try connection.hasConsent(token.primaryApp, token.account) else { return .gone }
        let burnt = try connection.row(
          "SELECT 1 FROM codes WHERE family=? AND burnt_at IS NOT NULL", [.bytes(token.family)], { _ in 1 })
        guard burnt == nil else { return .gone }
        try connection.insert(token)
      }
      return .present
    }
  }

  package func token(_ digest: TokenDigest) throws(IdentityStoreError) -> StoredToken? {
    try read { connection throws(IdentityStoreError) in
      try connection.row(
        """
        SELECT kind, client, primary_app, account, family, shares_mail, signed_in_at, expires_at, revoked_at
        FROM tokens WHERE digest=?
        """, [.bytes(digest.bytes)]
      ) { row throws(SQLError) in
        guard let kind = StoredToken.Kind(rawValue: try row.integer(0)) else { throw .unexpectedType }
        return StoredToken(
          digest: digest, kind: kind, client: try row.text(1), primaryApp: try row.text(2),
          account: try row.integer(3), family: try row.blob(4), sharesMail: try row.shared(5),
          signedInAt: try row.integer(6), expiresAt: try row.optionalInteger(7),
          revokedAt: try row.optionalInteger(8))
      }
    }
  }

  package func useRefreshToken(_ digest: TokenDigest, onDay day: Int64) throws(IdentityStoreError) -> Bool {
    try write { connection throws(IdentityStoreError) in
      try connection.change(
        "UPDATE tokens SET last_day=? WHERE digest=? AND revoked_at IS NULL AND last_day<?",
        [.number(day), .bytes(digest.bytes), .number(day)]) == 1
    }
  }

  // MARK: - Consents

  package func hasConsent(primaryApp: String, account: Int64) throws(IdentityStoreError) -> ConsentPresence {
    try read { connection throws(IdentityStoreError) in
      try connection.hasConsent(primaryApp, account) ? .present : .gone
    }
  }

  package func consents(of account: Int64) throws(IdentityStoreError) -> [Consent] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows(
        """
        SELECT primary_app, granted_at, shares_name, shares_mail, team, name FROM consents WHERE account=?
        ORDER BY granted_at DESC, primary_app
        """, [.number(account)]
      ) { row throws(SQLError) in
        Consent(
          primaryApp: try row.text(0), account: account, grantedAt: try row.integer(1), sharesName: try row.shared(2),
          sharesMail: try row.shared(3), team: try row.text(4), name: try row.text(5))
      }
    }
  }

  package func endConsent(
    primaryApp: String, account: Int64, at now: Int64, notification: String
  ) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let whose: [SQLValue] = [.text(primaryApp), .number(account)]
      try connection.tell(primaryApp, .consentRevoked, of: account, at: now, notification)
      try connection.change("DELETE FROM consents WHERE primary_app=? AND account=?", whose)
      try connection.change(
        "UPDATE tokens SET revoked_at=COALESCE(revoked_at, ?) WHERE primary_app=? AND account=?",
        [.number(now)] + whose)
      try connection.change(
        "UPDATE codes SET used_at=COALESCE(used_at, ?) WHERE primary_app=? AND account=?", [.number(now)] + whose)
    }
  }
}

extension SQLConnection {
  fileprivate func insert(_ token: StoredToken) throws(IdentityStoreError) {
    try insert("INSERT INTO tokens \(token.values) ON CONFLICT DO NOTHING", token.parameters, as: "token")
  }

  /// The same, with the transaction's end: where one is there already, nothing of the transaction is done.
  fileprivate func insertAtEnd(_ token: StoredToken) throws(IdentityStoreError) {
    do throws(SQLError) { try runAtEnd("INSERT INTO tokens \(token.values)", token.parameters) } catch {
      throw error.kind == .constraint ? .exists("token") : IdentityStoreError(error)
    }
  }

  fileprivate func hasConsent(_ primaryApp: String, _ account: Int64) throws(IdentityStoreError) -> Bool {
    try row(
      "SELECT 1 FROM consents WHERE primary_app=? AND account=?", [.text(primaryApp), .number(account)], { _ in 1 })
      != nil
  }
}

extension StoredToken {
  fileprivate var values: String { "VALUES(?,?,?,?,?,?,?,?,?,?,0)" }

  fileprivate var parameters: [SQLValue] {
    [
      .bytes(digest.bytes), .number(kind.rawValue), .text(client), .text(primaryApp), .number(account), .bytes(family),
      .number(sharesMail.rawValue), .number(signedInAt), .optional(expiresAt), .optional(revokedAt),
    ]
  }
}

extension SQLRow {
  fileprivate func shared(_ column: Int) throws(SQLError) -> Consent.SharedOrNot {
    guard let value = Consent.SharedOrNot(rawValue: try integer(column)) else { throw .unexpectedType }
    return value
  }
}

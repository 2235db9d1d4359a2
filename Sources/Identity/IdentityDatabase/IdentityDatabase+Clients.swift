// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import IdentityModel
import SQLStatements

// MARK: - Teams, clients and their keys

extension IdentityDatabase {
  package func add(_ team: Team) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      try connection.insert(
        "INSERT INTO teams VALUES(?,?) ON CONFLICT DO NOTHING", [.text(team.id), .text(team.name)], as: team.id)
    }
  }

  package func teams() throws(IdentityStoreError) -> [Team] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows("SELECT id, name FROM teams ORDER BY id") { row throws(SQLError) in
        Team(id: try row.text(0), name: try row.text(1))
      }
    }
  }

  package func add(_ client: SignInClient) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      guard try connection.row("SELECT 1 FROM teams WHERE id=?", [.text(client.team)], { _ in 1 }) != nil else {
        throw .unknown(client.team)
      }
      if client.primaryApp != client.id {
        let sql = "SELECT 1 FROM clients WHERE id=? AND team=? AND kind='app'"
        guard try connection.row(sql, [.text(client.primaryApp), .text(client.team)], { _ in 1 }) != nil else {
          throw .unknown(client.primaryApp)
        }
      } else {
        // Of an app that had this identifier before: its server is not to be told of the people of this one, nor this one's
        // server of the people of that one.
        for table in ["endpoints", "outbox"] {
          try connection.change("DELETE FROM \(table) WHERE primary_app=?", [.text(client.id)])
        }
      }
      try connection.insert(
        "INSERT INTO clients VALUES(?,?,?,?,?,?) ON CONFLICT DO NOTHING",
        [
          .text(client.id), .text(client.kind.rawValue), .text(client.primaryApp), .text(client.team),
          .text(client.name), .text(client.stage.rawValue),
        ], as: client.id)
    }
  }

  private static let clientColumns = "id, kind, primary_app, team, name, stage"

  package func client(_ id: String) throws(IdentityStoreError) -> SignInClient? {
    try read { connection throws(IdentityStoreError) in
      try connection.row("SELECT \(Self.clientColumns) FROM clients WHERE id=?", [.text(id)], Self.client)
    }
  }

  package func clientWithKeys(
    _ id: String
  ) throws(IdentityStoreError) -> (client: SignInClient, keys: [AppKey])? {
    let rows = try read { connection throws(IdentityStoreError) in
      try connection.rows(
        """
        SELECT own.id, own.kind, own.primary_app, own.team, own.name, own.stage,
          app_keys.id, app_keys.primary_app, app_keys.point, app_keys.revoked_at
        FROM clients AS own LEFT JOIN (app_keys JOIN clients AS apps ON apps.id=app_keys.primary_app) ON apps.team=own.team
        WHERE own.id=? ORDER BY app_keys.id
        """, [.text(id)]
      ) { row throws(SQLError) in (try Self.client(row), row.isNull(6) ? nil : try Self.key(row, from: 6)) }
    }
    guard let client = rows.first?.0 else { return nil }
    return (client, rows.compactMap(\.1))
  }

  package func clients() throws(IdentityStoreError) -> [SignInClient] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows("SELECT \(Self.clientColumns) FROM clients ORDER BY team, id", [], Self.client)
    }
  }

  private static func client(_ row: SQLRow) throws(SQLError) -> SignInClient {
    guard let kind = SignInClient.Kind(rawValue: try row.text(1)),
      let stage = SignInClient.Stage(rawValue: try row.text(5))
    else { throw .unexpectedType }
    return SignInClient(
      id: try row.text(0), kind: kind, primaryApp: try row.text(2), team: try row.text(3), name: try row.text(4),
      stage: stage)
  }

  package func setStage(_ stage: SignInClient.Stage, of client: String) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let changed = try connection.change(
        "UPDATE clients SET stage=? WHERE id=?", [.text(stage.rawValue), .text(client)])
      guard changed == 1 else { throw .unknown(client) }
    }
  }

  package func removeClient(
    _ id: String, _ kind: SignInClient.Kind, _ holdings: HoldingsOfPeople, at now: Int64, notification: () -> String
  ) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let known = "SELECT 1 FROM clients WHERE id=? AND kind=?"
      guard try connection.row(known, [.text(id), .text(kind.rawValue)], { _ in 1 }) != nil else { throw .unknown(id) }
      switch kind {
      case .app: try connection.leave(app: id, holdings, now, notification)
      case .service: try connection.leave(service: id, holdings)
      }
      try connection.change(
        "UPDATE tokens SET revoked_at=COALESCE(revoked_at, ?) WHERE client=?", [.number(now), .text(id)])
      try connection.change(
        "UPDATE codes SET used_at=COALESCE(used_at, ?) WHERE client=?", [.number(now), .text(id)])
      try connection.change("DELETE FROM app_keys WHERE primary_app=?", [.text(id)])
      try connection.change("DELETE FROM redirects WHERE client=?", [.text(id)])
      try connection.change("DELETE FROM clients WHERE id=?", [.text(id)])
    }
  }

  package func add(_ key: AppKey) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let app = "SELECT 1 FROM clients WHERE id=? AND kind='app' AND primary_app=id"
      guard try connection.row(app, [.text(key.primaryApp)], { _ in 1 }) != nil else { throw .unknown(key.primaryApp) }
      let usable = try connection.rows(
        "SELECT 1 FROM app_keys WHERE primary_app=? AND revoked_at IS NULL", [.text(key.primaryApp)], { _ in 1 })
      guard usable.count < AppKey.mostUsable else { throw .tooMany(key.primaryApp) }
      try connection.insert(
        "INSERT INTO app_keys VALUES(?,?,?,?) ON CONFLICT DO NOTHING",
        [.text(key.id), .text(key.primaryApp), .bytes(key.publicKey.x963), .optional(key.revokedAt)], as: key.id)
    }
  }

  package func revokeKey(_ id: String, at now: Int64) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let changed = try connection.change(
        "UPDATE app_keys SET revoked_at=COALESCE(revoked_at, ?) WHERE id=?", [.number(now), .text(id)])
      guard changed == 1 else { throw .unknown(id) }
    }
  }

  package func keys(ofTeam team: String) throws(IdentityStoreError) -> [AppKey] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows(
        """
        SELECT app_keys.id, app_keys.primary_app, point, revoked_at FROM app_keys
        JOIN clients ON clients.id = app_keys.primary_app WHERE clients.team=? ORDER BY app_keys.id
        """, [.text(team)]
      ) { row throws(SQLError) in try Self.key(row, from: 0) }
    }
  }

  private static func key(_ row: SQLRow, from column: Int) throws(SQLError) -> AppKey {
    let point = try row.blob(column + 2)
    guard let key = try? ECPublicKey(.p256, x963: point.span) else { throw .unexpectedType }
    return AppKey(
      id: try row.text(column), primaryApp: try row.text(column + 1), publicKey: key,
      revokedAt: try row.optionalInteger(column + 3))
  }

  package func addRedirect(_ address: String, of client: String) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      guard try connection.row("SELECT 1 FROM clients WHERE id=?", [.text(client)], { _ in 1 }) != nil else {
        throw .unknown(client)
      }
      try connection.insert(
        "INSERT INTO redirects VALUES(?,?) ON CONFLICT DO NOTHING", [.text(client), .text(address)], as: address)
    }
  }

  package func removeRedirect(_ address: String, of client: String) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let changed = try connection.change(
        "DELETE FROM redirects WHERE client=? AND address=?", [.text(client), .text(address)])
      guard changed == 1 else { throw .unknown(address) }
    }
  }

  package func redirects(of client: String) throws(IdentityStoreError) -> [String] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows("SELECT address FROM redirects WHERE client=? ORDER BY address", [.text(client)]) {
        row throws(SQLError) in try row.text(0)
      }
    }
  }
}

extension SQLConnection {
  /// Inserts a row that must be new.
  func insert(_ sql: String, _ parameters: [SQLValue], as name: String) throws(IdentityStoreError) {
    guard try change(sql, parameters) == 1 else { throw .exists(name) }
  }
}

// MARK: - What people have with a client

extension SQLConnection {
  /// Ends what people have with an app: their consents belong to it, and not to its services.
  fileprivate func leave(
    app: String, _ holdings: HoldingsOfPeople, _ now: Int64, _ notification: () -> String
  ) throws(IdentityStoreError) {
    let services = "SELECT id FROM clients WHERE primary_app=? AND id<>? ORDER BY id LIMIT 1"
    let service = try row(services, [.text(app), .text(app)]) { row throws(SQLError) in try row.text(0) }
    if let service { throw .hasServices(service) }
    let people = try rows("SELECT account FROM consents WHERE primary_app=?", [.text(app)]) {
      row throws(SQLError) in try row.integer(0)
    }
    guard people.isEmpty || holdings == .end else { throw .usedByPeople(Int64(people.count)) }
    for account in people { try tell(app, .consentRevoked, of: account, at: now, notification()) }
    try change("DELETE FROM consents WHERE primary_app=?", [.text(app)])
    // Of services that were removed before, too.
    try change("UPDATE tokens SET revoked_at=COALESCE(revoked_at, ?) WHERE primary_app=?", [.number(now), .text(app)])
    try change("UPDATE codes SET used_at=COALESCE(used_at, ?) WHERE primary_app=?", [.number(now), .text(app)])
  }

  /// Refuses to remove a service while people have tokens of it, if that is asked for. Consents are the app's, and stay.
  fileprivate func leave(service: String, _ holdings: HoldingsOfPeople) throws(IdentityStoreError) {
    guard holdings == .refuse else { return }
    let people = try row(
      "SELECT COUNT(DISTINCT account) FROM tokens WHERE client=? AND kind=? AND revoked_at IS NULL",
      [.text(service), .number(StoredToken.Kind.refresh.rawValue)]
    ) { row throws(SQLError) in try row.integer(0) }
    if let people, people > 0 { throw .usedByPeople(people) }
  }
}

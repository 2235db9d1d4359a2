// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
import SQLStatements

// MARK: - Notifications

extension IdentityDatabase {
  package func setEndpoint(_ address: String?, of primaryApp: String) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      guard let address else {
        guard try connection.change("DELETE FROM endpoints WHERE primary_app=?", [.text(primaryApp)]) == 1 else {
          throw .unknown(primaryApp)
        }
        return
      }
      let app = "SELECT 1 FROM clients WHERE id=? AND kind='app' AND primary_app=id"
      guard try connection.row(app, [.text(primaryApp)], { _ in 1 }) != nil else { throw .unknown(primaryApp) }
      try connection.change(
        "INSERT INTO endpoints VALUES(?,?) ON CONFLICT(primary_app) DO UPDATE SET address=excluded.address",
        [.text(primaryApp), .text(address)])
    }
  }

  package func endpoints() throws(IdentityStoreError) -> [NotificationEndpoint] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows("SELECT primary_app, address FROM endpoints ORDER BY primary_app") {
        row throws(SQLError) in
        NotificationEndpoint(primaryApp: try row.text(0), address: try row.text(1))
      }
    }
  }

  package func add(_ notification: StoredNotification) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in try connection.insert(notification) }
  }

  fileprivate static let columns = """
    id, primary_app, kind, subject, events, issued_at, expires_at, state, tries, next_at, decided_at, done_at, status,
    failure
    """

  package func notifications(id: String?, atMost limit: Int) throws(IdentityStoreError) -> [StoredNotification] {
    try read { connection throws(IdentityStoreError) in
      let sql =
        "SELECT \(Self.columns) FROM outbox \(id == nil ? "" : "WHERE id=?") ORDER BY issued_at DESC, id LIMIT ?"
      return try connection.rows(sql, (id.map { [.text($0)] } ?? []) + [.number(Int64(limit))], Self.notification)
    }
  }

  private static func notification(_ row: SQLRow) throws(SQLError) -> StoredNotification {
    guard let kind = NotificationEvent.Kind(rawValue: try row.text(2)),
      let state = StoredNotification.State(rawValue: try row.integer(7))
    else { throw .unexpectedType }
    var notification = StoredNotification(
      id: try row.text(0), primaryApp: try row.text(1), kind: kind, subject: try row.text(3),
      events: try row.text(4), issuedAt: try row.integer(5), expiresAt: try row.integer(6))
    (notification.state, notification.tries) = (state, try row.integer(8))
    (notification.nextAt, notification.decidedAt) = (try row.integer(9), try row.integer(10))
    notification.doneAt = try row.optionalInteger(11)
    (notification.status, notification.failure) = (try row.optionalInteger(12), try row.optionalText(13))
    return notification
  }

  // MARK: - Sending

  /// The milliseconds by which the clocks of several servers may differ before one takes another's for put back.
  static let clockDifference: Int64 = 60_000

  private static let waiting = SQLValue.number(StoredNotification.State.waiting.rawValue)
  private static let givenUp = SQLValue.number(StoredNotification.State.givenUp.rawValue)

  /// The notifications that may be sent now: those of apps of which none is being sent.
  private static let due = """
    SELECT id FROM outbox AS due WHERE state=? AND (next_at<=? OR decided_at>?) AND NOT EXISTS (
      SELECT 1 FROM outbox AS sent WHERE sent.primary_app=due.primary_app AND sent.state=due.state
        AND sent.lease_end>? AND sent.leased_at<=?)
    """

  /// The app that has waited longest for its turn comes first: however much apps that answer slowly have outstanding, the others
  /// wait for one try of each.
  private static let turns = """
    (SELECT MAX(leased_at) FROM outbox AS former WHERE former.primary_app=due.primary_app), next_at, id
    """

  package func leaseNotification(
    for holder: String, at now: Int64, until end: Int64
  ) throws(IdentityStoreError) -> LeasedNotification? {
    let future = SQLValue.number(now + Self.clockDifference)
    let due = [Self.waiting, .number(now), future, .number(now), future]
    // Most of the time there is none, and nothing is written.
    let isDue = try read { connection throws(IdentityStoreError) in
      try connection.row(
        "\(Self.due) UNION ALL SELECT id FROM outbox WHERE state=? AND expires_at<=? LIMIT 1",
        due + [Self.waiting, .number(now)], { _ in 1 }) != nil
    }
    guard isDue else { return nil }
    return try write { connection throws(IdentityStoreError) in
      try connection.change(
        "UPDATE outbox SET state=?, done_at=? WHERE state=? AND expires_at<=? AND (lease_end<=? OR leased_at>?)",
        [Self.givenUp, .number(now), Self.waiting, .number(now), .number(now), future])
      let taken = try connection.row(
        """
        UPDATE outbox SET holder=?, leased_at=?, lease_end=?, tries=tries+1
        WHERE id=(\(Self.due) ORDER BY \(Self.turns) LIMIT 1) RETURNING \(Self.columns)
        """,
        [.text(holder), .number(now), .number(end)] + due, Self.notification)
      guard let taken else { return nil }
      let endpoint = try connection.row(
        "SELECT address FROM endpoints WHERE primary_app=?", [.text(taken.primaryApp)]
      ) { row throws(SQLError) in try row.text(0) }
      return LeasedNotification(taken, to: endpoint, holder: holder)
    }
  }

  package func finish(
    _ lease: LeasedNotification, _ outcome: DeliveryOutcome, at now: Int64
  ) throws(IdentityStoreError) {
    let (state, status, failure, next): (StoredNotification.State, Int64?, String?, Int64?) =
      switch outcome {
      case .delivered(let status): (.delivered, status, nil, nil)
      case .failed(let status, let failure, let next): (next == nil ? .givenUp : .waiting, status, failure, next)
      }
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change(
        """
        UPDATE outbox SET state=?, status=?, failure=?, next_at=COALESCE(?, next_at), decided_at=?, done_at=?,
          holder=NULL, lease_end=0 WHERE id=? AND holder=?
        """,
        [
          .number(state.rawValue), .optional(status), .optional(failure), .optional(next), .number(now),
          .optional(state == .waiting ? nil : now), .text(lease.notification.id), .text(lease.holder),
        ])
    }
  }

  package func replayNotification(_ id: String, at now: Int64) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let changed = try connection.change(
        """
        UPDATE outbox SET state=?, tries=0, issued_at=?, expires_at=?, next_at=?, decided_at=?, done_at=NULL,
          holder=NULL, lease_end=0 WHERE id=?
        """,
        [
          Self.waiting, .number(now), .number(now + StoredNotification.life), .number(now), .number(now), .text(id),
        ])
      guard changed == 1 else { throw .unknown(id) }
    }
  }
}

extension SQLConnection {
  fileprivate func insert(_ notification: StoredNotification) throws(IdentityStoreError) {
    try insert(
      """
      INSERT INTO outbox(\(IdentityDatabase.columns)) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING
      """,
      [
        .text(notification.id), .text(notification.primaryApp), .text(notification.kind.rawValue),
        .text(notification.subject), .text(notification.events), .number(notification.issuedAt),
        .number(notification.expiresAt), .number(notification.state.rawValue), .number(notification.tries),
        .number(notification.nextAt), .number(notification.decidedAt), .optional(notification.doneAt),
        .optional(notification.status), .optional(notification.failure),
      ], as: notification.id)
  }

  /// Writes what an app is to be told of a person, if it has somewhere to be told and the person is known to its team.
  func tell(
    _ primaryApp: String, _ kind: NotificationEvent.Kind, of account: Int64, at now: Int64, _ id: String
  ) throws(IdentityStoreError) {
    let subject = try row(
      """
      SELECT subjects.subject FROM consents JOIN endpoints ON endpoints.primary_app=consents.primary_app
      JOIN subjects ON subjects.team=consents.team AND subjects.account=consents.account
      WHERE consents.primary_app=? AND consents.account=?
      """, [.text(primaryApp), .number(account)]
    ) { row throws(SQLError) in try row.text(0) }
    guard let subject else { return }
    try insert(
      StoredNotification(id, to: primaryApp, of: NotificationEvent(kind, of: subject, at: now), issuedAt: now))
  }
}

// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
import SQLStatements

// MARK: - Machines

extension IdentityDatabase {
  package func add(_ machine: Machine) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      try connection.insert(
        "INSERT INTO machines VALUES(?,?,?,?,?,?) ON CONFLICT DO NOTHING",
        [
          .text(machine.id), .text(machine.name), .bytes(machine.endorsement), .optional(machine.attestationKey),
          .optional(machine.enrolledAt), .optional(machine.revokedAt),
        ], as: machine.name)
    }
  }

  package func machines() throws(IdentityStoreError) -> [Machine] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows("SELECT \(Machine.columns) FROM machines ORDER BY name, id", [], Machine.init)
    }
  }

  package func machine(_ id: String) throws(IdentityStoreError) -> Machine? {
    try read { connection throws(IdentityStoreError) in
      try connection.row("SELECT \(Machine.columns) FROM machines WHERE id=?", [.text(id)], Machine.init)
    }
  }

  package func machine(endorsement: [UInt8]) throws(IdentityStoreError) -> Machine? {
    try read { connection throws(IdentityStoreError) in try connection.machine(endorsement: endorsement) }
  }

  package func revokeMachine(_ id: String, at now: Int64) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let changed = try connection.change(
        "UPDATE machines SET revoked_at=COALESCE(revoked_at, ?) WHERE id=?", [.number(now), .text(id)])
      guard changed == 1 else { throw .unknown(id) }
    }
  }

  package func removeMachine(_ id: String) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      // One that has begun would add it again.
      try connection.change(
        "DELETE FROM enrolments WHERE endorsement=(SELECT endorsement FROM machines WHERE id=?)", [.text(id)])
      guard try connection.change("DELETE FROM machines WHERE id=?", [.text(id)]) == 1 else { throw .unknown(id) }
      try connection.change("DELETE FROM issued_keys WHERE machine=?", [.text(id)])
      try connection.change("DELETE FROM former_keys WHERE machine=?", [.text(id)])
    }
  }

  package func add(_ authority: EndorsementAuthority) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      try connection.insert(
        "INSERT INTO endorsement_authorities VALUES(?,?) ON CONFLICT DO NOTHING",
        [.text(authority.id), .bytes(authority.certificate)], as: authority.id)
    }
  }

  package func endorsementAuthorities() throws(IdentityStoreError) -> [EndorsementAuthority] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows("SELECT id, certificate FROM endorsement_authorities ORDER BY id") {
        row throws(SQLError) in
        EndorsementAuthority(id: try row.text(0), certificate: try row.blob(1))
      }
    }
  }

  package func removeEndorsementAuthority(_ id: String) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      let changed = try connection.change("DELETE FROM endorsement_authorities WHERE id=?", [.text(id)])
      guard changed == 1 else { throw .unknown(id) }
      // Those that have begun by its certificates.
      try connection.change("DELETE FROM enrolments WHERE endorsement NOT IN (SELECT endorsement FROM machines)")
    }
  }

  // MARK: - Enrolment

  package func begin(
    _ enrolment: PendingEnrolment, atMost limit: Int, ofAll all: Int, at now: Int64
  ) throws(IdentityStoreError) -> Bool {
    try write { connection throws(IdentityStoreError) in
      try connection.change("DELETE FROM enrolments WHERE expires_at<=?", [.number(now)])
      let count = "SELECT COUNT(*), COUNT(CASE WHEN endorsement=? THEN 1 END) FROM enrolments"
      let counts = try connection.row(count, [.bytes(enrolment.endorsement)]) { row throws(SQLError) in
        (try row.integer(0), try row.integer(1))
      }
      guard let counts else { return false }
      if counts.1 >= limit {
        try connection.change(
          """
          DELETE FROM enrolments WHERE id=(SELECT id FROM enrolments WHERE endorsement=? ORDER BY expires_at, id LIMIT 1)
          """, [.bytes(enrolment.endorsement)])
      } else if counts.0 >= all {
        return false
      }
      try connection.change(
        "INSERT INTO enrolments VALUES(?,?,?,?,?)",
        [
          .text(enrolment.id), .bytes(enrolment.endorsement), .bytes(enrolment.attestationKey),
          .bytes(enrolment.secretHash), .number(enrolment.expiresAt),
        ])
      return true
    }
  }

  package func finishEnrolment(
    _ id: String, secretHash: [UInt8], proposing machine: String, at now: Int64
  ) throws(IdentityStoreError) -> EnrolmentOutcome {
    try write { connection throws(IdentityStoreError) in
      let taken = try connection.row(
        """
        DELETE FROM enrolments WHERE id=? AND expires_at>? RETURNING endorsement, attestation_key, secret_hash
        """, [.text(id), .number(now)]
      ) { row throws(SQLError) in (try row.blob(0), try row.blob(1), try row.blob(2)) }
      guard let (endorsement, key, hash) = taken else { return .unknown }
      guard hash == secretHash else { return .wrongProof }
      let known = try connection.machine(endorsement: endorsement)
      guard known?.revokedAt == nil else { return .revoked }
      let enrolled = Machine(
        id: known?.id ?? machine, name: known?.name ?? machine, endorsement: endorsement, attestationKey: key,
        enrolledAt: now)
      try connection.change(
        """
        INSERT INTO machines VALUES(?,?,?,?,?,NULL) ON CONFLICT(id) DO UPDATE SET
          attestation_key=excluded.attestation_key, enrolled_at=excluded.enrolled_at
        """,
        [.text(enrolled.id), .text(enrolled.name), .bytes(endorsement), .bytes(key), .number(now)])
      if let former = known?.attestationKey, former != key {
        try connection.keep(former, of: enrolled.id, replacedAt: now)
      }
      return .enrolled(enrolled)
    }
  }

  package func formerKeys(of machine: String) throws(IdentityStoreError) -> [[UInt8]] {
    try read { connection throws(IdentityStoreError) in
      try connection.rows("SELECT area FROM former_keys WHERE machine=? ORDER BY replaced_at DESC", [.text(machine)]) {
        row throws(SQLError) in
        try row.blob(0)
      }
    }
  }

  package func forgetFormerKeys(of machine: String, replacedBy key: [UInt8]) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change(
        "DELETE FROM former_keys WHERE machine IN (SELECT id FROM machines WHERE id=? AND attestation_key=?)",
        [.text(machine), .bytes(key)])
    }
  }

  // MARK: - Keys of apps

  package func add(
    _ key: IssuedKey, atMost limit: Int, within time: Int64
  ) throws(IdentityStoreError) -> IssuedKeyOutcome {
    try write { connection throws(IdentityStoreError) in
      let standing = "SELECT 1 FROM machines WHERE id=? AND attestation_key IS NOT NULL AND revoked_at IS NULL"
      guard try connection.row(standing, [.text(key.machine)], { _ in 1 }) != nil else { return .revoked }
      if let known = try connection.issuedKey(key.id) {
        let isSame = known.machine == key.machine && known.appID == key.appID && known.request == key.request
        return isSame ? .again : .taken
      }
      // Of as many as may be, the oldest.
      let oldest = try connection.row(
        "SELECT issued_at FROM issued_keys WHERE machine=? AND issued_at>? ORDER BY issued_at DESC LIMIT 1 OFFSET ?",
        [.text(key.machine), .number(key.issuedAt - time), .number(Int64(limit - 1))]
      ) { row throws(SQLError) in try row.integer(0) }
      if let oldest { return .tooMany(until: oldest + time) }
      try connection.change(
        "INSERT INTO issued_keys VALUES(?,?,?,?,?)",
        [.bytes(key.id), .text(key.machine), .text(key.appID), .bytes(key.request), .number(key.issuedAt)])
      return .added
    }
  }

  package func note(_ id: [UInt8], exchangeableUntil time: Int64) throws(IdentityStoreError) {
    try write { connection throws(IdentityStoreError) in
      _ = try connection.change(
        """
        INSERT INTO key_uses SELECT id, ? FROM issued_keys WHERE id=?
        ON CONFLICT(id) DO UPDATE SET until=excluded.until WHERE excluded.until>key_uses.until
        """, [.number(time), .bytes(id)])
    }
  }

  @discardableResult package func tidyKeys(
    issuedBefore time: Int64, at now: Int64
  ) throws(IdentityStoreError) -> Int {
    try write { connection throws(IdentityStoreError) in
      let removed = try connection.change(
        """
        DELETE FROM issued_keys WHERE issued_at<? AND id NOT IN (SELECT id FROM key_uses WHERE until>?)
        """, [.number(time), .number(now)])
      try connection.change("DELETE FROM key_uses WHERE id NOT IN (SELECT id FROM issued_keys)")
      return Int(removed)
    }
  }

  package func issuedKey(_ id: [UInt8]) throws(IdentityStoreError) -> IssuedKey? {
    try read { connection throws(IdentityStoreError) in try connection.issuedKey(id) }
  }

  package func countKeys(
    ofApp app: String, on machine: String, since time: Int64
  ) throws(IdentityStoreError) -> Int {
    try read { connection throws(IdentityStoreError) in
      let sql = "SELECT COUNT(*) FROM issued_keys WHERE machine=? AND app_id=? AND issued_at>?"
      return try connection.row(sql, [.text(machine), .text(app), .number(time)]) { row throws(SQLError) in
        Int(try row.integer(0))
      } ?? 0
    }
  }

  // MARK: - The authority

  package func keep(_ authority: StoredAuthority) throws(IdentityStoreError) -> StoredAuthority {
    try write { connection throws(IdentityStoreError) in
      try connection.change(
        "INSERT INTO attestation_authority VALUES(1,?,?,?,?,?) ON CONFLICT DO NOTHING",
        [
          .bytes(authority.root), .bytes(authority.intermediate), .bytes(authority.receiptSigner),
          .bytes(authority.sealedKey), .bytes(authority.sealedReceiptKey),
        ])
      return try connection.authority() ?? authority
    }
  }

  package func authority() throws(IdentityStoreError) -> StoredAuthority? {
    try read { connection throws(IdentityStoreError) in try connection.authority() }
  }
}

extension SQLConnection {
  /// Of as many as are kept, the oldest goes.
  private static var mostFormerKeys: Int64 { 4 }

  fileprivate func keep(_ former: [UInt8], of machine: String, replacedAt now: Int64) throws(IdentityStoreError) {
    try change(
      "INSERT INTO former_keys VALUES(?,?,?) ON CONFLICT DO NOTHING", [.text(machine), .bytes(former), .number(now)])
    try change(
      """
      DELETE FROM former_keys WHERE machine=? AND area NOT IN
        (SELECT area FROM former_keys WHERE machine=? ORDER BY replaced_at DESC, area LIMIT ?)
      """, [.text(machine), .text(machine), .number(Self.mostFormerKeys)])
  }

  fileprivate func machine(endorsement: [UInt8]) throws(IdentityStoreError) -> Machine? {
    try row(
      "SELECT \(Machine.columns) FROM machines WHERE endorsement=?", [.bytes(endorsement)], Machine.init)
  }

  fileprivate func issuedKey(_ id: [UInt8]) throws(IdentityStoreError) -> IssuedKey? {
    try row("SELECT machine, app_id, request, issued_at FROM issued_keys WHERE id=?", [.bytes(id)]) {
      row throws(SQLError) in
      IssuedKey(
        id: id, machine: try row.text(0), appID: try row.text(1), request: try row.blob(2),
        issuedAt: try row.integer(3))
    }
  }

  fileprivate func authority() throws(IdentityStoreError) -> StoredAuthority? {
    let columns = "root, intermediate, receipt_signer, sealed_key, sealed_receipt_key"
    return try row("SELECT \(columns) FROM attestation_authority") { row throws(SQLError) in
      StoredAuthority(
        root: try row.blob(0), intermediate: try row.blob(1), receiptSigner: try row.blob(2),
        sealedKey: try row.blob(3), sealedReceiptKey: try row.blob(4))
    }
  }
}

extension Machine {
  fileprivate static let columns = "id, name, endorsement, attestation_key, enrolled_at, revoked_at"

  fileprivate init(_ row: SQLRow) throws(SQLError) {
    self.init(
      id: try row.text(0), name: try row.text(1), endorsement: try row.blob(2),
      attestationKey: row.isNull(3) ? nil : try row.blob(3), enrolledAt: try row.optionalInteger(4),
      revokedAt: try row.optionalInteger(5))
  }
}

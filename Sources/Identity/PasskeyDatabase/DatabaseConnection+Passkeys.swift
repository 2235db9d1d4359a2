// SPDX-License-Identifier: Apache-2.0
import COSEKeys
import CryptoPrimitives
import SQLiteDatabase
import WebAuthn

/// What a challenge that was just used up was for.
struct ChallengeUse: Equatable {
  let purpose: IssuedChallenge.Purpose?
  let session: [UInt8]

  init(_ purpose: IssuedChallenge.Purpose?, _ session: [UInt8]) {
    self.purpose = purpose
    self.session = session
  }
}

// Each of these is one statement, so that what it asks still holds when it writes.

extension DatabaseConnection {
  /// Nil where it was never issued, is used up already, or its time is over. What it is for is compared afterwards, so that a
  /// wrong session uses it up too.
  func useChallenge(_ challenge: [UInt8], _ time: Int) throws(DatabaseError) -> ChallengeUse? {
    let statement = try statement(
      """
      UPDATE passkey_challenges SET used_at=?1 WHERE hash=?2 AND used_at IS NULL AND expires_at>?1
      RETURNING purpose, session
      """)
    defer { statement.reset() }
    try statement.bind(1, Int64(time))
    try statement.bind(2, SHA256.hash(challenge.span).span)
    guard try statement.step() else { return nil }
    let use = ChallengeUse(
      IssuedChallenge.Purpose(rawValue: Int(try statement.integer(0))), try statement.blob(1))
    // The statement is only done when it has been run to its end.
    while try statement.step() {}
    return use
  }

  /// False where somebody has a credential of this identifier.
  func insert(_ record: CredentialRecord) throws(DatabaseError) -> Bool {
    let statement = try statement(
      """
      INSERT INTO passkey_credentials(id, user_handle, public_key, sign_count, uv_initialized, transports,
        backup_eligible, backed_up, aaguid) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO NOTHING
      """)
    defer { statement.reset() }
    try statement.bind(1, record.id.span)
    try statement.bind(2, record.userHandle.span)
    try statement.bind(3, record.publicKey.encoded.span)
    try statement.bind(4, Int64(record.signCount))
    try statement.bind(5, record.isUserVerificationInitialized ? 1 : 0)
    try statement.bind(6, record.transports.joined(separator: " "))
    try statement.bind(7, record.isBackupEligible ? 1 : 0)
    try statement.bind(8, record.isBackedUp ? 1 : 0)
    try statement.bind(9, record.aaguid.bytes.span)
    try statement.run()
    return changes == 1
  }

  /// Sets counter and backup state. False where there is no such credential, or its counter does not rise: both zero is no
  /// counter at all. Where the relying party accepts any counter, the greatest stays.
  func raise(_ assertion: VerifiedAssertion, _ time: Int) throws(DatabaseError) -> Bool {
    let statement = try statement(
      """
      UPDATE passkey_credentials SET sign_count=max(sign_count, ?1), backed_up=?2, last_used_at=?3
      WHERE id=?4 AND user_handle=?5 AND (?1>sign_count OR (?1=0 AND sign_count=0) OR ?6)
      """)
    defer { statement.reset() }
    try statement.bind(1, Int64(assertion.signCount))
    try statement.bind(2, assertion.isBackedUp ? 1 : 0)
    try statement.bind(3, Int64(time))
    try statement.bind(4, assertion.credentialID.span)
    try statement.bind(5, assertion.userHandle.span)
    try statement.bind(6, assertion.counters == .accepted ? 1 : 0)
    try statement.run()
    return changes == 1
  }

  func record(_ id: [UInt8]) throws(DatabaseError) -> CredentialRecord? {
    try records("WHERE id=?", id).first
  }

  func records(of userHandle: [UInt8]) throws(DatabaseError) -> [CredentialRecord] {
    try records("WHERE user_handle=? ORDER BY number", userHandle)
  }

  private func records(_ condition: String, _ value: [UInt8]) throws(DatabaseError) -> [CredentialRecord] {
    let statement = try statement(
      """
      SELECT id, user_handle, public_key, sign_count, uv_initialized, transports, backup_eligible, backed_up, aaguid
      FROM passkey_credentials \(condition)
      """)
    defer { statement.reset() }
    try statement.bind(1, value.span)
    var found: [CredentialRecord] = []
    while try statement.step() { found.append(try CredentialRecord(statement)) }
    return found
  }
}

extension CredentialRecord {
  fileprivate init(_ row: DatabaseStatement) throws(DatabaseError) {
    guard let key = try? COSEKey(row.blob(2)), let signCount = UInt32(exactly: try row.integer(3)),
      let aaguid = AAGUID(try row.blob(8))
    else { throw .unexpectedType }
    self.init(
      id: try row.blob(0), publicKey: key, signCount: signCount,
      isUserVerificationInitialized: try row.integer(4) != 0,
      transports: try row.text(5).split(separator: " ").map(String.init),
      isBackupEligible: try row.integer(6) != 0, isBackedUp: try row.integer(7) != 0, aaguid: aaguid,
      userHandle: try row.blob(1))
  }
}

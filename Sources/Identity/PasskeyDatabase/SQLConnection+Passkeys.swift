// SPDX-License-Identifier: Apache-2.0
import COSEKeys
import CryptoPrimitives
import SQLStatements
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

extension SQLConnection {
  /// Uses a challenge up, and returns what it was for; nil where it was never issued, is used up already, or its time
  /// is over. What it is for is compared afterwards, so that a wrong session uses it up too.
  func useChallenge(_ challenge: [UInt8], _ time: Int) throws(SQLError) -> ChallengeUse? {
    let used = try run(
      """
      UPDATE passkey_challenges SET used_at=?1 WHERE hash=?2 AND used_at IS NULL AND expires_at>?1
      RETURNING purpose, session
      """, [.number(Int64(time)), .bytes(SHA256.hash(challenge.span))])
    guard let row = used.rows.first else { return nil }
    return ChallengeUse(IssuedChallenge.Purpose(rawValue: Int(try row.integer(0))), try row.blob(1))
  }

  /// Stores a credential; false where somebody has one of this identifier.
  func insert(_ record: CredentialRecord) throws(SQLError) -> Bool {
    try run(
      """
      INSERT INTO passkey_credentials(id, user_handle, public_key, sign_count, uv_initialized, transports,
        backup_eligible, backed_up, aaguid) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO NOTHING
      """,
      [
        .bytes(record.id), .bytes(record.userHandle), .bytes(record.publicKey.encoded),
        .number(Int64(record.signCount)), .number(record.isUserVerificationInitialized ? 1 : 0),
        .text(record.transports.joined(separator: " ")),
        .number(record.isBackupEligible ? 1 : 0), .number(record.isBackedUp ? 1 : 0), .bytes(record.aaguid.bytes),
      ]
    ).changes == 1
  }

  /// Sets counter and backup state. False where there is no such credential, or its counter does not rise: both zero is no
  /// counter at all. Where the relying party accepts any counter, the greatest stays.
  func raise(_ assertion: VerifiedAssertion, _ time: Int) throws(SQLError) -> Bool {
    try run(
      """
      UPDATE passkey_credentials SET sign_count=CASE WHEN sign_count<?1 THEN ?1 ELSE sign_count END, backed_up=?2,
        last_used_at=?3
      WHERE id=?4 AND user_handle=?5 AND (?1>sign_count OR (?1=0 AND sign_count=0) OR ?6=1)
      """,
      [
        .number(Int64(assertion.signCount)), .number(assertion.isBackedUp ? 1 : 0), .number(Int64(time)),
        .bytes(assertion.credentialID), .bytes(assertion.userHandle),
        .number(assertion.counters == .accepted ? 1 : 0),
      ]
    ).changes == 1
  }

  func record(_ id: [UInt8]) throws(SQLError) -> CredentialRecord? {
    try records("WHERE id=?", id).first
  }

  func records(of userHandle: [UInt8]) throws(SQLError) -> [CredentialRecord] {
    try records("WHERE user_handle=? ORDER BY number", userHandle)
  }

  private func records(_ condition: String, _ value: [UInt8]) throws(SQLError) -> [CredentialRecord] {
    try run(
      """
      SELECT id, user_handle, public_key, sign_count, uv_initialized, transports, backup_eligible, backed_up, aaguid
      FROM passkey_credentials \(condition)
      """, [.bytes(value)]
    ).rows.map { row throws(SQLError) in try CredentialRecord(row) }
  }
}

extension CredentialRecord {
  fileprivate init(_ row: SQLRow) throws(SQLError) {
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

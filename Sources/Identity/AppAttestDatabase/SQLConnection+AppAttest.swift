// SPDX-License-Identifier: Apache-2.0
import AppAttest
import COSEKeys
import CryptoPrimitives
import SQLStatements

// Each of these that writes is one statement, so that what it asks still holds when it writes.

extension SQLConnection {
  /// Uses a challenge up, and returns why it is refused; nil where it was used up just now, for this purpose and
  /// session.
  func refusal(
    of challenge: [UInt8], for purpose: AppChallenge.Purpose, _ session: [UInt8], _ time: Int
  ) throws(SQLError) -> AppAttestStoreError? {
    guard let use = try useChallenge(challenge, time) else {
      return try wasUsed(challenge, time) ? .challengeUsed : .challengeUnknown
    }
    return use.purpose == purpose.rawValue && use.session == session ? nil : .challengeUnknown
  }

  /// Uses a challenge up, and returns what it was for; nil where it was never issued, is used up already, or its time
  /// is over. What it is for is compared afterwards, so that a wrong session uses it up too.
  func useChallenge(_ challenge: [UInt8], _ time: Int) throws(SQLError) -> (purpose: Int, session: [UInt8])? {
    let used = try run(
      """
      UPDATE attest_challenges SET used_at=?1 WHERE hash=?2 AND used_at IS NULL AND expires_at>?1
      RETURNING purpose, session
      """, [.number(Int64(time)), .bytes(SHA256.hash(challenge.span))])
    guard let row = used.rows.first else { return nil }
    return (Int(try row.integer(0)), try row.blob(1))
  }

  private func wasUsed(_ challenge: [UInt8], _ time: Int) throws(SQLError) -> Bool {
    try !run(
      "SELECT 1 FROM attest_challenges WHERE hash=? AND used_at IS NOT NULL AND expires_at>?",
      [.bytes(SHA256.hash(challenge.span)), .number(Int64(time))]
    ).rows.isEmpty
  }

  /// Stores a key; false where it is kept already.
  func insert(_ attestation: VerifiedAppAttestation, of person: [UInt8], _ time: Int) throws(SQLError) -> Bool {
    let key = attestation.key
    return try run(
      """
      INSERT INTO attest_keys(key_id, person, app_id, environment, public_key, counter, category, bundle_version, receipt,
        kept_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(key_id) DO NOTHING
      """,
      [
        .bytes(key.id), .bytes(person), .text(key.appID), .text(key.environment.rawValue),
        .bytes(key.publicKey.encoded), .number(Int64(key.counter)),
        .optional((attestation.launch?.category.value).map { Int64($0) }),
        .optional(attestation.launch?.bundleVersion.value), .bytes(attestation.receipt), .number(Int64(time)),
      ]
    ).changes == 1
  }

  /// Sets the counter, or says why it stays.
  func raise(
    _ assertion: VerifiedAppAssertion, of person: [UInt8], _ time: Int
  ) throws(SQLError) -> AppAttestStoreError? {
    let raised = try run(
      "UPDATE attest_keys SET counter=?1, last_used_at=?2 WHERE key_id=?3 AND person=?4 AND counter<?1",
      [.number(Int64(assertion.counter)), .number(Int64(time)), .bytes(assertion.keyID), .bytes(person)])
    guard raised.changes != 1 else { return nil }
    guard let stored = try storedKey(assertion.keyID) else { return .keyUnknown }
    return stored.person == person ? .counterNotGreater(stored.key.counter) : .keyOfAnotherPerson
  }

  func storedKey(_ id: [UInt8]) throws(SQLError) -> (key: AttestedAppKey, person: [UInt8])? {
    let found = try run(
      "SELECT app_id, environment, public_key, counter, person FROM attest_keys WHERE key_id=?", [.bytes(id)])
    guard let row = found.rows.first else { return nil }
    guard let environment = AppEnvironment(rawValue: try row.text(1)), let publicKey = try? COSEKey(row.blob(2)),
      let counter = UInt32(exactly: try row.integer(3))
    else { throw .unexpectedType }
    let key = AttestedAppKey(id: id, appID: try row.text(0), environment, publicKey, counter: counter)
    return (key, try row.blob(4))
  }
}

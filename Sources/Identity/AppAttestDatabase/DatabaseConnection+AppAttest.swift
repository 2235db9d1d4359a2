// SPDX-License-Identifier: Apache-2.0
import AppAttest
import COSEKeys
import CryptoPrimitives
import SQLiteDatabase

// Each of these that writes is one statement, so that what it asks still holds when it writes.

extension DatabaseConnection {
  /// Nil where it was used up just now, for this purpose and session.
  func refusal(
    of challenge: [UInt8], for purpose: AppChallenge.Purpose, _ session: [UInt8], _ time: Int
  ) throws(DatabaseError) -> AppAttestStoreError? {
    guard let use = try useChallenge(challenge, time) else {
      return try wasUsed(challenge, time) ? .challengeUsed : .challengeUnknown
    }
    return use.purpose == purpose.rawValue && use.session == session ? nil : .challengeUnknown
  }

  /// Nil where it was never issued, is used up already, or its time is over. What it is for is compared afterwards, so that a
  /// wrong session uses it up too.
  func useChallenge(_ challenge: [UInt8], _ time: Int) throws(DatabaseError) -> (purpose: Int, session: [UInt8])? {
    let statement = try statement(
      """
      UPDATE attest_challenges SET used_at=?1 WHERE hash=?2 AND used_at IS NULL AND expires_at>?1
      RETURNING purpose, session
      """)
    defer { statement.reset() }
    try statement.bind(1, Int64(time))
    try statement.bind(2, SHA256.hash(challenge.span).span)
    guard try statement.step() else { return nil }
    let use = (Int(try statement.integer(0)), try statement.blob(1))
    // The statement is only done when it has been run to its end.
    while try statement.step() {}
    return use
  }

  private func wasUsed(_ challenge: [UInt8], _ time: Int) throws(DatabaseError) -> Bool {
    let statement = try statement(
      "SELECT 1 FROM attest_challenges WHERE hash=? AND used_at IS NOT NULL AND expires_at>?")
    defer { statement.reset() }
    try statement.bind(1, SHA256.hash(challenge.span).span)
    try statement.bind(2, Int64(time))
    return try statement.step()
  }

  /// False where the key is kept already.
  func insert(
    _ attestation: VerifiedAppAttestation, of person: [UInt8], _ time: Int
  ) throws(DatabaseError) -> Bool {
    let statement = try statement(
      """
      INSERT INTO attest_keys(key_id, person, app_id, environment, public_key, counter, category, bundle_version, receipt,
        kept_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(key_id) DO NOTHING
      """)
    defer { statement.reset() }
    let key = attestation.key
    try statement.bind(1, key.id.span)
    try statement.bind(2, person.span)
    try statement.bind(3, key.appID)
    try statement.bind(4, key.environment.rawValue)
    try statement.bind(5, key.publicKey.encoded.span)
    try statement.bind(6, Int64(key.counter))
    if let category = attestation.launch?.category.value { try statement.bind(7, Int64(category)) }
    if let version = attestation.launch?.bundleVersion.value { try statement.bind(8, version) }
    try statement.bind(9, attestation.receipt.span)
    try statement.bind(10, Int64(time))
    try statement.run()
    return changes == 1
  }

  /// Sets the counter, or says why it stays.
  func raise(
    _ assertion: VerifiedAppAssertion, of person: [UInt8], _ time: Int
  ) throws(DatabaseError) -> AppAttestStoreError? {
    let statement = try statement(
      "UPDATE attest_keys SET counter=?1, last_used_at=?2 WHERE key_id=?3 AND person=?4 AND counter<?1")
    defer { statement.reset() }
    try statement.bind(1, Int64(assertion.counter))
    try statement.bind(2, Int64(time))
    try statement.bind(3, assertion.keyID.span)
    try statement.bind(4, person.span)
    try statement.run()
    guard changes != 1 else { return nil }
    guard let stored = try storedKey(assertion.keyID) else { return .keyUnknown }
    return stored.person == person ? .counterNotGreater(stored.key.counter) : .keyOfAnotherPerson
  }

  func storedKey(_ id: [UInt8]) throws(DatabaseError) -> (key: AttestedAppKey, person: [UInt8])? {
    let statement = try statement(
      "SELECT app_id, environment, public_key, counter, person FROM attest_keys WHERE key_id=?")
    defer { statement.reset() }
    try statement.bind(1, id.span)
    guard try statement.step() else { return nil }
    guard let environment = AppEnvironment(rawValue: try statement.text(1)),
      let publicKey = try? COSEKey(statement.blob(2)), let counter = UInt32(exactly: try statement.integer(3))
    else { throw .unexpectedType }
    let key = AttestedAppKey(id: id, appID: try statement.text(0), environment, publicKey, counter: counter)
    return (key, try statement.blob(4))
  }
}

// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestDatabase
import AppAttestObjects
import AppAttestStoreContract
import Foundation
import SQLiteDatabase
import TemporaryFolder
import Testing

@Suite struct AppAttestDatabaseTests {
  private typealias Contract = AppAttestStoreContract<AppAttestDatabase>

  @Test(arguments: Contract.checks.map(\.0))
  func `The contract of stores of attested keys is kept`(name: String) throws {
    let folder = try TemporaryFolder()
    let check = try #require(Contract.checks.first { $0.0 == name }?.1)
    let path = folder.path
    try check(try Contract { try AppAttestDatabase("\(path)/\(UUID().uuidString)") })
  }

  @Test func `What an assertion guards is written in its transaction, or not at all`() throws {
    let folder = try TemporaryFolder()
    let vector = PublishedAttestation.named("2026")
    let database = try Database("\(folder.path)/app", log: .growing) { connection throws(DatabaseError) in
      guard try connection.version() == 0 else { throw .damaged }
      return true
    }
    let store = try AppAttestDatabase(in: database)
    let attestation = try AppAttestationVerification(vector.policy).verify(
      vector.attestation, keyID: vector.keyID, clientDataHash: vector.clientDataHash)
    try store.issue(AppChallenge(vector.clientDataHash, for: .attestation, session: [], expires: 10))
    try store.keep(attestation, of: [1], answering: vector.clientDataHash, session: [], at: 9)
    try database.write { connection throws(DatabaseError) in try connection.execute("CREATE TABLE notes(text TEXT)") }
    let again = try AppAttestDatabase(in: database)
    #expect(try again.key(vector.keyID)?.key == attestation.key)
    #expect(throws: AppAttestStoreError.challengeUsed) {
      try again.keep(attestation, of: [1], answering: vector.clientDataHash, session: [], at: 9)
    }
  }
}

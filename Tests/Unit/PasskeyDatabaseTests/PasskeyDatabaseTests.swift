// SPDX-License-Identifier: Apache-2.0
import Foundation
import PasskeyDatabase
import PasskeyStoreContract
import PublishedCeremonies
import TemporaryFolder
import Testing
import WebAuthn

@Suite struct PasskeyDatabaseTests {
  @Test(arguments: PasskeyStoreContract.checks.map(\.0))
  func `The contract of passkey stores is kept`(name: String) throws {
    let folder = try TemporaryFolder()
    let check = try #require(PasskeyStoreContract.checks.first { $0.0 == name }?.1)
    let path = folder.path
    try check(PasskeyStoreContract { try PasskeyDatabase("\(path)/\(UUID().uuidString)") })
  }

  @Test func `What was kept is there after the database was opened again`() throws {
    let folder = try TemporaryFolder()
    let ceremony = PublishedCeremony.named("packed-es512")
    let registration = try ceremony.register()
    let challenge = IssuedChallenge(registration.challenge, for: .registration, session: [], expires: 10)
    do {
      let store = try PasskeyDatabase("\(folder.path)/passkeys")
      try store.issue(challenge)
      try store.keep(registration, session: [], at: 9)
    }
    let store = try PasskeyDatabase("\(folder.path)/passkeys")
    #expect(try store.credential(ceremony.credentialID) == registration.record)
    #expect(throws: PasskeyStoreError.challenge) { try store.keep(registration, session: [], at: 9) }
  }
}

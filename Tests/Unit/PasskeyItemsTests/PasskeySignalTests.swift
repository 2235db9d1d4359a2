// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import PasskeyItems
import PasskeyKeys
import ProtectionModel
import Testing

@Suite struct PasskeySignalTests {
  private func passkey(_ credential: UInt8, of user: UInt8 = 7, at site: String = "example.org") throws -> StoredPasskey
  {
    let hash = [UInt8](repeating: 1, count: 32)
    let wrapped = try #require(WrappedKey(keyClass: .keychainWhenUnlocked, bytes: [UInt8](repeating: 0, count: 40)))
    let key = try #require(
      PasskeyKey(
        wrapped: wrapped, .portable, relyingPartyHash: hash, userHash: hash,
        publicKey: [UInt8](repeating: 5, count: 65),
        sealed: [UInt8](repeating: 6, count: 112)))
    return try #require(
      StoredPasskey(
        credential: [credential], relyingParty: site, userHandle: [user], userName: "ada", displayName: "Ada", key: key,
        created: 1))
  }

  private func signal(_ news: PasskeySignal.News) -> PasskeySignal { PasskeySignal(news, of: "example.org") }

  @Test func `What a site does not know is hidden and not deleted, and offered again when it lists it`() throws {
    let unknown = signal(.unknown(credential: [1]))
    let hidden = try #require(unknown.changing(passkey(1), at: 100))
    #expect(hidden.hidden == 100 && hidden.deleted == 0)
    #expect(StandingPasskey.all([hidden]).map(\.standing) == [.hidden(100)])
    #expect(unknown.changing(hidden, at: 200) == nil)
    #expect(signal(.accepted(userHandle: [7], credentials: [[2]])).changing(hidden, at: 200) == nil)
    let shown = try #require(signal(.accepted(userHandle: [7], credentials: [[1]])).changing(hidden, at: 200))
    #expect(try shown == passkey(1))
    #expect(try signal(.accepted(userHandle: [7], credentials: [])).changing(passkey(1), at: 5)?.hidden == 5)
  }

  @Test func `Nothing changes of other credentials, accounts and sites, and of what the person has deleted`() throws {
    for news in [
      PasskeySignal.News.unknown(credential: [1]), .accepted(userHandle: [7], credentials: []),
      .details(userHandle: [7], name: "eve", displayName: "Eve"),
    ] {
      #expect(try signal(news).changing(passkey(1, at: "example.com"), at: 9) == nil)
      #expect(try signal(news).changing(passkey(2, of: 8), at: 9) == nil)
      var deleted = try passkey(1)
      deleted.deleted = 3
      #expect(signal(news).changing(deleted, at: 9) == nil)
    }
  }

  @Test func `An account is called what its site calls it now`() throws {
    let renamed = try #require(
      signal(.details(userHandle: [7], name: "ada l.", displayName: String(repeating: "x", count: 300))).changing(
        passkey(1), at: 9))
    #expect(renamed.userName == "ada l." && renamed.displayName.utf8.count == StoredPasskey.longestName)
  }

  @Test func `A hidden one replaces none, and is stored as such`() throws {
    var newer = try passkey(2)
    newer.restored = 5
    newer.hidden = 9
    #expect(try StandingPasskey.all([passkey(1), newer]).map(\.standing) == [.current, .hidden(9)])
    let stored = try newer.encoded().withBytes { try StoredPasskey(decoding: $0) }
    #expect(stored == newer)
    // One that is not hidden is stored as before.
    let first = try passkey(1).encoded().withBytes { $0[0] }
    #expect(first == 1)
  }
}

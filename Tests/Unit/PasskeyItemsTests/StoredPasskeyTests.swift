// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import PasskeyItems
import PasskeyKeys
import ProtectionModel
import Testing

@Suite struct StoredPasskeyTests {
  private let key: PasskeyKey

  init() throws {
    let hash = [UInt8](repeating: 7, count: 32)
    let wrapped = try #require(WrappedKey(keyClass: .keychainWhenUnlocked, bytes: [UInt8](repeating: 1, count: 40)))
    key = try #require(
      PasskeyKey(
        wrapped: wrapped, .portable, relyingPartyHash: hash, userHash: hash,
        publicKey: [UInt8](repeating: 4, count: PasskeyKey.publicKeySize),
        sealed: [UInt8](repeating: 5, count: PasskeyKey.sealedSize)))
  }

  private func passkey(_ credential: UInt8, user: UInt8 = 1, site: String = "example.org", at created: UInt64) throws
    -> StoredPasskey
  {
    try #require(
      StoredPasskey(
        credential: [credential], relyingParty: site, userHandle: [user], userName: "ada", displayName: "Ada", key: key,
        created: created))
  }

  private func standings(_ passkeys: [StoredPasskey]) -> [PasskeyStanding] {
    StandingPasskey.all(passkeys).map(\.standing)
  }

  @Test func `It is read back as it was stored, and nothing shorter or longer is`() throws {
    var stored = try passkey(1, at: 5)
    (stored.label, stored.largeBlob, stored.lastUsed) = ("work", [1, 2, 3], 9)
    let bytes = try stored.encoded().withBytes { bytes in bytes.indices.map { bytes[$0] } }
    #expect(try StoredPasskey(decoding: bytes.span) == stored)
    for count in bytes.indices { #expect((try? StoredPasskey(decoding: Array(bytes.prefix(count)).span)) == nil) }
    #expect((try? StoredPasskey(decoding: (bytes + [0]).span)) == nil)
  }

  @Test func `A newer one replaces the account's older ones once it has signed in, and no other account's`() throws {
    var (old, new) = (try passkey(1, at: 5), try passkey(2, at: 6))
    let (other, elsewhere) = (try passkey(3, user: 2, at: 1), try passkey(4, site: "example.com", at: 1))
    #expect(standings([old, new, other, elsewhere]) == [.replaced, .current, .current, .current])
    new.firstUsed = 8
    #expect(standings([old, new, other, elsewhere]) == [.deleted(8), .current, .current, .current])
    // Deleting the newer one does not bring back what it has replaced.
    new.deleted = 9
    #expect(standings([old, new]) == [.deleted(8), .deleted(9)])
    // One that never signed in leaves the older one as it was.
    new.firstUsed = 0
    #expect(standings([old, new]) == [.current, .deleted(9)])
    (new.deleted, new.firstUsed, old.restored) = (0, 8, 10)
    #expect(standings([old, new]) == [.current, .replaced])
  }

  @Test func `A deleted one goes after thirty days`() throws {
    var gone = try passkey(1, at: 5)
    gone.deleted = 1000
    let standing = try #require(StandingPasskey.all([gone]).first)
    #expect(!standing.isOver(at: 1000 + StoredPasskey.keptAfterDeletion - 1))
    #expect(standing.isOver(at: 1000 + StoredPasskey.keptAfterDeletion))
    // A clock that was set back deletes nothing.
    #expect(!standing.isOver(at: 0))
    #expect(try !#require(StandingPasskey.all([passkey(1, at: 5)]).first).isOver(at: .max))
  }

  @Test func `Long names are cut at a whole character, and long identifiers are none`() throws {
    let name = String(repeating: "é", count: 300)
    let stored = try #require(
      StoredPasskey(
        credential: [1], relyingParty: "example.org", userHandle: [1], userName: name, displayName: "", key: key,
        created: 1))
    #expect(stored.userName == String(repeating: "é", count: 128))
    #expect(
      StoredPasskey(
        credential: [1], relyingParty: "example.org", userHandle: [UInt8](repeating: 1, count: 65), userName: "",
        displayName: "", key: key, created: 1) == nil)
  }
}

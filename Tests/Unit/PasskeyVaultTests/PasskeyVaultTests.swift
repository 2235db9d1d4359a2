// SPDX-License-Identifier: Apache-2.0
import KeychainBackup
import KeychainContract
import KeychainModel
import KeychainStore
import PasskeyItems
import PasskeyKeys
import PasskeyVault
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import TemporaryFolder
import Testing
import Threads

@Suite struct PasskeyVaultTests {
  private static let hash = [UInt8](repeating: 7, count: 32)
  private static let backupKey = BackupKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32).span))

  private func withVault(
    _ body: (PasskeyVault, KeychainStore, FakeClassKeys, Locked<UInt64>) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let (keys, time) = (FakeClassKeys(), Locked<UInt64>(1_000))
      let store = try KeychainStore(folder + "/keychain", keys: keys, examiner: PlainCertificates(), clock: { 0 })
      try body(PasskeyVault(store, clock: { time.withLock { $0 } }), store, keys, time)
    }
  }

  private func passkey(
    _ credential: UInt8, _ keys: FakeClassKeys, site: String = "example.org",
    _ portability: PasskeyKey.Portability = .portable, at created: UInt64 = 1
  ) throws -> StoredPasskey {
    let made = PasskeyKey(
      wrapped: try keys.makeKey(portability.keyClass).wrapped, portability, relyingPartyHash: Self.hash,
      userHash: Self.hash, publicKey: [UInt8](repeating: 4, count: PasskeyKey.publicKeySize),
      sealed: [UInt8](repeating: 5, count: PasskeyKey.sealedSize))
    let key = try #require(made)
    return try #require(
      StoredPasskey(
        credential: [credential], relyingParty: site, userHandle: [1], userName: "ada", displayName: "Ada",
        key: key, created: created))
  }

  @Test(arguments: PasskeyKey.Portability.allCases)
  func `One is found by its site alone, in the order of making, and changed`(
    portability: PasskeyKey.Portability
  ) throws {
    try withVault { vault, _, keys, _ in
      let (one, two) = (try passkey(1, keys, portability, at: 1), try passkey(2, keys, portability, at: 2))
      try vault.add(one)
      try vault.add(two)
      try vault.add(passkey(3, keys, site: "example.com", portability))
      #expect(try vault.passkeys(of: "example.org").map(\.passkey) == [one, two])
      #expect(try vault.passkeys(of: "www.example.org").isEmpty)
      #expect(try vault.all().count == 3)
      #expect(try vault.change([2]) { $0.label = "work" }?.label == "work")
      #expect(try vault.passkeys(of: "example.org").map(\.passkey.label) == ["", "work"])
      #expect(try vault.change([9]) { $0.label = "work" } == nil)
      #expect(throws: KeychainStatus.duplicateItem) { try vault.add(one) }
    }
  }

  @Test func `No program reaches them, by no name of a group and by none`() throws {
    try withVault { vault, store, keys, _ in
      try vault.add(passkey(1, keys))
      let names = [["bailey.passkeys"], ["*"], ["bailey.passkeys", "*"], ["team.app"]]
      for groups in names {
        let session = store.session(for: KeychainCaller(groups: AccessGroupList(groups)))
        for attributes: ItemAttributes in [[:], [.accessGroup: .string("bailey.passkeys")]] {
          let query = ItemQuery(.genericPassword, attributes, options: RequestOptions(returns: .data, limit: .all))
          #expect(throws: KeychainStatus.self) { _ = try session.find(query) }
          #expect(throws: KeychainStatus.self) { try session.delete(ItemQuery(.genericPassword, attributes)) }
        }
        #expect(throws: KeychainStatus.self) {
          _ = try session.add(ItemAddition(.genericPassword, [.accessGroup: .string("bailey.passkeys")]))
        }
      }
      #expect(try vault.all().count == 1)
    }
  }

  @Test func `While locked they do not open, and that there are none can be told`() throws {
    try withVault { vault, _, keys, _ in
      try vault.add(passkey(1, keys))
      keys.move(to: .locked)
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try vault.passkeys(of: "example.org") }
      #expect(try vault.passkeys(of: "example.com").isEmpty)
      #expect(throws: KeychainStatus.interactionNotAllowed) { try vault.change([1]) { $0.label = "x" } }
    }
  }

  @Test func `A deleted one is removed after thirty days, and no earlier`() throws {
    try withVault { vault, _, keys, time in
      try vault.add(passkey(1, keys))
      try vault.add(passkey(2, keys, site: "example.com"))
      try vault.change([1]) { $0.deleted = 1_000 }
      time.withLock { $0 = 1_000 + StoredPasskey.keptAfterDeletion - 1 }
      try vault.removeOld()
      #expect(try vault.all().count == 2)
      time.withLock { $0 += 1 }
      try vault.removeOld()
      #expect(try vault.all().map(\.passkey.credential) == [[2]])
    }
  }

  @Test func `The records of items have those of this device only, for it alone`() throws {
    try withVault { vault, store, keys, _ in
      try vault.add(passkey(1, keys, .thisDeviceOnly))
      let part = try store.backup(after: nil, first: 0, Self.backupKey)
      #expect(part.records.count == 1)
      // No program's groups are given to anybody by that.
      #expect(try store.groups(of: part.records, first: 0, Self.backupKey).isEmpty)
      try withTemporaryFolder { folder in
        let other = try KeychainStore(
          folder + "/keychain", keys: FakeClassKeys(seed: 9), examiner: PlainCertificates(), clock: { 0 })
        #expect(try other.restore(part.records, first: 0, Self.backupKey).foreign == 1)
        let same = try KeychainStore(folder + "/same", keys: keys, examiner: PlainCertificates(), clock: { 0 })
        #expect(try same.restore(part.records, first: 0, Self.backupKey).added == 1)
        #expect(try PasskeyVault(same, clock: { 0 }).all() == vault.all())
      }
      // A program's own backup has none of them.
      let own = try store.backup(after: nil, first: 0, Self.backupKey, groups: AccessGroupList(["*"]))
      #expect(own.records.isEmpty)
    }
  }

  @Test func `One that may leave goes by the enclave, not as an item, and is counted as neither`() throws {
    try withVault { vault, store, keys, _ in
      try vault.add(passkey(1, keys))
      let part = try store.backup(after: nil, first: 0, Self.backupKey)
      #expect(part.records.isEmpty && part.leftOut == 0)
    }
  }

  @Test func `What comes from a backup is added once, and what is there stays as it is`() throws {
    try withVault { vault, _, keys, _ in
      try vault.add(passkey(1, keys))
      try vault.change([1]) { $0.deleted = 1_000 }
      let all = try [passkey(1, keys), passkey(2, keys)]
      #expect(try vault.keep(all) == KeptPasskeys(added: 1, there: 1))
      #expect(try vault.keep(all) == KeptPasskeys(added: 0, there: 2))
      #expect(try vault.all().map(\.passkey.deleted) == [1_000, 0])
      keys.move(to: .locked)
      #expect(throws: KeychainStatus.interactionNotAllowed) { _ = try vault.keep(all) }
    }
  }
}

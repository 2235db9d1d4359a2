// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainModel
import KeychainStore
import ProtectionModel
import ProtectionModelTesting
import SQLiteDatabase
import SystemCalls
import TemporaryFolder
import Testing
import Threads

@Suite struct DamageTests {
  private let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))
  private static let count = 60

  /// A closed store of items that fill several pages; the body changes its file.
  private func withItems(_ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      do {
        let app = try KeychainStore.forTest(folder, FakeClassKeys()).session(for: caller)
        for number in 0..<Self.count {
          let data = SecretData(copying: [UInt8](repeating: 1, count: 300).span)
          _ = try app.add(ItemAddition(.genericPassword, [.account: .string("\(number)")], data: data))
        }
      }
      try body(folder)
    }
  }

  /// Runs SQL on the file of a closed store.
  private func change(_ folder: String, _ sql: String) throws {
    let database = try Database(folder + "/keychain.db") { _ in true }
    try database.write { (connection) throws(DatabaseError) in try connection.execute(sql) }
  }

  private func found(_ store: KeychainStore) throws -> Int {
    try store.session(for: caller).find(
      ItemQuery(.genericPassword, options: RequestOptions(returns: .data, limit: .all))
    ).count
  }

  @Test func `A store that is well says so`() throws {
    try withItems { folder in
      let report = try KeychainStore.forTest(folder, FakeClassKeys()).verify()
      #expect(report.isWell && report.items == Self.count && report.locked == 0)
    }
  }

  @Test func `What is locked is counted and not damaged`() throws {
    try withItems { folder in
      let report = try KeychainStore.forTest(folder, FakeClassKeys(.locked)).verify()
      #expect(report.isWell && report.items == 0 && report.locked == Self.count)
    }
  }

  @Test(arguments: [true, false])
  func `an item that went with the passcode is not reported as damaged after a new one is set`(
    _ wasSearched: Bool
  ) throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      let store = try KeychainStore.forTest(folder, keys)
      let app = store.session(for: caller)
      let accessible = AttributeValue.string(Accessibility.whenPasscodeSetThisDeviceOnly.rawValue)
      for account in ["a", "b"] {
        let attributes: ItemAttributes = [.account: .string(account), .accessible: accessible]
        _ = try app.add(ItemAddition(.genericPassword, attributes, data: SecretData(copying: [1].span)))
      }
      keys.destroyKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      keys.renewKey(of: .keychainWhenPasscodeSetThisDeviceOnly)
      if wasSearched { #expect(throws: KeychainStatus.itemNotFound) { try found(store) } }
      let report = try store.verify()
      #expect(report.isWell && report.items == 0 && store.health == .well)
      // What needs the new passcode is stored and found in place of what is gone.
      _ = try app.add(ItemAddition(.genericPassword, [.account: "a", .accessible: accessible]))
      #expect(try found(store) == 1)
      #expect(try store.verify().items == 1 && store.health == .well)
    }
  }

  @Test func `A damaged page costs the items on it`() throws {
    try withItems { folder in
      let page = try dataPage(folder)
      let file = try FileDescriptor.open(folder + "/keychain.db", O_RDWR)
      try file.write([UInt8](repeating: 0xFF, count: 4096).span, at: page)
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let left = try found(store)
      #expect(left < Self.count && left > Self.count / 2, "\(left) items left")
      #expect(store.health == .damaged(lost: UInt32(Self.count - left), hasDamage: false))
      let report = try store.verify()
      #expect(report.items == left)
      #expect(report.lost.count == Self.count - left && report.damaged.isEmpty && report.pages.isEmpty)
      #expect(report.lost.allSatisfy { $0.item.damage == .page && $0.item.reference != nil })
      // Told until somebody says that it is known, also after a restart.
      try store.forgetLost(report.lost)
      #expect(store.health == .well)
    }
  }

  @Test func `Damage that comes while the store is open is passed by and noticed`() throws {
    try withItems { folder in
      let page = try dataPage(folder)
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let file = try FileDescriptor.open(folder + "/keychain.db", O_RDWR)
      try file.write([UInt8](repeating: 0xFF, count: 4096).span, at: page)
      let seen = Locked<[StoreHealth]>([])
      store.onChange(ofHealth: { health in seen.withLock { $0.append(health) } })
      let left = try found(store)
      #expect(left < Self.count && left > Self.count / 2, "\(left) items left")
      #expect(seen.withLock { $0 } == [.well, .damaged(lost: 0, hasDamage: true)])
      let report = try store.verify()
      #expect(report.damaged.count == Self.count - left && report.damaged.allSatisfy { $0.damage == .page })
      #expect(!report.pages.isEmpty)
    }
  }

  /// Where a leaf of the passwords' table lies: found by what one of its rows holds.
  private func dataPage(_ folder: String) throws -> Int {
    let database = try Database(folder + "/keychain.db") { _ in true }
    let sealed = try database.read { (connection) throws(DatabaseError) in
      let statement = try connection.statement("SELECT attributes FROM genp WHERE id = 30")
      defer { statement.reset() }
      _ = try statement.step()
      return try statement.blob(0)
    }
    let file = try FileDescriptor.open(folder + "/keychain.db", O_RDONLY)
    let bytes = try file.read(count: 1 << 22, at: 0)
    let place = bytes.indices.first { start in
      start + 16 <= bytes.count && bytes[start] == sealed[0] && bytes[start..<start + 16].elementsEqual(sealed[0..<16])
    }
    return try #require(place) / 4096 * 4096
  }

  @Test func `A row that was changed is named and not found`() throws {
    try withItems { folder in
      try change(folder, "UPDATE genp SET data = zeroblob(length(data)) WHERE id = 7")
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let damaged = try store.verify().damaged
      #expect(damaged.map(\.row) == [7] && damaged.map(\.damage) == [.unreadable])
      #expect(damaged.first?.reference != nil)
      #expect(try found(store) == Self.count - 1)
      // Its row is gone with that, and still it is named.
      let after = try store.verify()
      #expect(after.damaged.isEmpty && after.lost.map(\.item) == damaged)
    }
  }

  @Test func `What is lost after somebody was told is not forgotten`() throws {
    try withItems { folder in
      try change(folder, "UPDATE genp SET data = zeroblob(length(data)) WHERE id IN (7, 8)")
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let seventh = ItemQuery(.genericPassword, [.account: "6"], options: RequestOptions(returns: .data))
      #expect(throws: KeychainStatus.itemNotFound) { try store.session(for: caller).find(seventh) }
      let told = try store.verify()
      #expect(told.lost.map(\.item.row) == [7] && told.damaged.map(\.row) == [8])
      #expect(try found(store) == Self.count - 2)
      try store.forgetLost(told.lost)
      #expect(store.health == .damaged(lost: 1, hasDamage: false))
      let after = try store.verify()
      #expect(after.lost.map(\.item.row) == [8])
      try store.forgetLost(after.lost)
      #expect(try store.health == .well && store.verify().isWell)
    }
  }

  @Test func `What is lost while somebody is told is counted`() throws {
    try withItems { folder in
      try change(folder, "UPDATE genp SET data = zeroblob(length(data))")
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let caller = caller
      let finder = try SystemThread(named: "finder") {
        for number in 0..<Self.count {
          let query = ItemQuery(
            .genericPassword, [.account: .string("\(number)")], options: RequestOptions(returns: .data))
          _ = try? store.session(for: caller).find(query)
        }
      }
      var told: [LostItem] = []
      for _ in 0..<20 {
        let lost = try store.verify().lost
        try store.forgetLost(lost)
        told += lost
      }
      finder.join()
      let left = try store.verify().lost
      #expect(told.count + left.count == Self.count)
      #expect(store.health == (left.isEmpty ? .well : .damaged(lost: UInt32(left.count), hasDamage: false)))
    }
  }

  @Test func `A row under a foreign name is not found by it`() throws {
    try withItems { folder in
      try change(
        folder,
        """
        DELETE FROM genp WHERE id = 8; UPDATE genp SET agrp = 'other', acct = zeroblob(16) WHERE id = 9;
        """)
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let other = store.session(for: KeychainCaller(groups: AccessGroupList(["other"])))
      #expect(throws: KeychainStatus.itemNotFound) { try other.find(ItemQuery(.genericPassword)) }
      #expect(try store.verify().damaged.map(\.damage) == [.columns])
    }
  }

  @Test func `A row moved to another place does not open`() throws {
    try withItems { folder in
      try change(
        folder,
        """
        UPDATE genp SET (wrapped, attributes, data) = (SELECT wrapped, attributes, data FROM genp WHERE id = 1)
        WHERE id = 2
        """)
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      #expect(try store.verify().damaged.map(\.row) == [2])
      #expect(try found(store) == Self.count - 1)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import KeychainModel
import KeychainStore
import ProtectionModel
import ProtectionModelTesting
import SQLiteDatabase
import SecretMemory
import SystemCalls
import TemporaryFolder
import Testing
import Threads

@Suite struct StoreTests {
  private let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))

  private func withStore(_ body: (KeychainStore, FakeClassKeys, String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys()
      try body(try KeychainStore.forTest(folder, keys), keys, folder)
    }
  }

  private func item(_ account: String, _ data: String = "secret") -> ItemAddition {
    ItemAddition(
      .genericPassword, [.account: .string(account), .service: "s"], data: SecretData(copying: Array(data.utf8).span))
  }

  private func accounts(_ store: KeychainStore) throws -> [String] {
    try store.session(for: caller).find(
      ItemQuery(.genericPassword, options: RequestOptions(returns: .attributes, limit: .all))
    ).compactMap { $0.attributes?[.account]?.string }
  }

  @Test func `Items are there after the store was closed`() throws {
    try withTemporaryFolder { folder in
      _ = try KeychainStore.forTest(folder, FakeClassKeys()).session(for: caller).add(item("a"))
      #expect(try accounts(KeychainStore.forTest(folder, FakeClassKeys())) == ["a"])
    }
  }

  @Test func `Changes that are made together are all made, or none`() throws {
    try withStore { store, keys, _ in
      let app = store.session(for: caller)
      func query(_ account: String) -> ItemQuery { ItemQuery(.genericPassword, [.account: .string(account)]) }
      let renamed = ItemChanges([.account: "c"])
      try app.change([.add(item("a")), .add(item("b")), .update(query("b"), renamed)])
      #expect(try accounts(store) == ["a", "c"])
      #expect(throws: KeychainStatus.duplicateItem) { try app.change([.delete(query("a")), .add(item("c"))]) }
      #expect(throws: KeychainStatus.itemNotFound) { try app.change([.delete(query("a")), .delete(query("x"))]) }
      #expect(throws: KeychainStatus.itemNotFound) { try app.change([.add(item("d")), .update(query("x"), renamed)]) }
      #expect(throws: KeychainStatus.param) { try app.change([.add(item("d")), .delete(ItemQuery(.identity))]) }
      keys.move(to: .locked)
      #expect(throws: KeychainStatus.interactionNotAllowed) { try app.change([.delete(query("a")), .add(item("d"))]) }
      keys.move(to: .unlocked)
      #expect(try accounts(store) == ["a", "c"])
      try app.change([.delete(query("a")), .delete(query("c"))])
      #expect(throws: KeychainStatus.itemNotFound) { try accounts(store) }
    }
  }

  /// Each commit waits for the disk once.
  @Test func `Changes that are made together are one commit`() throws {
    try withStore { store, _, folder in
      let app = store.session(for: caller)
      _ = try app.add(item("first"))
      func pages() throws -> Int { try commits(inLogOf: folder + "/keychain.db") }
      let before = try pages()
      try app.change([.add(item("a")), .add(item("b")), .delete(ItemQuery(.genericPassword, [.account: "first"]))])
      #expect(try pages() == before + 1)
    }
  }

  /// Frames of the log that end a transaction: those whose header has the size of the database, as SQLite's file format says.
  private func commits(inLogOf path: String) throws -> Int {
    let log = try FileDescriptor.open(path + "-wal", O_RDONLY).read(count: 4 << 20, at: 0)
    func number(_ place: Int) -> UInt32 { log[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    let frame = 24 + Int(number(8))
    return stride(from: 32, to: log.count - frame, by: frame).count { start in
      number(start + 8) == number(16) && number(start + 4) > 0
    }
  }

  @Test func `Two cannot have one store`() throws {
    try withStore { _, keys, folder in
      #expect(throws: KeychainStoreError.inUse) { try KeychainStore.forTest(folder, keys) }
    }
  }

  @Test func `It opens before the first unlock`() throws {
    try withTemporaryFolder { folder in
      let keys = FakeClassKeys(.beforeFirstUnlock)
      let app = try KeychainStore.forTest(folder, keys).session(for: caller)
      #expect(throws: KeychainStatus.itemNotFound) { try app.find(ItemQuery(.genericPassword)) }
      #expect(throws: KeychainStatus.interactionNotAllowed) { try app.add(item("a")) }
    }
  }

  @Test func `Neither names nor secrets are in the files`() throws {
    try withStore { store, _, folder in
      _ = try store.session(for: caller).add(item("particular-account", "particular-secret"))
      for suffix in ["", "-wal"] {
        let file = try FileDescriptor.open(folder + "/keychain.db" + suffix, O_RDONLY)
        let bytes = try file.read(count: 1 << 20, at: 0)
        for word in ["particular-account", "particular-secret"] {
          #expect(!contains(bytes, Array(word.utf8)), "\(word) in \(suffix)")
        }
      }
    }
  }

  private func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
    bytes.indices.contains { start in
      start + word.count <= bytes.count && bytes[start] == word[0]
        && bytes[start..<start + word.count].elementsEqual(word)
    }
  }

  @Test func `One find is one unwrap`() throws {
    try withStore { store, keys, _ in
      let app = store.session(for: caller)
      for account in ["a", "b", "c"] { _ = try app.add(item(account)) }
      let before = keys.unwraps
      _ = try app.find(ItemQuery(.genericPassword, [.account: "b"], options: RequestOptions(returns: .all)))
      #expect(keys.unwraps == before + 1)
    }
  }

  /// A connection costs memory, and to open one takes as long as many finds.
  @Test func `Who waits for a key holds no connection`() throws {
    try withTemporaryFolder { folder in
      let keys = AskedKeys()
      let store = try KeychainStore.forTest(folder, keys)
      let app = store.session(for: caller)
      _ = try app.add(item("a"))
      let find: @Sendable () -> Void = { _ = try? app.find(ItemQuery(.genericPassword, [.account: "a"])) }
      find()
      let before = try open(folder + "/keychain.db")
      let inside = Locked<[Int]>([])
      keys.whenAsked { [self] in
        let depth = inside.withLock { $0.count }
        inside.withLock { $0.append((try? open(folder + "/keychain.db")) ?? -1) }
        if depth < 6 { find() }
      }
      find()
      #expect(inside.withLock { $0 } == Array(repeating: before, count: 7))
    }
  }

  @Test func `Who waits for an identity holds no connection either`() throws {
    try withTemporaryFolder { folder in
      let keys = AskedKeys()
      let store = try KeychainStore.forTest(folder, keys)
      let app = store.session(for: caller)
      let key: ItemAttributes = [.isPrivate: 1, .keyClass: 1, .applicationLabel: .data([1])]
      _ = try app.add(ItemAddition(.key, key, data: .empty))
      _ = try app.add(ItemAddition(.certificate, [.publicKeyHash: .data([1])], data: .empty))
      #expect(try app.find(ItemQuery(.identity)).count == 1)
      let before = try open(folder + "/keychain.db")
      let inside = Locked<[Int]>([])
      keys.whenAsked { [self] in
        let depth = inside.withLock { $0.count }
        inside.withLock { $0.append((try? open(folder + "/keychain.db")) ?? -1) }
        if depth < 6 { _ = try? app.find(ItemQuery(.identity)) }
      }
      #expect(try app.find(ItemQuery(.identity)).count == 1)
      let counts = inside.withLock { $0 }
      #expect(counts.count >= 7 && Set(counts) == [before])
    }
  }

  @Test func `Many identities are found in their order`() throws {
    try withStore { store, _, _ in
      let app = store.session(for: caller)
      for number in 0..<UInt8(12) {
        let key: ItemAttributes = [.isPrivate: 1, .keyClass: 1, .applicationLabel: .data([number])]
        _ = try app.add(ItemAddition(.key, key, data: .empty))
        _ = try app.add(
          ItemAddition(.certificate, [.publicKeyHash: .data([number]), .serialNumber: .data([number])], data: .empty))
      }
      func serials(_ limit: MatchLimit?) throws -> [AttributeValue?] {
        try app.find(ItemQuery(.identity, options: RequestOptions(returns: .attributes, limit: limit)))
          .map { $0.attributes?[.serialNumber] }
      }
      let all = (0..<UInt8(12)).map { AttributeValue.data([$0]) }
      #expect(try serials(.all) == all)
      #expect(try serials(.count(7)) == Array(all.prefix(7)))
      #expect(try serials(nil) == Array(all.prefix(1)))
    }
  }

  /// How often this process has a file open.
  private func open(_ path: String) throws -> Int {
    let folder = try FileDescriptor.open("/proc/self/fd", O_RDONLY | O_DIRECTORY)
    var count = 0
    try folder.forEachEntry { entry in
      let target = try? folder.symbolicLinkTarget(String(decoding: entry.name, as: UTF8.self))
      if target == Array(path.utf8) { count += 1 }
      return .proceed
    }
    return count
  }

  @Test func `Many items are found in their order`() throws {
    try withStore { store, _, _ in
      let names = (0..<30).map { "account \($0)" }
      let app = store.session(for: caller)
      for name in names { _ = try app.add(item(name)) }
      #expect(try accounts(store) == names)
      let some = ItemQuery(.genericPassword, options: RequestOptions(returns: .attributes, limit: .count(20)))
      #expect(try app.find(some).compactMap { $0.attributes?[.account]?.string } == Array(names.prefix(20)))
      let first = ItemQuery(.genericPassword, options: RequestOptions(returns: .attributes))
      #expect(try app.find(first).compactMap { $0.attributes?[.account]?.string } == ["account 0"])
    }
  }

  /// The pages in the log that are there now and were not before.
  private func pagesWritten(_ folder: String, by body: () throws -> Void) throws -> Int {
    func frames() throws -> [ArraySlice<UInt8>] {
      let log = try FileDescriptor.open(folder + "/keychain.db-wal", O_RDONLY).read(count: 1 << 20, at: 0)
      return stride(from: 32, to: log.count - 4120, by: 4120).map { log[$0..<$0 + 4120] }
    }
    let before = try frames()
    try body()
    return zip(before, try frames()).count { $0 != $1 }
  }

  @Test func `Whoever changes a secret writes the page it is on`() throws {
    try withStore { store, _, folder in
      let app = store.session(for: caller)
      for account in ["a", "b"] { _ = try app.add(item(account)) }
      let changes = ItemChanges(data: SecretData(copying: Array("another".utf8).span))
      let query = ItemQuery(.genericPassword, [.account: "b"])
      #expect(try pagesWritten(folder) { try app.update(query, with: changes) } == 1)
    }
  }

  /// Columns only find rows: what they say wrongly is mended with the next change.
  @Test func `An update mends the columns that rows are found by`() throws {
    try withTemporaryFolder { folder in
      _ = try KeychainStore.forTest(folder, FakeClassKeys()).session(for: caller).add(item("a"))
      do {
        let database = try Database(folder + "/keychain.db") { _ in true }
        try database.write { (connection) throws(DatabaseError) in
          try connection.execute("UPDATE genp SET acct = zeroblob(16)")
        }
      }
      let app = try KeychainStore.forTest(folder, FakeClassKeys()).session(for: caller)
      let byAccount = ItemQuery(.genericPassword, [.account: "a"])
      #expect(throws: KeychainStatus.itemNotFound) { try app.find(byAccount) }
      let changes = ItemChanges(data: SecretData(copying: Array("new".utf8).span))
      try app.update(ItemQuery(.genericPassword, [.service: "s"]), with: changes)
      #expect(try app.find(byAccount).count == 1)
    }
  }

  @Test func `A store of a newer version is read and not written`() throws {
    try withTemporaryFolder { folder in
      _ = try KeychainStore.forTest(folder, FakeClassKeys()).session(for: caller).add(item("a"))
      do {
        let database = try Database(folder + "/keychain.db") { _ in true }
        try database.write { (connection) throws(DatabaseError) in try connection.execute("PRAGMA user_version=2") }
      }
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      #expect(store.newerFormat == 2)
      #expect(try accounts(store) == ["a"])
      let app = store.session(for: caller)
      #expect(throws: KeychainStatus.readOnly) { try app.add(item("b")) }
      #expect(throws: KeychainStatus.readOnly) { try app.delete(ItemQuery(.genericPassword)) }
      #expect(throws: KeychainStatus.readOnly) { try app.update(ItemQuery(.genericPassword), with: ItemChanges()) }
    }
  }

  @Test func `Of many who add the same exactly one wins`() throws {
    try withStore { store, _, _ in
      let wins = Locked(0), duplicates = Locked(0)
      let threads = try (0..<32).map { number in
        try SystemThread(named: "adder-\(number)") {
          do {
            _ = try store.session(for: caller).add(item("same", "\(number)"))
            wins.withLock { $0 += 1 }
          } catch KeychainStatus.duplicateItem { duplicates.withLock { $0 += 1 } } catch {}
        }
      }
      for thread in threads { thread.join() }
      #expect(wins.withLock { $0 } == 1)
      #expect(duplicates.withLock { $0 } == 31)
      #expect(try accounts(store) == ["same"])
    }
  }

  @Test func `No update is lost and nobody waits for ever`() throws {
    try withStore { store, _, _ in
      let app = store.session(for: caller)
      for number in 0..<8 { _ = try app.add(item("\(number)", "0")) }
      let failures = Locked(0)
      let threads = try (0..<8).map { number in
        try SystemThread(named: "updater-\(number)") {
          do {
            for round in 1...20 {
              let changes = ItemChanges(data: SecretData(copying: Array("\(round)".utf8).span))
              try app.update(ItemQuery(.genericPassword, [.account: .string("\(number)")]), with: changes)
              _ = try app.find(ItemQuery(.genericPassword, options: RequestOptions(returns: .data, limit: .all)))
            }
          } catch { failures.withLock { $0 += 1 } }
        }
      }
      for thread in threads { thread.join() }
      #expect(failures.withLock { $0 } == 0)
      let all = try app.find(ItemQuery(.genericPassword, options: RequestOptions(returns: .data, limit: .all)))
      let texts = all.map { result in
        result.data?.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
      }
      #expect(texts == Array(repeating: "20", count: 8))
    }
  }
}

/// Keys that do something while they are waited for.
private final class AskedKeys: ClassKeyService {
  private let keys = FakeClassKeys()
  private let action = Locked<@Sendable () -> Void>({})

  func whenAsked(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

  func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey { try keys.makeKey(keyClass) }

  func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes {
    action.withLock { $0 }()
    return try keys.unwrap(wrapped)
  }

  func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try keys.rewrap(wrapped, to: keyClass)
  }

  func isAvailable(_ keyClass: KeyClass) -> Bool { keys.isAvailable(keyClass) }
}

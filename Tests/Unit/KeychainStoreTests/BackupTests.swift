// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import ItemSealing
import KeychainBackup
import KeychainModel
import KeychainStore
import ProtectionModel
import ProtectionModelTesting
import RepositoryFolder
import SecretMemory
import SystemCalls
import TemporaryFolder
import Testing
import WireFormat

@Suite struct BackupTests {
  static let app = KeychainCaller(groups: AccessGroupList(["team.app", "team.shared"]))
  static let key = BackupKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32).span))

  func item(
    _ account: String, _ data: String = "secret", _ accessible: String = "ak", _ more: ItemAttributes = [:]
  ) -> ItemAddition {
    let attributes: ItemAttributes = [.account: .string(account), .accessible: .string(accessible)]
    return ItemAddition(
      .genericPassword, attributes.merging(more) { $1 }, data: SecretData(copying: Array(data.utf8).span))
  }

  func backup(_ store: KeychainStore) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    var place: BackupPosition?
    repeat {
      let part = try store.backup(after: place, first: UInt64(records.count), Self.key)
      records += part.records
      place = part.next
    } while place != nil
    return records
  }

  /// Account, data, reference, group and modification date of each password.
  func contents(_ store: KeychainStore) throws -> [String: [String]] {
    var options = RequestOptions(returns: .all, limit: .all)
    options.returns = [.attributes, .data, .persistentReference]
    let found = try store.session(for: Self.app).find(
      ItemQuery(.genericPassword, [.synchronizable: SynchronizableFilter.anyValue], options: options))
    return Dictionary(
      uniqueKeysWithValues: found.map { item in
        let data = item.data?.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        let attributes = item.attributes ?? [:]
        return (
          attributes[.account]?.string ?? "",
          [
            data ?? "none", "\(item.persistentReference?.bytes ?? [])", attributes[.accessGroup]?.string ?? "",
            "\(attributes[.modificationDate]?.date ?? 0)", attributes[.accessible]?.string ?? "",
          ]
        )
      })
  }

  func withStores(
    _ other: FakeClassKeys? = nil, _ body: (KeychainStore, KeychainStore, FakeClassKeys) throws -> Void
  ) throws {
    try withTemporaryFolder { first in
      try withTemporaryFolder { second in
        let keys = FakeClassKeys()
        try body(
          KeychainStore.forTest(first, keys), KeychainStore.forTest(second, other ?? keys), keys)
      }
    }
  }

  @Test func `Everything comes back as it was`() throws {
    try withStores { one, two, _ in
      let app = one.session(for: Self.app)
      for number in 0..<300 {
        let more: ItemAttributes = number % 3 == 0 ? [.accessGroup: "team.shared"] : [.synchronizable: true]
        _ = try app.add(
          item("\(number)", String(repeating: "x", count: number * 40), number % 2 == 0 ? "ak" : "dku", more))
      }
      _ = try app.add(item("none", ""))
      for itemClass in [ItemClass.internetPassword, .certificate, .key] { _ = try app.add(ItemAddition(itemClass)) }
      let records = try backup(one)
      #expect(records.count == 304)
      let counts = try two.restore(records, first: 0, Self.key)
      #expect(counts.added == 304 && counts.foreign == 0)
      #expect(try contents(two) == contents(one))
      #expect(try two.verify().isWell)
      // Again: nothing left to do.
      let again = try two.restore(records, first: 0, Self.key)
      #expect(again.kept == 304 && again.added == 0 && again.replaced == 0)
      #expect(try contents(two) == contents(one))
    }
  }

  @Test func `Items of the device stay there`() throws {
    try withTemporaryFolder { first in
      try withTemporaryFolder { second in
        let one = try KeychainStore.forTest(first, FakeClassKeys())
        let app = one.session(for: Self.app)
        for accessible in ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"] {
          _ = try app.add(item(accessible, accessible, accessible))
        }
        _ = try app.add(item("deleted", "x", "ak", [.synchronizable: true]))
        try app.delete(ItemQuery(.genericPassword, [.account: "deleted", .synchronizable: true]))
        _ = try app.add(
          ItemAddition(.key, [.tokenID: "com.apple.setoken", .applicationLabel: .data([1])], data: .empty))
        let part = try one.backup(after: nil, first: 0, Self.key)
        #expect(part.records.count == 6 && part.leftOut == 3 && part.total == 9 && part.next == nil)
        // Another device has other class keys: what is wrapped with the first one's does not open.
        let elsewhere = try KeychainStore(
          second + "/keychain.db", keys: OtherKeys(), examiner: NoCertificates(), clock: { 0 })
        let counts = try elsewhere.restore(part.records, first: 0, Self.key)
        #expect(counts.added == 3 && counts.foreign == 3)
        #expect(try Set(contents(elsewhere).keys) == ["ak", "ck", "dk"])
      }
    }
  }

  @Test func `The newer of two stays`() throws {
    try withStores { one, two, _ in
      _ = try one.session(for: Self.app).add(item("a", "old"))
      _ = try one.session(for: Self.app).add(item("b", "old"))
      let records = try backup(one)
      _ = try two.restore(records, first: 0, Self.key)
      let query = ItemQuery(.genericPassword, [.account: "a"])
      for _ in 0..<5 {
        try two.session(for: Self.app).update(
          query, with: ItemChanges([.account: "a"], data: SecretData(copying: Array("new".utf8).span)))
      }
      #expect(try two.restore(records, first: 0, Self.key).kept == 2)
      #expect(try contents(two)["a"]?.first == "new")
      // The other way round: the backup's is newer.
      try one.session(for: Self.app).update(
        ItemQuery(.genericPassword, [.account: "b"]),
        with: ItemChanges([.account: "c"], data: SecretData(copying: Array("newer".utf8).span)))
      for _ in 0..<20 {
        try one.session(for: Self.app).update(ItemQuery(.genericPassword, [.account: "c"]), with: ItemChanges())
      }
      let counts = try two.restore(backup(one), first: 0, Self.key)
      #expect(counts.replaced == 1 && counts.kept == 1)
      #expect(try contents(two).keys.sorted() == ["a", "c"])
      #expect(try contents(two)["c"]?.first == "newer")
      #expect(try two.verify().isWell)
    }
  }

  private func rename(_ store: KeychainStore, _ account: String, to new: String) throws {
    try store.session(for: Self.app).update(
      ItemQuery(.genericPassword, [.account: .string(account)]), with: ItemChanges([.account: .string(new)]))
  }

  private func reference(_ store: KeychainStore, _ account: String) throws -> String? {
    try contents(store)[account]?[1]
  }

  @Test func `A programs backup does not replace what is anothers`() throws {
    try withStores { one, two, _ in
      _ = try one.session(for: Self.app).add(item("a", "mine"))
      _ = try two.restore(backup(one), first: 0, Self.key)
      // The same reference, in a group of the program that restores.
      for _ in 0..<20 { try rename(one, "a", to: "a") }
      try one.session(for: Self.app).update(
        ItemQuery(.genericPassword, [.account: "a"]), with: ItemChanges([.accessGroup: "team.shared"]))
      let groups = AccessGroupList(["team.shared"])
      let counts = try two.restore(backup(one), first: 0, Self.key, groups: groups)
      #expect(counts.foreign == 1 && counts.replaced == 0 && counts.added == 0)
      #expect(try contents(two)["a"]?.first == "mine")
      #expect(try two.restore(backup(one), first: 0, Self.key).replaced == 1)
    }
  }

  @Test func `An item takes the name that an older one has now`() throws {
    try withStores { one, two, _ in
      _ = try one.session(for: Self.app).add(item("a", "backed up"))
      _ = try one.session(for: Self.app).add(item("other"))
      let mine = try reference(one, "a")
      _ = try two.restore(backup(one), first: 0, Self.key)
      _ = try two.session(for: Self.app).add(item("b", "older"))
      for _ in 0..<20 { try rename(one, "a", to: "a") }
      try rename(one, "a", to: "b")
      let counts = try two.restore(backup(one), first: 0, Self.key)
      #expect(counts.replaced == 1 && counts.kept == 1 && counts.added == 0)
      #expect(try contents(two) == contents(one))
      #expect(try reference(two, "b") == mine)
      #expect(try two.restore(backup(one), first: 0, Self.key).kept == 2)
      #expect(try two.verify().isWell)
    }
  }

  @Test func `An item does not take the name that a newer one has now`() throws {
    try withStores { one, two, _ in
      _ = try one.session(for: Self.app).add(item("a", "backed up"))
      _ = try two.restore(backup(one), first: 0, Self.key)
      try rename(one, "a", to: "b")
      _ = try one.session(for: Self.app).add(item("last"))
      _ = try two.session(for: Self.app).add(item("b", "newer"))
      for _ in 0..<20 { try rename(two, "b", to: "b") }
      let counts = try two.restore(backup(one), first: 0, Self.key)
      #expect(counts.kept == 1 && counts.added == 1 && counts.replaced == 0)
      #expect(try contents(two).mapValues(\.first) == ["a": "backed up", "b": "newer", "last": "secret"])
      #expect(try two.verify().isWell)
    }
  }

  @Test func `Two items that have changed places come back`() throws {
    try withStores { one, two, _ in
      for account in ["a", "b"] { _ = try one.session(for: Self.app).add(item(account, account)) }
      _ = try two.restore(backup(one), first: 0, Self.key)
      try rename(one, "a", to: "c")
      try rename(one, "b", to: "a")
      try rename(one, "c", to: "b")
      _ = try two.restore(backup(one), first: 0, Self.key)
      #expect(try contents(two) == contents(one))
      #expect(try two.verify().isWell)
    }
  }

  @Test func `An item that was deleted or is there anew comes back with its reference`() throws {
    try withStores { one, two, _ in
      _ = try one.session(for: Self.app).add(item("a", "new", "ak", [.synchronizable: true]))
      _ = try one.session(for: Self.app).add(item("b", "new"))
      _ = try two.restore(backup(one), first: 0, Self.key)
      try two.session(for: Self.app).delete(
        ItemQuery(.genericPassword, [.synchronizable: SynchronizableFilter.anyValue]))
      _ = try two.session(for: Self.app).add(item("b", "old"))
      for account in ["a", "b"] {
        let query = ItemQuery(
          .genericPassword, [.account: .string(account), .synchronizable: SynchronizableFilter.anyValue])
        for _ in 0..<20 { try one.session(for: Self.app).update(query, with: ItemChanges()) }
        try one.session(for: Self.app).update(query, with: ItemChanges([.account: .string(account + "2")]))
        try one.session(for: Self.app).update(
          ItemQuery(
            .genericPassword, [.account: .string(account + "2"), .synchronizable: SynchronizableFilter.anyValue]),
          with: ItemChanges([.account: .string(account)]))
      }
      _ = try two.restore(backup(one), first: 0, Self.key)
      #expect(try contents(two) == contents(one))
    }
  }

  @Test func `While locked there is no backup and no restore`() throws {
    try withStores { one, two, keys in
      _ = try one.session(for: Self.app).add(item("a"))
      let records = try backup(one)
      keys.move(to: .locked)
      #expect(throws: KeychainStatus.interactionNotAllowed) { try backup(one) }
      #expect(throws: KeychainStatus.interactionNotAllowed) { try two.restore(records, first: 0, Self.key) }
      keys.move(to: .unlocked)
      #expect(throws: KeychainStatus.itemNotFound) { try contents(two) }
    }
  }

  /// One record that is not genuine, or not in its place, and nothing is changed.
  @Test func `What is not genuine changes nothing`() throws {
    try withStores { one, two, _ in
      for number in 0..<5 { _ = try one.session(for: Self.app).add(item("\(number)")) }
      let records = try backup(one)
      func refused(_ changed: [[UInt8]], first: UInt64 = 0, _ key: BackupKey = Self.key) throws {
        #expect(throws: KeychainStatus.decode) { try two.restore(changed, first: first, key) }
        #expect(throws: KeychainStatus.itemNotFound) { try contents(two) }
      }
      for place in [0, 20, records[4].count - 1] {
        var changed = records
        changed[4][place] ^= 1
        try refused(changed)
      }
      try refused(Array(records.reversed()))
      try refused(records, first: 1)
      try refused(Array(records.dropFirst()))
      try refused(records, BackupKey(SecretBytes(copying: [UInt8](repeating: 8, count: 32).span)))
      try refused([[]])
    }
  }

  /// MouseCA in a country, as the DER of a name.
  private static func issuer(country: [UInt8]) -> [UInt8] {
    func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
    return tagged(0x30, tagged(0x31, tagged(0x30, tagged(0x06, [0x55, 0x04, 6]) + tagged(0x13, country))))
  }

  @Test func `An issuer of an old backup is kept as issuers are`() throws {
    try withStores { one, two, _ in
      let whole = Self.issuer(country: Array(" gb".utf8))
      _ = try one.session(for: Self.app).add(ItemAddition(.certificate, [.accessible: "ak", .issuer: .data(whole)]))
      let row = try #require(try backup(one).first)
      let name: ItemName
      var contents: ItemContents
      do {
        let plain = try Self.key.open(row.span, number: 0)
        let item = try plain.withBytes { bytes in try BackupItem.decode(bytes) }
        guard case .portable(let itsName, let itsContents) = item else { throw KeychainStatus.decode }
        (name, contents) = (itsName, itsContents)
      }
      contents.attributes[.issuer] = .data(whole)
      let old = try BackupItem.encodePortable(name, contents).withBytes { bytes in
        try Self.key.seal(bytes, number: 0)
      }
      #expect(try two.restore([old], first: 0, Self.key).added == 1)
      let found = try two.session(for: Self.app).find(
        ItemQuery(.certificate, [.issuer: .data(whole)], options: RequestOptions(returns: .attributes)))
      let kept = Array(Self.issuer(country: Array("GB".utf8)).dropFirst(2))
      #expect(found.first?.attributes?[.issuer] == .data(kept))
    }
  }

  // MARK: - The file

  private static let fixture = RepositoryFolder.tests.appending(path: "Formats/keychain-backup-v1")
  private static let passphrase = "open sesame"

  /// `BAILEY_WRITE_FIXTURES=1` makes one that is not there; one that is there is never written again.
  @Test func `The fixture of format1 opens`() throws {
    if ProcessInfo.processInfo.environment["BAILEY_WRITE_FIXTURES"] == "1" { try writeIfMissing() }
    let bytes = [UInt8](try Data(contentsOf: Self.fixture))
    let beginning = Array(bytes[..<BackupHead.size])
    let parsed = BackupHead(beginning.span)
    let head = try #require(parsed)
    #expect(head.bytes == beginning)
    let wrong = try head.key(SecretBytes(copying: Array("open simsim".utf8).span))
    #expect(wrong == nil)
    let right = try head.key(SecretBytes(copying: Array(Self.passphrase.utf8).span))
    let key = try #require(right)
    var frames = BackupFrames()
    frames.add(Array(bytes[BackupHead.size...]))
    var records: [[UInt8]] = []
    while case .record(let record) = frames.next() { records.append(record) }
    #expect(frames.isEmpty && records.count == 3)
    let end = records.removeLast()
    let last = try key.open(end.span, number: 2)
    let judgement = last.withBytes { BackupFormat.judge($0, number: 2) }
    #expect(judgement == .end)
    try withTemporaryFolder { folder in
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let counts = try store.restore(records, first: 0, key)
      #expect(counts.added == 2)
      #expect(try contents(store)["me"]?.first == "hunter2")
      #expect(try contents(store)["here"]?.first == "only")
    }
  }

  @Test func `A damaged head is none`() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.fixture))[..<BackupHead.size]
    for index in bytes.indices {
      var changed = Array(bytes)
      changed[index] ^= 1
      let head = BackupHead(changed.span)
      #expect(head == nil)
    }
  }

  private func writeIfMissing() throws {
    guard !FileManager.default.fileExists(atPath: Self.fixture.path) else { return }
    try withTemporaryFolder { folder in
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      _ = try store.session(for: Self.app).add(item("me", "hunter2"))
      _ = try store.session(for: Self.app).add(item("here", "only", "aku"))
      let made = try BackupHead.make(SecretBytes(copying: Array(Self.passphrase.utf8).span), .smallest)
      let part = try store.backup(after: nil, first: 0, made.key)
      let end = try made.key.seal(BackupFormat.end(after: 2).span, number: 2)
      let bytes = made.head.bytes + (part.records + [end]).flatMap { BackupFrames.frame($0) }
      try Data(bytes).write(to: Self.fixture)
    }
  }
}

/// The class keys of another device.
private struct OtherKeys: ClassKeyService {
  private let keys = FakeClassKeys()
  private static let mask: UInt8 = 0x5A

  private func changed(_ wrapped: WrappedKey) throws(ClassKeyError) -> WrappedKey {
    guard let other = WrappedKey(keyClass: wrapped.keyClass, bytes: wrapped.bytes.map { $0 ^ Self.mask }) else {
      throw .damaged
    }
    return other
  }

  func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    let made = try keys.makeKey(keyClass)
    return NewKey(key: made.key.withBytes { SecretBytes(copying: $0) }, wrapped: try changed(made.wrapped))
  }

  func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes { try keys.unwrap(try changed(wrapped)) }

  func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try changed(try keys.rewrap(try changed(wrapped), to: keyClass))
  }

  func isAvailable(_ keyClass: KeyClass) -> Bool { keys.isAvailable(keyClass) }
}

private struct NoCertificates: CertificateExaminer {
  func accepts(_ certificate: Span<UInt8>, _ filters: MatchFilters, _ named: CertificateLookup) -> Bool { false }
}

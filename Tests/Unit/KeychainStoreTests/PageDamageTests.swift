// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import KeychainModel
import KeychainStore
import ProtectionModelTesting
import SQLiteDatabase
import SystemCalls
import TemporaryFolder
import Testing

/// Every page of a real store is damaged, one at a time, in several ways: what is not on it stays, and what is lost is
/// named.
@Suite struct PageDamageTests {
  private static let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))
  private static let count = 60
  private static let pageSize = 4096

  enum Damage: CaseIterable {
    case zeros, noise, firstByte, middle

    func apply(to page: inout [UInt8]) {
      switch self {
      case .zeros: page = [UInt8](repeating: 0, count: page.count)
      case .noise: for index in page.indices { page[index] = UInt8(truncatingIfNeeded: index &* 167 &+ index >> 3) }
      // Of the tree's page: the first one has the file's head before it.
      case .firstByte: page[page.starts(with: Array("SQLite".utf8)) ? 100 : 0] ^= 0x07
      case .middle: for index in 2000..<2100 { page[index] ^= 0x55 }
      }
    }
  }

  /// Items with secrets of several sizes, some of more than a page; among them one of each class.
  private static func fill(_ folder: String) throws {
    let app = try KeychainStore.forTest(folder, FakeClassKeys()).session(for: caller)
    for number in 0..<count {
      let data = SecretData(copying: [UInt8](repeating: UInt8(number), count: number % 10 == 0 ? 9000 : 200).span)
      _ = try app.add(ItemAddition(.genericPassword, [.account: .string("\(number)"), .service: "s"], data: data))
    }
    for itemClass in [ItemClass.internetPassword, .certificate, .key] { _ = try app.add(ItemAddition(itemClass)) }
  }

  @Test(arguments: Damage.allCases) func `A damaged page costs what is on it`(_ damage: Damage) throws {
    try withTemporaryFolder { folder in
      try Self.fill(folder)
      let whole = try Data(contentsOf: URL(filePath: folder + "/keychain.db"))
      let pages = whole.count / Self.pageSize
      #expect(pages > 40)
      for page in 0..<pages {
        var bytes = [UInt8](whole[page * Self.pageSize..<(page + 1) * Self.pageSize])
        let before = bytes
        damage.apply(to: &bytes)
        guard bytes != before else { continue }
        let case_ = folder + "/\(page)"
        try FileManager.default.createDirectory(atPath: case_, withIntermediateDirectories: false)
        var file = whole
        file.replaceSubrange(page * Self.pageSize..<(page + 1) * Self.pageSize, with: bytes)
        try file.write(to: URL(filePath: case_ + "/keychain.db"))
        try FileManager.default.copyItem(atPath: folder + "/keychain.db-lookup", toPath: case_ + "/keychain.db-lookup")
        try check(case_, "page \(page + 1), \(damage)")
        try FileManager.default.removeItem(atPath: case_)
      }
    }
  }

  /// Each single byte of the file's head, and of the head of its first tree.
  @Test func `A damaged head costs nothing`() throws {
    try withTemporaryFolder { folder in
      try Self.fill(folder)
      let whole = try Data(contentsOf: URL(filePath: folder + "/keychain.db"))
      for place in 0..<112 {
        let case_ = folder + "/\(place)"
        try FileManager.default.createDirectory(atPath: case_, withIntermediateDirectories: false)
        var file = whole
        file[place] ^= 0x5A
        try file.write(to: URL(filePath: case_ + "/keychain.db"))
        try FileManager.default.copyItem(atPath: folder + "/keychain.db-lookup", toPath: case_ + "/keychain.db-lookup")
        let left = try check(case_, "byte \(place)")
        #expect(left == Self.count, "byte \(place)")
        try FileManager.default.removeItem(atPath: case_)
      }
    }
  }

  /// Whatever is left is found by its name, can be read whole and written; what is not left is told of.
  @discardableResult
  private func check(_ folder: String, _ what: String) throws -> Int {
    let store = try KeychainStore.forTest(folder, FakeClassKeys())
    let app = store.session(for: Self.caller)
    var left = 0
    for number in 0..<Self.count {
      let query = ItemQuery(
        .genericPassword, [.account: .string("\(number)"), .service: "s"], options: RequestOptions(returns: .data))
      guard let found = try? app.find(query).first else { continue }
      let data = try #require(found.data)
      let isRight = data.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == UInt8(number) } }
      #expect(isRight && data.count == (number % 10 == 0 ? 9000 : 200), "\(what): item \(number)")
      left += 1
    }
    let others = [ItemClass.internetPassword, .certificate, .key].count { (try? app.find(ItemQuery($0))) != nil }
    #expect(left >= Self.count - 16 && others >= 2, "\(what): \(left) and \(others) left")
    let report = try store.verify()
    #expect(report.items == left + others && report.pages.isEmpty, "\(what)")
    let named = report.lost.count + report.damaged.count
    #expect(named == Self.count + 3 - left - others, "\(what): \(named) named")
    if store.newerFormat == nil { _ = try app.add(ItemAddition(.genericPassword, [.account: "new"])) }
    return left
  }

  /// What was in the log when the power went counts as well.
  @Test func `A damaged head does not cost the log`() throws {
    try withTemporaryFolder { folder in
      let copy = folder + "/copy"
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
      try Self.fill(folder)
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      _ = try store.session(for: Self.caller).add(ItemAddition(.genericPassword, [.account: "in the log"]))
      for name in ["keychain.db", "keychain.db-wal", "keychain.db-lookup"] {
        try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
      }
      let file = try FileDescriptor.open(copy + "/keychain.db", O_RDWR)
      try file.write([UInt8](repeating: 0xFF, count: Self.pageSize).span, at: 0)
      let mended = try KeychainStore.forTest(copy, FakeClassKeys())
      #expect(try mended.verify().items == Self.count + 4)
      let query = ItemQuery(.genericPassword, [.account: "in the log"])
      #expect(try mended.session(for: Self.caller).find(query).count == 1)
      // The damaged one is kept.
      let kept = try FileManager.default.contentsOfDirectory(atPath: copy).filter { $0.contains("damaged") }
      #expect(kept.sorted() == ["keychain.db-damaged-1", "keychain.db-damaged-1-wal"])
      // Without the room that the log was given for what may come.
      let log = try FileDescriptor.open(copy + "/keychain.db-damaged-1-wal", O_RDONLY).status()
      #expect(log.st_size == 4 << 20 && log.st_blocks * 512 <= 512 << 10)
    }
  }

  private func mode(_ path: String) throws -> UInt32 {
    try FileDescriptor.open(path, O_RDONLY).status().st_mode & 0o777
  }

  @Test func `a repaired store is for its owner only, and no copy is kept if everything was recovered`() throws {
    try withTemporaryFolder { folder in
      try Self.fill(folder)
      // An index has no content of its own.
      var root: Int64 = 0
      do {
        let database = try Database(folder + "/keychain.db") { _ in true }
        root = try database.read { (connection) throws(DatabaseError) in
          let statement = try connection.statement("SELECT rootpage FROM sqlite_schema WHERE name = 'genp_svce'")
          defer { statement.reset() }
          return try statement.step() ? try statement.integer(0) : 0
        }
      }
      try #require(root > 1)
      let file = try FileDescriptor.open(folder + "/keychain.db", O_RDWR)
      try file.write([UInt8](repeating: 0xFF, count: Self.pageSize).span, at: Int(root - 1) * Self.pageSize)
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      #expect(store.health == .well && store.damagedCopy == nil)
      #expect(try store.verify().items == Self.count + 3)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("damaged") }
      #expect(left.isEmpty)
      #expect(try mode(folder + "/keychain.db") == 0o600 && mode(folder + "/keychain.db-wal") == 0o600)
    }
  }

  @Test func `a copy that may have more than the repaired store is kept for its owner only, and named`() throws {
    try withTemporaryFolder { folder in
      try Self.fill(folder)
      let file = try FileDescriptor.open(folder + "/keychain.db", O_RDWR)
      try file.write([UInt8](repeating: 0xFF, count: Self.pageSize).span, at: 0)
      let store = try KeychainStore.forTest(folder, FakeClassKeys())
      let copy = try #require(store.damagedCopy)
      #expect(copy == folder + "/keychain.db-damaged-1")
      #expect(try mode(copy) == 0o600 && mode(folder + "/keychain.db") == 0o600)
    }
  }

  @Test func `A lost key of digests is there twice`() throws {
    try withTemporaryFolder { folder in
      try Self.fill(folder)
      func change(_ sql: String) throws {
        let database = try Database(folder + "/keychain.db") { _ in true }
        try database.write { (connection) throws(DatabaseError) in try connection.execute(sql) }
      }
      for sql in ["DELETE FROM meta", "UPDATE meta SET value = zeroblob(40)"] {
        try change(sql)
        try check(folder, sql)
        try KeychainStore.forTest(folder, FakeClassKeys()).session(for: Self.caller).delete(
          ItemQuery(.genericPassword, [.account: "new"]))
      }
      try FileManager.default.removeItem(atPath: folder + "/keychain.db-lookup")
      try check(folder, "no file")
      #expect(FileManager.default.fileExists(atPath: folder + "/keychain.db-lookup"))
    }
  }

  /// A repair that cannot be done changes nothing, and what can be read is read.
  @Test func `Without room for a repair the rest is read`() throws {
    try withTemporaryFolder { folder in
      try Self.fill(folder)
      let page = 40 * Self.pageSize
      let file = try FileDescriptor.open(folder + "/keychain.db", O_RDWR)
      try file.write([UInt8](repeating: 0xFF, count: Self.pageSize).span, at: page)
      let before = try Data(contentsOf: URL(filePath: folder + "/keychain.db"))
      try FaultPlan.$current.withValue(FaultPlan { $0.call == .rename ? ENOSPC : nil }) {
        let store = try KeychainStore.forTest(folder, FakeClassKeys())
        #expect(store.health == .damaged(lost: 0, hasDamage: true))
        let report = try store.verify()
        #expect(report.items > Self.count - 16 && !report.pages.isEmpty)
      }
      #expect(try Data(contentsOf: URL(filePath: folder + "/keychain.db")) == before)
      try check(folder, "the next start")
    }
  }
}

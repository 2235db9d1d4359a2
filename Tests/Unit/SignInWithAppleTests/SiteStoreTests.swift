// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SQLiteDatabase
import SystemCalls
import TemporaryFolder
import Testing
import Threads

@testable import SignInWithApple

/// What every store of a site holds to, whatever keeps the records.
@Suite struct SiteStoreTests {
  enum Kind: CaseIterable { case memory, file }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ kind: Kind, most: Int = 100, at now: Int = 100) throws -> any SiteStore {
    switch kind {
    case .memory: MemorySiteStore(most: most) { now }
    case .file: try FileSiteStore(folder.path + "/site.db", most: most) { now }
    }
  }

  @Test(arguments: Kind.allCases) func `What is kept is found until it ends, by its kind and its key`(kind: Kind) throws
  {
    let store = try store(kind)
    try store.keep("a", .user, "k", until: nil)
    try store.keep("ä\u{0}'\"", .callback, "k", until: 200)
    #expect(try store.value(.user, "k", at: 1_000_000) == "a" && store.value(.event, "k", at: 1) == nil)
    #expect(try store.value(.callback, "k", at: 199) == "ä\u{0}'\"" && store.value(.callback, "k", at: 200) == nil)
    try store.keep("b", .user, "k", until: 300)
    #expect(try store.value(.user, "k", at: 299) == "b" && store.value(.user, "k", at: 300) == nil)
  }

  @Test(arguments: Kind.allCases) func `What is taken is gone, and of many one has it`(kind: Kind) throws {
    let store = try store(kind)
    try store.keep("a", .callback, "k", until: 200)
    let taken = Locked(0)
    try parallel(8) {
      if try store.take(.callback, "k", at: 100) == "a" { taken.withLock { $0 += 1 } }
    }
    #expect(taken.withLock { $0 } == 1)
    #expect(try store.value(.callback, "k", at: 100) == nil)
    try store.keep("a", .callback, "k", until: 200)
    #expect(try store.take(.callback, "k", at: 200) == nil)
  }

  @Test(arguments: Kind.allCases) func `What is noted is new once, and of many to one`(kind: Kind) throws {
    let store = try store(kind)
    let new = Locked(0)
    try parallel(8) {
      if try store.note("a", .event, "k", until: nil) == .new { new.withLock { $0 += 1 } }
    }
    #expect(new.withLock { $0 } == 1)
    #expect(try store.note("b", .event, "k", until: 200) == .knownBefore && store.value(.event, "k", at: 1) == "a")
  }

  @Test(arguments: Kind.allCases) func `The values of a kind are those that have not ended`(kind: Kind) throws {
    let store = try store(kind)
    try store.keep("a", .event, "1", until: nil)
    try store.keep("b", .event, "2", until: 200)
    try store.keep("c", .user, "3", until: nil)
    #expect(try Set(store.values(.event, at: 199)) == ["a", "b"] && store.values(.event, at: 200) == ["a"])
  }

  @Test(arguments: Kind.allCases) func `A store that is full refuses what is new, and takes it when others have ended`(
    kind: Kind
  ) throws {
    let store = try store(kind, most: 2)
    try store.keep("a", .event, "1", until: 150)
    try store.keep("b", .event, "2", until: nil)
    #expect(throws: SiteStoreError("full")) { try store.keep("c", .event, "3", until: nil) }
    #expect(throws: SiteStoreError("full")) { try store.note("c", .event, "3", until: nil) }
    // What has a place keeps it.
    try store.keep("d", .event, "2", until: nil)
    try store.keep("a", .event, "1", until: 100)
    #expect(try store.note("c", .event, "3", until: nil) == .new)
    #expect(try store.value(.event, "2", at: 100) == "d")
  }

  @Test func `A file is its user's alone, is refused to a second process, and is not taken for one that it is not`()
    throws
  {
    let path = folder.path + "/site.db"
    do {
      let store = try FileSiteStore(path)
      try store.keep("a", .user, "k", until: nil)
      #expect(try FileDescriptor.open(path, 0).status().st_mode & 0o777 == 0o600)
    }
    #expect(try FileSiteStore(path).value(.user, "k", at: 1) == "a")
    do { try DatabaseConnection(path, .readWrite).execute("PRAGMA user_version=2") }
    #expect(throws: SiteStoreError.self) { try FileSiteStore(path) }
    #expect(throws: SiteStoreError.self) { try FileSiteStore(folder.path + "/none/site.db") }
  }

  private func parallel(_ count: Int, _ body: @escaping @Sendable () throws -> Void) throws {
    let failures = Locked<[String]>([])
    let threads = try (0..<count).map { number in
      try SystemThread(named: "store \(number)") {
        do { try body() } catch { failures.withLock { $0.append("\(error)") } }
      }
    }
    for thread in threads { thread.join() }
    #expect(failures.withLock { $0 } == [])
  }
}

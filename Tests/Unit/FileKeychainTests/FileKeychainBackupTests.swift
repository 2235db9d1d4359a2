// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import Glibc
import KeychainBackup
import KeychainContract
import KeychainModel
import ProtectionModelTesting
import SecretMemory
import TemporaryFolder
import Testing

@testable import FileKeychain
import Threads
import SystemCalls

/// Backups of file-based keychains, on the device they are of and on another one.
@Suite struct FileKeychainBackupTests {
  private static let key = BackupKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32).span))
  private static let settings = KeychainSettings(locksOnSleep: false, timeout: 3600)
  private let build: KeychainName
  private let restored = RestoredKeychains()
  private let caller = KeychainCaller(groups: AccessGroupList(["team.app"]))

  init() throws { build = try #require(KeychainName("/tmp/ci/build.keychain")) }

  private func secret(_ text: String) -> SecretData {
    let bytes = Array(text.utf8)
    return SecretData(copying: bytes.span)
  }

  private func add(_ account: String, _ keychains: FileKeychains, _ name: KeychainName) throws {
    _ = try keychains.session(.named(name), for: caller, passwords: ToldPerson([])).add(
      ItemAddition(.genericPassword, [.account: .string(account)], data: secret("of " + account)))
  }

  private func accounts(_ keychains: FileKeychains, _ name: KeychainName) throws -> [String?] {
    let query = ItemQuery(.genericPassword, options: RequestOptions(returns: [.attributes, .data], limit: .all))
    return try keychains.session(.named(name), for: caller, passwords: ToldPerson([])).find(query)
      .map { $0.attributes?[.account]?.string }
  }

  /// With one keychain of three items, and a device that has none.
  private func withKeychains(
    _ name: KeychainName, _ body: (FileKeychains, _ other: FileKeychains) throws -> Void
  ) throws {
    try withTemporaryFolder { first in
      try withTemporaryFolder { second in
        let keychains = try [first, second].map { folder in
          try FileKeychains(
            in: folder, device: FakeClassKeys(), cost: .smallest, examiner: PlainCertificates(), clock: { 0 })
        }
        try keychains[0].create(name, secret("pw"))
        try keychains[0].set(Self.settings, of: name)
        for account in ["a", "b", "c"] { try add(account, keychains[0], name) }
        try body(keychains[0], keychains[1])
      }
    }
  }

  private func backup(_ keychains: FileKeychains, _ name: KeychainName) throws -> [[UInt8]] {
    let part = try keychains.backup(name, after: nil, first: 5, Self.key)
    #expect(part.next == nil)
    return part.records
  }

  @Test(arguments: [nil, KeychainName.login])
  func `It comes back on another device, under the password it had`(known: KeychainName?) throws {
    let name = known ?? build
    try withKeychains(name) { one, two in
      let records = try backup(one, name)
      #expect(records.count == 4)
      let counts = try two.restore(name, records, first: 5, Self.key, into: restored)
      #expect(counts.added == 3 && counts.kept == 0)
      #expect(two.listing.made == [.init(name, .unlocked, Self.settings)])
      #expect(try accounts(two, name) == ["a", "b", "c"])
      try two.lock(name)
      #expect(throws: KeychainStatus.authFailed) { try two.unlock(name, secret("other")) }
      try two.unlock(name, secret("pw"))
      #expect(try accounts(two, name) == ["a", "b", "c"])
      #expect(try two.restore(name, records, first: 5, Self.key, into: restored).kept == 3)
    }
  }

  /// It has nothing to find out from a password, and a lock waits for it.
  @Test(arguments: [nil, KeychainName.login])
  func `It does not wait for passwords of others`(known: KeychainName?) throws {
    let name = known ?? build
    try withKeychains(name) { one, two in
      let records = try backup(one, name)
      try FileKeychain.derivation.withLock { _ in
        try interrupt(name, records, two)
        _ = try two.restore(name, records, first: 5, Self.key, into: restored)
      }
      #expect(try accounts(two, name) == ["a", "b", "c"])
    }
  }

  @Test func `One that is there keeps its password and takes what it has not`() throws {
    try withKeychains(build) { one, two in
      let records = try backup(one, build)
      try two.create(build, secret("another"))
      try add("z", two, build)
      #expect(try two.restore(build, records, first: 5, Self.key, into: restored).added == 3)
      #expect(try accounts(two, build) == ["z", "a", "b", "c"])
      try two.lock(build)
      #expect(throws: KeychainStatus.authFailed) { try two.unlock(build, secret("pw")) }
      #expect(throws: KeychainStatus.interactionNotAllowed) {
        try two.restore(build, records, first: 5, Self.key, into: restored)
      }
    }
  }

  @Test func `Of one that is locked there is no backup`() throws {
    try withKeychains(build) { one, _ in
      try one.lock(build)
      #expect(throws: KeychainStatus.interactionNotAllowed) { try backup(one, build) }
      #expect(throws: KeychainStatus.noSuchKeychain) { try one.backup(.login, after: nil, first: 0, Self.key) }
    }
  }

  @Test func `What is not genuine, or another keychain's, makes none`() throws {
    try withKeychains(build) { one, two in
      let records = try backup(one, build)
      var changed = records
      changed[0][20] ^= 1
      #expect(throws: KeychainStatus.noSuchKeychain) {
        try two.restore(build, changed, first: 5, Self.key, into: restored)
      }
      #expect(throws: KeychainStatus.noSuchKeychain) {
        try two.restore(build, records, first: 6, Self.key, into: restored)
      }
      #expect(throws: KeychainStatus.noSuchKeychain) {
        try two.restore(build, Array(records.dropFirst()), first: 6, Self.key, into: restored)
      }
      #expect(throws: KeychainStatus.decode) { try two.restore(.login, records, first: 5, Self.key, into: restored) }
      #expect(two.listing.made.isEmpty)
    }
  }

  @Test func `What a restore made is locked when it is over, however it ended`() throws {
    try withKeychains(build) { one, two in
      let records = try backup(one, build)
      do {
        let restored = RestoredKeychains()
        try withExtendedLifetime(restored) {
          _ = try two.restore(build, Array(records.prefix(2)), first: 5, Self.key, into: restored)
          #expect(two.listing.made.map(\.condition) == [.unlocked])
        }
      }
      #expect(two.listing.made.map(\.condition) == [.locked])
    }
  }

  /// What a restore was ended in the middle of.
  private func interrupt(_ name: KeychainName, _ records: [[UInt8]], _ keychains: FileKeychains) throws {
    let restored = RestoredKeychains()
    _ = try keychains.restore(name, Array(records.prefix(2)), first: 5, Self.key, into: restored)
  }

  @Test(arguments: [nil, KeychainName.login])
  func `A restore that was interrupted is completed by another one`(known: KeychainName?) throws {
    let name = known ?? build
    try withKeychains(name) { one, two in
      let records = try backup(one, name)
      try interrupt(name, records, two)
      try interrupt(name, records, two)
      #expect(two.listing.made == [.init(name, .locked, Self.settings)])
      let counts = try two.restore(name, records, first: 5, Self.key, into: restored)
      #expect(counts.added == 2 && counts.kept == 1)
      #expect(try accounts(two, name) == ["a", "b", "c"])
      // It is over.
      try two.lock(name)
      #expect(throws: KeychainStatus.interactionNotAllowed) {
        try two.restore(name, records, first: 5, Self.key, into: restored)
      }
      try two.unlock(name, secret("pw"))
    }
  }

  @Test func `A restore goes on after a start of the daemon too`() throws {
    try withKeychains(build) { one, _ in
      try withTemporaryFolder { folder in
        func open() throws -> FileKeychains {
          try FileKeychains(
            in: folder, device: FakeClassKeys(), cost: .smallest, examiner: PlainCertificates(), clock: { 0 })
        }
        let records = try backup(one, build)
        do { try interrupt(build, records, open()) }
        let two = try open()
        #expect(try two.restore(build, records, first: 5, Self.key, into: restored).added == 2)
      }
    }
  }

  /// In what was opened with its password there may be more than in the backup.
  @Test func `What was opened with its password since opens with nothing else`() throws {
    try withKeychains(build) { one, two in
      let records = try backup(one, build)
      try interrupt(build, records, two)
      try two.unlock(build, secret("pw"))
      try two.lock(build)
      #expect(throws: KeychainStatus.interactionNotAllowed) {
        try two.restore(build, records, first: 5, Self.key, into: restored)
      }
    }
  }

  @Test func `That a restore is over is not said where the disk does not have it`() throws {
    try withKeychains(build) { one, two in
      let records = try backup(one, build)
      try interrupt(build, records, two)
      let plan = FaultPlan { $0.call == .unlink ? EIO : nil }
      FaultPlan.$current.withValue(plan) {
        #expect(throws: KeychainStatus.notAvailable) { try two.unlock(build, secret("pw")) }
      }
      #expect(two.listing.made.map(\.condition) == [.locked])
      _ = try two.restore(build, records, first: 5, Self.key, into: restored)
      FaultPlan.$current.withValue(plan) {
        #expect(throws: KeychainStatus.notAvailable) { try two.lock(build) }
      }
      #expect(two.listing.made.map(\.condition) == [.locked])
    }
  }

  @Test func `A restore that was interrupted before it made anything leaves nothing open`() throws {
    try withTemporaryFolder { folder in
      let keychains = try FileKeychains(
        in: folder, device: FakeClassKeys(), cost: .smallest, examiner: PlainCertificates(), clock: { 0 })
      try Data().write(to: URL(fileURLWithPath: folder + "/login.keychain-unfinished"))
      try keychains.create(.login, secret("pw"))
      let records = try backup(keychains, .login)
      keychains.lockAll()
      #expect(throws: KeychainStatus.interactionNotAllowed) {
        try keychains.restore(.login, records, first: 5, Self.key, into: restored)
      }
    }
  }

  @Test func `What has another password, or was made anew, is not gone on with`() throws {
    try withKeychains(build) { one, two in
      let records = try backup(one, build)
      try interrupt(build, records, two)
      try two.setPassword(build, from: secret("pw"), to: secret("another"))
      #expect(throws: KeychainStatus.interactionNotAllowed) {
        try two.restore(build, records, first: 5, Self.key, into: restored)
      }
      try two.delete(build)
      try two.create(build, secret("pw"))
      two.lockAll()
      #expect(throws: KeychainStatus.interactionNotAllowed) {
        try two.restore(build, records, first: 5, Self.key, into: restored)
      }
    }
  }

  @Test func `One that was there stays open after a restore`() throws {
    try withKeychains(build) { one, two in
      try two.create(build, secret("another"))
      do { _ = try two.restore(build, try backup(one, build), first: 5, Self.key, into: RestoredKeychains()) }
      #expect(two.listing.made.map(\.condition) == [.unlocked])
    }
  }

  @Test func `Where the list cannot be read none is made, the login keychain neither`() throws {
    try withKeychains(.login) { one, _ in
      try withTemporaryFolder { folder in
        try FileManager.default.createDirectory(atPath: folder + "/keychains", withIntermediateDirectories: false)
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: folder + "/keychains/list"))
        let two = try FileKeychains(
          in: folder, device: FakeClassKeys(), cost: .smallest, examiner: PlainCertificates(), clock: { 0 })
        let records = try backup(one, .login)
        #expect(throws: KeychainStatus.invalidKeychain) {
          try two.restore(.login, records, first: 5, Self.key, into: restored)
        }
        #expect(two.login.condition == .absent)
      }
    }
  }
}

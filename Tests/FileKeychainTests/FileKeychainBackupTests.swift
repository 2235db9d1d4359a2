// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import Glibc
import KeychainBackup
import KeychainContract
import KeychainModel
import LinuxSystem
import ProtectionModelTesting
import SecretMemory
import TemporaryFolder
import Testing
import WireFormat

@testable import FileKeychain

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

  @Test func `A name that is not seen whole is not restored`() throws {
    let sly = try #require(KeychainName("build.keychain\u{200B}"))
    try withTwo { two in
      let copy = try record(of: sly, Self.password(.smallest))
      let sealed = try Self.key.seal(copy.span, number: 0)
      #expect(throws: KeychainStatus.param) { try two.restore(sly, [sealed], first: 0, Self.key, into: restored) }
      #expect(two.listing.made.isEmpty)
    }
  }

  // MARK: - The record

  private static func password(_ cost: Argon2id.Parameters) throws -> PasswordRecord {
    try PasswordRecord(SystemRandom.secret(32), SecretBytes(copying: Array("x".utf8).span), cost)
  }

  private func record(of name: KeychainName, _ password: PasswordRecord) throws -> [UInt8] {
    let master = [UInt8](repeating: 9, count: 32)
    let copy = KeychainCopy(
      name: name, settings: .new, keys: .init(record: password, master: SecretData(copying: master.span)))
    return try copy.encoded().withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  private func withTwo(_ body: (FileKeychains) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try body(
        FileKeychains(
          in: folder, device: FakeClassKeys(), cost: .smallest, examiner: PlainCertificates(), clock: { 0 }))
    }
  }

  /// As `Argon2id` itself would allow them.
  @Test(arguments: [(2 << 20, 1), (8, 65)] as [(UInt32, UInt32)])
  func `A record that asks more of the machine than a backup may is none`(memory: UInt32, passes: UInt32) throws {
    var bytes = Array(try Self.password(.smallest).encoded.dropLast(32))
    for index in 0..<4 {
      bytes[12 + index] = UInt8(truncatingIfNeeded: memory >> UInt32(24 - 8 * index))
      bytes[16 + index] = UInt8(truncatingIfNeeded: passes >> UInt32(24 - 8 * index))
    }
    bytes += SHA256.hash(bytes.span)
    let greedy = try PasswordRecord(encoded: bytes.span)
    let record = try record(of: build, greedy)
    #expect(throws: WireError.badValue) { _ = try KeychainCopy(decoding: record.span) }
    try withTwo { two in
      let sealed = try Self.key.seal(record.span, number: 0)
      #expect(throws: KeychainStatus.decode) { try two.restore(build, [sealed], first: 0, Self.key, into: restored) }
      #expect(two.listing.made.isEmpty)
    }
  }

  /// As format 1 has it, with the password record of "open sesame".
  @Test func `The record of format 1`() throws {
    let name = try #require(KeychainName("k"))
    let password = try PasswordRecord(
      SystemRandom.secret(32), SecretBytes(copying: Array("x".utf8).span), .smallest)
    let master = [UInt8](repeating: 9, count: 32)
    let copy = KeychainCopy(
      name: name, settings: .new, keys: .init(record: password, master: SecretData(copying: master.span)))
    let bytes = try copy.encoded().withBytes { bytes in bytes.indices.map { bytes[$0] } }
    #expect(bytes == [4, 0, 1, 0x6B, 1, 0, 0, 1, 0x2C] + password.encoded + master)
    let again = try KeychainCopy(decoding: bytes.span)
    #expect(again.name == name && again.settings == .new && again.keys.record == password)
    #expect(BackupFormat.judge(bytes.span, number: 0) == .keychain(name))
    for count in bytes.indices {
      let cut = Array(bytes.prefix(count))
      #expect(throws: WireError.self) { _ = try KeychainCopy(decoding: cut.span) }
      #expect(BackupFormat.judge(cut.span, number: 0) == .none)
    }
    for index in [0, 2, 4, 9, 100] {
      var changed = bytes
      changed[index] ^= 0x40
      #expect(throws: WireError.self, "\(index)") { _ = try KeychainCopy(decoding: changed.span) }
    }
    #expect(throws: WireError.self) { _ = try KeychainCopy(decoding: (bytes + [0]).span) }
    #expect(BackupFormat.judge((bytes + [0]).span, number: 0) == .none)
  }
}

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
      let counts = try two.restore(name, records, first: 5, Self.key)
      #expect(counts.added == 3 && counts.kept == 0)
      #expect(two.listing.made == [.init(name, .unlocked, Self.settings)])
      #expect(try accounts(two, name) == ["a", "b", "c"])
      try two.lock(name)
      #expect(throws: KeychainStatus.authFailed) { try two.unlock(name, secret("other")) }
      try two.unlock(name, secret("pw"))
      #expect(try accounts(two, name) == ["a", "b", "c"])
      #expect(try two.restore(name, records, first: 5, Self.key).kept == 3)
    }
  }

  @Test func `One that is there keeps its password and takes what it has not`() throws {
    try withKeychains(build) { one, two in
      let records = try backup(one, build)
      try two.create(build, secret("another"))
      try add("z", two, build)
      #expect(try two.restore(build, records, first: 5, Self.key).added == 3)
      #expect(try accounts(two, build) == ["z", "a", "b", "c"])
      try two.lock(build)
      #expect(throws: KeychainStatus.authFailed) { try two.unlock(build, secret("pw")) }
      #expect(throws: KeychainStatus.interactionNotAllowed) { try two.restore(build, records, first: 5, Self.key) }
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
      #expect(throws: KeychainStatus.noSuchKeychain) { try two.restore(build, changed, first: 5, Self.key) }
      #expect(throws: KeychainStatus.noSuchKeychain) { try two.restore(build, records, first: 6, Self.key) }
      #expect(throws: KeychainStatus.noSuchKeychain) {
        try two.restore(build, Array(records.dropFirst()), first: 6, Self.key)
      }
      #expect(throws: KeychainStatus.decode) { try two.restore(.login, records, first: 5, Self.key) }
      #expect(two.listing.made.isEmpty)
    }
  }

  // MARK: - The record

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
      #expect(throws: WireError.self) { _ = try KeychainCopy(decoding: Array(bytes.prefix(count)).span) }
    }
    for index in [0, 2, 4, 9, 100] {
      var changed = bytes
      changed[index] ^= 0x40
      #expect(throws: WireError.self, "\(index)") { _ = try KeychainCopy(decoding: changed.span) }
    }
    #expect(throws: WireError.self) { _ = try KeychainCopy(decoding: (bytes + [0]).span) }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Advice
import CryptoPrimitives
import Foundation
import Glibc
import KeychainBackup
import KeychainModel
import SecretMemory
import TemporaryFolder
import Testing
import WireFormat

@testable import KeychainCommands
import SystemCalls

/// What a look at the whole of a backup refuses before anything is restored, and what the second look refuses.
@Suite struct BackupFileTests {
  private func keychain(_ name: String, keys: Int = BackupFormat.keychainKeys) throws -> [UInt8] {
    var buffer = WireBuffer(capacity: 2048)
    try buffer.append(integer: BackupRecordKind.keychain.rawValue)
    try #require(KeychainName(name)).encode(into: &buffer)
    try KeychainSettings.new.encode(into: &buffer)
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } } + [UInt8](repeating: 0, count: keys)
  }

  /// A file of these records and its key.
  private func withBackup<Result>(
    of records: [[UInt8]], _ body: (String, BackupKey) throws -> Result
  ) throws -> Result {
    try withTemporaryFolder { folder in
      let made = try BackupHead.make(SecretBytes(copying: [1].span), .smallest)
      let path = folder + "/backup"
      try write(records, under: made, to: path)
      return try body(path, made.key)
    }
  }

  private func write(_ records: [[UInt8]], under made: (head: BackupHead, key: BackupKey), to path: String) throws {
    let all = records + [BackupFormat.end(after: UInt64(records.count))]
    let sealed = try all.enumerated().map { try made.key.seal($1.span, number: UInt64($0)) }
    // As it lies: whoever has opened it sees the new bytes.
    try Data(made.head.bytes + sealed.flatMap { BackupFrames.frame($0) }).write(to: URL(fileURLWithPath: path))
  }

  /// The names of the keychains that are in a backup of these records.
  private func check(_ records: [[UInt8]]) throws -> [String] {
    try withBackup(of: records) { path, key in try BackupFile(path).check(key).keychains.map(\.name.text) }
  }

  private func isRefused(_ records: [[UInt8]]) throws -> Bool {
    try withBackup(of: records) { path, key in
      do throws(CommandFailure) {
        _ = try BackupFile(path).check(key)
        return false
      } catch {
        return error == .damagedBackup(path: path)
      }
    }
  }

  @Test func `Keychains are listed in their order`() throws {
    #expect(try check([keychain("b"), [BackupRecordKind.portable.rawValue], keychain("a")]) == ["b", "a"])
  }

  @Test func `A keychain twice is damage`() throws {
    #expect(try isRefused([keychain("a"), keychain("b"), keychain("a")]))
  }

  @Test func `A keychain that is cut or goes on is damage`() throws {
    for count in [0, BackupFormat.keychainKeys - 1, BackupFormat.keychainKeys + 1] {
      #expect(try isRefused([keychain("a", keys: count)]))
    }
  }

  @Test func `More keychains than there can be are damage`() throws {
    let maximum = try (0..<BackupFormat.maximumKeychains).map { try keychain("k\($0)") }
    #expect(try check(maximum).count == BackupFormat.maximumKeychains)
    #expect(try isRefused(maximum + [keychain("one more")]))
  }

  // MARK: - What is changed after the look

  private static let item = [BackupRecordKind.portable.rawValue] + [UInt8](repeating: 7, count: 300 << 10)
  private static let count = 8
  /// In the file.
  private static let itemSize = 4 + item.count + AESGCM.tagSize

  private func cut(_ path: String, to items: Int) throws {
    try FileDescriptor.open(path, O_WRONLY).truncate(to: BackupHead.size + items * Self.itemSize)
  }

  /// How many items were given, and whether it was said that these are not all.
  private func given(_ file: BackupFile, _ key: BackupKey, _ change: () -> Void) throws -> (items: Int, isRefused: Bool)
  {
    var items = 0
    do throws(CommandFailure) {
      try file.forEachBatch(key) { (batch) throws(CommandFailure) in
        items += batch.records.count
        change()
      }
      return (items, false)
    } catch {
      #expect(error == .changedBackup(path: file.path))
      return (items, true)
    }
  }

  @Test func `What was found is given`() throws {
    try withBackup(of: Array(repeating: Self.item, count: Self.count)) { path, key in
      let file = try BackupFile(path)
      #expect(try file.check(key).items == Self.count)
      #expect(try given(file, key) {} == (Self.count, false))
    }
  }

  @Test(arguments: [0, 1, 3, 8])
  func `A backup that is cut after the look is not restored in part and called whole`(left: Int) throws {
    try withBackup(of: Array(repeating: Self.item, count: Self.count)) { path, key in
      let file = try BackupFile(path)
      _ = try file.check(key)
      try cut(path, to: left)
      let given = try given(file, key) {}
      #expect(given.isRefused && given.items <= left)
    }
  }

  @Test func `A backup that is cut while it is restored is not called whole`() throws {
    try withBackup(of: Array(repeating: Self.item, count: Self.count)) { path, key in
      let file = try BackupFile(path)
      _ = try file.check(key)
      let given = try given(file, key) { try? cut(path, to: 5) }
      #expect(given.isRefused && given.items < Self.count)
    }
  }

  @Test func `Another backup in the place of the one that was looked at is not restored`() throws {
    let records = [Self.item, Self.item]
    try withBackup(of: records) { path, key in
      let file = try BackupFile(path)
      _ = try file.check(key)
      try write(records, under: BackupHead.make(SecretBytes(copying: [1].span), .smallest), to: path)
      #expect(try given(file, key) {} == (0, true))
    }
  }
}

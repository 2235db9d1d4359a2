// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Foundation
import KeychainBackup
import KeychainModel
import SecretMemory
import TemporaryFolder
import Testing
import WireFormat

@testable import KeychainTools

/// What a look at the whole of a backup refuses before anything is restored.
@Suite struct BackupFileTests {
  private func keychain(_ name: String, keys: Int = BackupFormat.keychainKeys) throws -> [UInt8] {
    var buffer = WireBuffer(capacity: 2048)
    try buffer.append(integer: BackupRecordKind.keychain.rawValue)
    try #require(KeychainName(name)).encode(into: &buffer)
    try KeychainSettings.new.encode(into: &buffer)
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } } + [UInt8](repeating: 0, count: keys)
  }

  /// The names of the keychains that are in a backup of these records.
  private func check(_ records: [[UInt8]]) throws -> [String] {
    try withTemporaryFolder { folder in
      let made = try BackupHead.make(SecretBytes(copying: [1].span), .smallest)
      let all = records + [BackupFormat.end(after: UInt64(records.count))]
      let sealed = try all.enumerated().map { try made.key.seal($1.span, number: UInt64($0)) }
      let path = folder + "/backup"
      try Data(made.head.bytes + sealed.flatMap { BackupFrames.frame($0) }).write(to: URL(fileURLWithPath: path))
      return try BackupFile(path).check(made.key).keychains.map(\.name.text)
    }
  }

  private func isRefused(_ records: [[UInt8]]) throws -> Bool {
    do {
      _ = try check(records)
      return false
    } catch ToolFailure.damagedBackup {
      return true
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
    let most = try (0..<BackupFormat.mostKeychains).map { try keychain("k\($0)") }
    #expect(try check(most).count == BackupFormat.mostKeychains)
    #expect(try isRefused(most + [keychain("one more")]))
  }
}

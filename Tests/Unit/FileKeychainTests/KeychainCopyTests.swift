// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import KeychainBackup
import KeychainContract
import KeychainModel
import ProtectionModelTesting
import SecretMemory
import TemporaryFolder
import Testing
import WireFormat

@testable import FileKeychain

/// What a backup has of a file-based keychain beside its items.
@Suite struct KeychainCopyTests {
  private static let key = BackupKey(SecretBytes(copying: [UInt8](repeating: 7, count: 32).span))
  private let build: KeychainName
  private let restored = RestoredKeychains()

  init() throws { build = try #require(KeychainName("/tmp/ci/build.keychain")) }

  @Test func `A name that is not seen whole is not restored`() throws {
    let sly = try #require(KeychainName("build.keychain\u{200B}"))
    try withTwo { two in
      let copy = try record(of: sly, Self.password(.smallest))
      let sealed = try Self.key.seal(copy.span, number: 0)
      #expect(throws: KeychainStatus.param) { try two.restore(sly, [sealed], first: 0, Self.key, into: restored) }
      #expect(two.listing.made.isEmpty)
    }
  }

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

// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Testing
import TrustedPlatformModule
import WireFormat

@testable import RootKey

@Suite struct RootKeyRecordTests {
  /// The bytes on disks that are out there: they may never change their meaning.
  @Test func `Key records have this form`() throws {
    let key = [UInt8](0..<32)
    let head: [UInt8] = Array("BAILEYRK".utf8) + [1, 2, 0, 32]
    let record = RootKeyRecord.key(SecretBytes(copying: key.span))
    let slot = try bytes(record)
    #expect(slot.count == 4096)
    #expect(Array(slot[..<44]) == head + key)
    #expect(Array(slot[44..<76]) == SHA256.hash((head + key).span))
    #expect(slot[76...].allSatisfy { $0 == 0 })
  }

  @Test func `Sealed records have this form`() throws {
    let sealed = try #require(SealedSecret(publicArea: [1, 2, 3], privateArea: [4, 5]))
    let counter = try #require(TPMCounter(index: 0x0180_0A0B))
    let body: [UInt8] = [1, 0x80, 0x0A, 0x0B, 0, 3, 1, 2, 3, 0, 2, 4, 5]
    let head: [UInt8] = Array("BAILEYRK".utf8) + [1, 1, 0, 13]
    let slot = try bytes(.sealed(sealed, counter))
    #expect(Array(slot[..<25]) == head + body)
    #expect(Array(slot[25..<57]) == SHA256.hash((head + body).span))
    guard case .sealed(let secret, let index) = try RootKeyRecord(decoding: slot.span) else {
      Issue.record("another kind")
      return
    }
    #expect(secret == sealed)
    #expect(index == counter)
  }

  /// Bodies with a good digest that are none: whoever can write the file can make these.
  @Test(
    arguments: [
      (1, 1, []), (1, 1, [1, 0x80, 0, 0]), (1, 1, [1, 0x80, 0, 0, 0, 1, 9, 0, 1]), (1, 1, [1, 0x80, 0, 0, 0, 0, 0, 0]),
      (1, 1, [9, 0x80, 0, 0, 0, 1, 9, 0, 1, 9]), (1, 1, [1, 0x80, 0, 0, 0, 1, 9, 0, 1, 9, 0]),
      (1, 1, [1, 0x80, 0, 0, 0xFF, 0xFF, 9, 0, 1, 9]), (1, 2, []), (1, 2, [UInt8](repeating: 7, count: 31)),
      (1, 2, [UInt8](repeating: 7, count: 33)), (2, 2, [UInt8](repeating: 7, count: 32)),
      (0, 2, [UInt8](repeating: 7, count: 32)), (1, 3, [UInt8](repeating: 7, count: 32)),
      (1, 0, [UInt8](repeating: 7, count: 32)),
    ] as [(UInt8, UInt8, [UInt8])])
  func `Refuses bodies that are none`(version: UInt8, kind: UInt8, body: [UInt8]) {
    let head = Array("BAILEYRK".utf8) + [version, kind, UInt8(body.count >> 8), UInt8(body.count & 0xFF)]
    let slot = head + body + SHA256.hash((head + body).span)
    #expect(throws: WireError.self) { _ = try RootKeyRecord(decoding: slot.span) }
  }

  /// Holds if this process is still there afterwards: what is read out of bounds ends it.
  @Test func `No bytes make the decoder fail`() throws {
    let whole = try bytes(.key(SystemRandom.secret(32)))
    for count in 0..<100 { decode(Array(whole.prefix(count))) }
    for _ in 0..<5000 {
      var changed = Array(whole.prefix(100))
      for choice in SystemRandom.bytes(3) { changed[Int(choice) % 100] = SystemRandom.bytes(1)[0] }
      decode(changed)
      decode(Array(changed[..<12]) + SystemRandom.bytes(40))
    }
  }

  private func decode(_ bytes: [UInt8]) { _ = try? RootKeyRecord(decoding: bytes.span) }

  private func bytes(_ record: consuming RootKeyRecord) throws -> [UInt8] {
    try record.encoded(slotSize: 4096).withBytes { span in span.indices.map { span[$0] } }
  }
}

// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing
import WireFormat

@testable import SecretServiceModel

@Suite struct RecordTests {
  private func item() throws -> ItemRecord {
    let attributes = try #require(LookupAttributes([.init("a", "1"), .init("ü", "")]))
    return ItemRecord(label: "Zoë", attributes: attributes, secretClass: .afterFirstUnlock, created: 1, modified: 2)
  }

  private let collection = CollectionRecord(
    label: "Work", secretClass: .whenUnlocked, created: 3, modified: 4, isLocked: true, aliases: [.default])

  @Test func `Records have the bytes they always had`() throws {
    #expect(
      try item().encoded() == [2, 2] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 2] + [0, 0, 0, 4]
        + Array("Zoë".utf8) + [2] + [0, 0, 0, 1, 0x61, 0, 0, 0, 1, 0x31] + [0, 0, 0, 2, 0xC3, 0xBC, 0, 0, 0, 0] + [0])
    #expect(
      try collection.encoded() == [2, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 4] + [0, 0, 0, 4]
        + Array("Work".utf8) + [1, 1] + [0, 0, 0, 7] + Array("default".utf8) + [1])
    let content = try #require(SecretContent(SecretData(copying: [9, 8].span), type: "a/b"))
    #expect(
      content.encoded().withBytes { bytes in bytes.indices.map { bytes[$0] } } == [1, 0, 3] + Array("a/b".utf8) + [
        9, 8,
      ])
  }

  @Test func `Records are read as they were written and no other bytes are`() throws {
    let (item, collection) = (try item(), collection)
    let (itemBytes, collectionBytes) = (try item.encoded(), try collection.encoded())
    #expect(try ItemRecord(decoding: itemBytes.span) == item)
    #expect(try CollectionRecord(decoding: collectionBytes.span) == collection)
    for count in itemBytes.indices {
      #expect(throws: WireError.self) { try ItemRecord(decoding: itemBytes.span.extracting(first: count)) }
    }
    for count in collectionBytes.indices {
      #expect(throws: WireError.self) { try CollectionRecord(decoding: collectionBytes.span.extracting(first: count)) }
    }
    let longer = itemBytes + [0]
    #expect(throws: WireError.long) { try ItemRecord(decoding: longer.span) }
  }

  @Test func `Records of before programs were told apart are read as nobody's`() throws {
    var (one, two) = (Array(try item().encoded().dropLast()), Array(try collection.encoded().dropLast()))
    (one[0], two[0]) = (1, 1)
    #expect(try ItemRecord(decoding: one.span) == item())
    #expect(try CollectionRecord(decoding: two.span) == collection)
  }

  @Test func `Who stored and who may read are read as they were written`() throws {
    let file = SecretProgram.Part(path: Array("/usr/bin/mail".utf8), digest: [1], isGuarded: true)
    let program = SecretProgram([file])
    var record = try item()
    record.owner = ItemOwner(program)
    let bytes = try record.encoded()
    #expect(try ItemRecord(decoding: bytes.span) == record)
    for count in bytes.indices {
      #expect(throws: WireError.self) { try ItemRecord(decoding: bytes.span.extracting(first: count)) }
    }
    for owner in [ItemOwner(program), nil] {
      let permission = ReadPermission(program, reads: owner, since: 5)
      let bytes = try permission.encoded()
      #expect(try ReadPermission(decoding: bytes.span) == permission)
      for count in bytes.indices {
        #expect(throws: WireError.self) { try ReadPermission(decoding: bytes.span.extracting(first: count)) }
      }
    }
    let long = SecretProgram([
      SecretProgram.Part(path: [UInt8](repeating: 0x78, count: 5000), digest: [], isGuarded: true)
    ])
    #expect(try ReadPermission(long, reads: ItemOwner(long), since: 0).encoded().count < 1200)
  }

  @Test func `Attributes out of order are refused`() throws {
    var bytes = try item().encoded()
    bytes[bytes.firstIndex(of: 0x61)!] = 0xFF
    #expect(throws: WireError.badValue) { try ItemRecord(decoding: bytes.span) }
  }

  @Test func `Secrets and types of any size that may be travel as they are`() throws {
    for count in [0, 1, SecretServiceLimits.secret] {
      let secret = SecretData(copying: [UInt8](repeating: 7, count: count).span)
      let content = try #require(SecretContent(secret, type: String(repeating: "t", count: min(count, 255))))
      let read = try SecretContent(decoding: content.encoded())
      #expect(read.type == content.type && read.secret.count == count)
    }
    let large = SecretData(copying: [UInt8](repeating: 7, count: SecretServiceLimits.secret + 1).span)
    #expect(SecretContent(large, type: "") == nil)
    #expect(SecretContent(.empty, type: String(repeating: "t", count: 256)) == nil)
  }
}

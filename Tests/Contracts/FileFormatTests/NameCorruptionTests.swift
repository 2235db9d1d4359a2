// SPDX-License-Identifier: Apache-2.0
import ProtectedFiles
import ProtectionModel
import SecretMemory
import SystemCalls
import Testing

/// Every character of names, and every byte of targets and attributes, changed one after the other.
@Suite struct NameCorruptionTests {
  private let keys = VolumeKeys(volumeKey: SecretBytes(count: 64) { for index in 0..<64 { $0[index] = UInt8(index) } })
  private let folder = FileID()

  private func changed(_ text: String, at index: Int) -> String {
    var bytes = Array(text.utf8)
    bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["a", "a name", String(repeating: "n", count: 175), String(repeating: "n", count: 255)])
  func `A changed name does not open`(name: String) throws {
    let cipher = NameCipher(keys)
    let sealed = try cipher.seal(Array(name.utf8), in: folder)
    for index in sealed.text.utf8.indices.enumerated().map(\.offset) {
      let other = changed(sealed.text, at: index)
      if let sidecar = sealed.sealedName {
        #expect(throws: FileFormatError.damagedName) { try cipher.open(other, sidecar: sidecar, in: folder) }
      } else {
        #expect(throws: FileFormatError.damagedName) { try cipher.open(other, in: folder) }
      }
    }
    for index in (sealed.sealedName ?? []).indices {
      var other = sealed.sealedName ?? []
      other[index] ^= 1
      #expect(throws: FileFormatError.damagedName) { try cipher.open(sealed.text, sidecar: other, in: folder) }
    }
  }

  @Test func `A name does not open in another folder`() throws {
    let cipher = NameCipher(keys)
    let name = Array("a name".utf8)
    let sealed = try cipher.seal(name, in: folder)
    #expect(try cipher.open(sealed.text, in: folder) == name)
    #expect(throws: FileFormatError.damagedName) { try cipher.open(sealed.text, in: FileID()) }
    #expect(try cipher.seal(name, in: FileID()).text != sealed.text)
  }

  @Test func `A changed target does not open`() throws {
    guard case .inline(let text) = try SymbolicLinkTarget.seal(Array("../there".utf8), keys) else {
      Issue.record("a short target lies in the link")
      return
    }
    for index in text.utf8.indices.enumerated().map(\.offset) {
      let other = Array(changed(text, at: index).utf8)
      #expect(throws: FileFormatError.damagedName) { try SymbolicLinkTarget.open(text: other, keys) }
    }
    let long = [UInt8](repeating: 0x78, count: SymbolicLinkTarget.longest)
    guard case .detached(_, _, let contents) = try SymbolicLinkTarget.seal(long, keys) else {
      Issue.record("a long target lies in a file")
      return
    }
    #expect(try SymbolicLinkTarget.open(contents: contents, keys) == long)
    for index in contents.indices {
      var other = contents
      other[index] ^= 1
      #expect(throws: FileFormatError.damagedName) { try SymbolicLinkTarget.open(contents: other, keys) }
    }
  }

  @Test func `A changed attribute does not open`() throws {
    let cipher = AttributeCipher(keys)
    let name = Array("note".utf8)
    let stored = try cipher.sealName(name)
    for index in stored.utf8.indices.enumerated().map(\.offset).dropFirst(AttributeCipher.prefix.utf8.count) {
      #expect(throws: FileFormatError.damagedName) { try cipher.openName(changed(stored, at: index)) }
    }
    let sealed = try cipher.sealValue([1, 2, 3].span, name: name, of: folder)
    #expect(try cipher.openValue(sealed, name: name, of: folder) == [1, 2, 3])
    for index in sealed.indices {
      var other = sealed
      other[index] ^= 1
      #expect(throws: FileFormatError.damagedName) { try cipher.openValue(other, name: name, of: folder) }
    }
    #expect(throws: FileFormatError.damagedName) { try cipher.openValue(sealed, name: name, of: FileID()) }
    #expect(throws: FileFormatError.damagedName) { try cipher.openValue(sealed, name: Array("other".utf8), of: folder) }
  }

  @Test func `A changed attribute with a long name does not open`() throws {
    let cipher = AttributeCipher(keys)
    let name = [UInt8](repeating: 0x78, count: AttributeCipher.longestName)
    let stored = try cipher.sealName(name)
    let sealed = try cipher.sealValue([1, 2, 3].span, name: name, of: folder)
    #expect(stored.utf8.count <= 255)
    #expect(try cipher.openName(stored, value: sealed) == name)
    #expect(try cipher.openValue(sealed, name: name, of: folder) == [1, 2, 3])
    for index in stored.utf8.indices.enumerated().map(\.offset).dropFirst(AttributeCipher.prefix.utf8.count) {
      #expect(throws: FileFormatError.damagedName) { try cipher.openName(changed(stored, at: index), value: sealed) }
    }
    for index in sealed.indices {
      var other = sealed
      other[index] ^= 1
      #expect(throws: FileFormatError.damagedName) { try cipher.openValue(other, name: name, of: folder) }
    }
    #expect(throws: FileFormatError.damagedName) { try cipher.openName(stored) }
    #expect(throws: FileFormatError.nameTooLong) { try cipher.sealName(name + [0x78]) }
  }

  @Test func `A changed access list does not open`() throws {
    let cipher = AttributeCipher(keys)
    let entries: [[UInt8]] = [[1, 0, 7, 0], [2, 0, 7, 0], [4, 0, 5, 0], [16, 0, 7, 0], [32, 0, 0, 0]]
    let list = try #require(AccessList([2, 0, 0, 0] + entries.flatMap { $0 + [9, 0, 0, 0] }))
    let sealed = try list.sealed(.access, of: folder, cipher)
    #expect(try AccessList(sealed: sealed, .access, of: folder, cipher) == list)
    for index in sealed.indices {
      var other = sealed
      other[index] ^= 1
      #expect(throws: FileFormatError.damagedName) { try AccessList(sealed: other, .access, of: folder, cipher) }
    }
    #expect(throws: FileFormatError.damagedName) { try AccessList(sealed: sealed, .forNew, of: folder, cipher) }
    #expect(throws: FileFormatError.damagedName) { try AccessList(sealed: sealed, .access, of: FileID(), cipher) }
  }

  @Test(arguments: [0, 1, 2]) func `Every byte of a folders record is protected`(links: Int) throws {
    var record = DirectoryRecord(id: folder, protection: .complete, links: [])
    for number in 0..<links {
      let name = try NameCipher(keys).seal([UInt8(number + 1)], in: folder)
      record.add(try #require(LinkTag(backingName: name.text)))
    }
    let bytes = record.encoded(keys)
    #expect(try DirectoryRecord(bytes, keys) == record)
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 1
      #expect(throws: FileFormatError.damagedRecord) { try DirectoryRecord(other, keys) }
    }
    for count in 0..<bytes.count {
      #expect(throws: FileFormatError.damagedRecord) { try DirectoryRecord(Array(bytes[..<count]), keys) }
    }
  }
}

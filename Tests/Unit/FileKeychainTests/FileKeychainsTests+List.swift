// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainModel
import TemporaryFolder
import Testing

@testable import FileKeychain

/// The list on the disk, and the names in it.
extension FileKeychainsTests {
  @Test func `The list of version 1 is read`() throws {
    var list = KeychainList()
    list.nextNumber = 8
    list.login = KeychainSettings(locksOnSleep: true)
    list.standard = .named(build)
    list.searched = [.dataProtection, .named(build)]
    list.entries = [.init(name: build, number: 7, settings: .new)]
    let name = "000e" + Array("build.keychain".utf8).map { String(format: "%02x", $0) }.joined()
    let hex =
      "4241494c45594b4c000000010000000000000008" + "01ffffffff" + "000202\(name)" + "00030002\(name)"
      + "0001\(name)0000000000000007" + "010000012c"
    let bytes = try list.encoded()
    #expect(bytes.dropLast(32).map { String(format: "%02x", $0) }.joined() == hex)
    #expect(try KeychainList(encoded: bytes.span) == list)
    let empty = try KeychainList().encoded()
    #expect(try KeychainList(encoded: empty.span) == KeychainList())
  }

  @Test func `A list that was changed is damaged`() throws {
    var list = KeychainList()
    list.searched = []
    let encoded = try list.encoded()
    for index in encoded.indices {
      var changed = encoded
      changed[index] ^= 1
      #expect(throws: KeychainList.Defect.damaged) { _ = try KeychainList(encoded: changed.span) }
      #expect(throws: KeychainList.Defect.damaged) {
        _ = try KeychainList(encoded: Array(encoded.prefix(index)).span)
      }
    }
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\nb", "a\u{85}b", "-db", "a-db-db", String(repeating: "x", count: 1025)])
  func `No name`(text: String) { #expect(KeychainName(text) == nil) }

  @Test(arguments: [
    "a\u{200B}", "a\u{202E}b", "a\u{2028}b", "a\u{E000}", "a\u{3164}", " a", "a ", "a  b", "a \u{A0}b", " ",
  ])
  func `None is made with a name that is not seen whole, but one that is there is used`(text: String) throws {
    let sly = try #require(KeychainName(text))
    try withTemporaryFolder { folder in
      #expect(throws: KeychainStatus.param) { try keychains(folder).create(sly, secret("x")) }
      var list = KeychainList()
      list.nextNumber = 2
      list.entries = [.init(name: sly, number: 1, settings: .new)]
      let bytes = try list.encoded()
      #expect(try KeychainList(encoded: bytes.span).entries.map(\.name) == [sly])
    }
  }

  @Test(arguments: ["a", "a b", "/tmp/my folder/k.keychain", "鍵", "クラス", "é"])
  func `A name that is seen whole`(text: String) throws { #expect(try #require(KeychainName(text)).isPlain) }
}

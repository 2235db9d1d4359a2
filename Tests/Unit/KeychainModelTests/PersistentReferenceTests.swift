// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing

@Suite struct PersistentReferenceTests {
  private let identifier = [UInt8](1...16)

  @Test(arguments: ItemClass.allCases) func `A reference is its class and sixteen bytes`(itemClass: ItemClass) throws {
    let reference = try #require(PersistentReference(itemClass, identifier: identifier))
    #expect(reference.bytes == Array(itemClass.rawValue.utf8) + identifier)
    #expect(try PersistentReference(reference.bytes.span) == reference)
    #expect(!reference.isLegacy)
  }

  @Test func `A reference of old is its class and a row`() throws {
    let bytes = Array("inet".utf8) + [0, 0, 0, 0, 0, 0, 1, 2]
    let reference = try PersistentReference(bytes.span)
    #expect(reference == PersistentReference(.internetPassword, row: 258))
    #expect(reference.bytes == bytes)
    #expect(reference.isLegacy)
  }

  @Test(arguments: [0, 3, 4, 11, 13, 19, 21, 64]) func `Another length is a parameter error`(count: Int) {
    let bytes = Array((Array("genp".utf8) + [UInt8](repeating: 7, count: 64)).prefix(count))
    #expect(throws: KeychainStatus.param) { try PersistentReference(bytes.span) }
  }

  @Test(arguments: ["nope", "GENP", "tkpr"]) func `Another class is a parameter error`(name: String) {
    let bytes = Array(name.utf8) + identifier
    #expect(throws: KeychainStatus.param) { try PersistentReference(bytes.span) }
  }
}

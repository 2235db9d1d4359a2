// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import KeychainStore
import ProtectionModel
import ProtectionModelTesting
import Testing

@Suite struct SealTests {
  private let keys = FakeClassKeys()
  private let name = ItemName(.genericPassword, identifier: [UInt8](repeating: 7, count: 16))
  private let contents = ItemContents(
    attributes: [.account: "me", .service: .data([1, 2]), .type: 7, .creationDate: .date(1.5)],
    access: AccessControl(.whenUnlocked), isTombstone: false, data: SecretData(copying: Array("secret".utf8).span))

  private func open(_ sealed: SealedItem, _ name: ItemName) throws(UnsealError) -> ItemContents {
    try ItemSeal.open(sealed, as: name, with: keys) { _ in true }
  }

  @Test func `What is sealed opens`() throws {
    let opened = try open(ItemSeal.seal(contents, as: name, with: keys), name)
    #expect(opened.attributes == contents.attributes)
    #expect(opened.access == contents.access)
    #expect(opened.data?.withBytes { $0.count } == 6)
  }

  @Test func `Any flipped bit is noticed`() throws {
    let sealed = try ItemSeal.seal(contents, as: name, with: keys)
    for bit in 0..<sealed.attributes.count * 8 {
      var changed = sealed
      changed.attributes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: UnsealError.unrecoverable) { try open(changed, name) }
    }
    let data = try #require(sealed.data)
    for bit in 0..<data.count * 8 {
      var changed = sealed
      changed.data?[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: UnsealError.unrecoverable) { try open(changed, name) }
    }
    for bit in 0..<sealed.wrapped.bytes.count * 8 {
      var bytes = sealed.wrapped.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      var changed = sealed
      changed.wrapped = try #require(WrappedKey(keyClass: sealed.wrapped.keyClass, bytes: bytes))
      #expect(throws: UnsealError.unrecoverable) { try open(changed, name) }
    }
  }

  @Test func `Parts of two writings or items do not mix`() throws {
    let one = try ItemSeal.seal(contents, as: name, with: keys)
    let two = try ItemSeal.seal(contents, as: name, with: keys)
    let mixed = SealedItem(wrapped: one.wrapped, attributes: one.attributes, data: two.data)
    #expect(throws: UnsealError.unrecoverable) { try open(mixed, name) }
    #expect(throws: UnsealError.unrecoverable) {
      try open(one, ItemName(.genericPassword, identifier: [UInt8](repeating: 8, count: 16)))
    }
    #expect(throws: UnsealError.unrecoverable) {
      try open(one, ItemName(.internetPassword, identifier: name.identifier))
    }
  }

  @Test func `Data cannot be taken away`() throws {
    var sealed = try ItemSeal.seal(contents, as: name, with: keys)
    sealed.data = nil
    #expect(throws: UnsealError.unrecoverable) { try open(sealed, name) }
  }

  @Test func `The length of data is told to thirty two bytes only`() throws {
    let sizes = try (0...28).map { count in
      var item = contents
      item.data = SecretData(copying: [UInt8](repeating: 1, count: count).span)
      return try ItemSeal.seal(item, as: name, with: keys).data?.count
    }
    #expect(Set(sizes) == [48])
  }
}

// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing

@Suite struct ItemAttributesTests {
  private let attributes: ItemAttributes = [.service: "s", .account: "a", .label: "l"]

  /// `acct`, `labl`, `svce`: whatever order they are given in, they are equal and are gone through in one order.
  @Test func `They are in the order of their names`() {
    #expect(attributes.keys == [.account, .label, .service])
    #expect(attributes == [.label: "l", .account: "a", .service: "s"])
    #expect(attributes.map(\.key.rawValue) == attributes.map(\.key.rawValue).sorted())
  }

  @Test func `Each is there once`() {
    var changed = attributes
    changed[.label] = "m"
    #expect(changed.count == 3 && changed[.label] == "m")
    changed[.label] = nil
    changed[.comment] = nil
    #expect(changed == [.account: "a", .service: "s"])
    changed[.label] = ""
    #expect(changed.keys == attributes.keys && changed != attributes)
  }

  @Test func `Merging chooses and keeps the order`() {
    let merged = attributes.merging([.account: "b", .comment: "c"]) { own, _ in own }
    #expect(merged == [.account: "a", .comment: "c", .label: "l", .service: "s"])
    #expect(attributes.merging([.account: "b"]) { _, other in other }[.account] == "b")
    #expect(attributes.filter { $0.key != .label }.values == ["a", "s"])
  }

  @Test func `What is decoded has to be known and in order`() {
    var decoded: ItemAttributes = [:]
    let steps = [ItemAttribute.label.code, ItemAttribute.account.code, ItemAttribute.label.code, 0, .max]
    #expect(steps.map { decoded.append(code: $0, "x") } == [.added, .refused, .refused, .refused, .refused])
    #expect(decoded == [.label: "x"])
  }
}

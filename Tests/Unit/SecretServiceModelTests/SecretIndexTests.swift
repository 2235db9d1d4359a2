// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SecretServiceModel

@Suite struct SecretIndexTests {
  private let work = PathElement(resembling: "work") { _ in false }

  private func record(_ pairs: (String, String)...) -> ItemRecord {
    let attributes = LookupAttributes(pairs.map { .init($0.0, $0.1) }) ?? .none
    return ItemRecord(label: "", attributes: attributes, secretClass: .whenUnlocked, created: 0, modified: 0)
  }

  private func wanted(_ pairs: (String, String)...) -> LookupAttributes {
    LookupAttributes(pairs.map { .init($0.0, $0.1) }) ?? .none
  }

  private func put(_ number: UInt64, _ record: ItemRecord, in collection: PathElement, _ index: inout SecretIndex) {
    let isPut = index.put(number, record, in: collection)
    #expect(isPut)
  }

  private func filled() -> SecretIndex {
    var index = SecretIndex()
    put(1, record(("app", "mail"), ("user", "ada")), in: .default, &index)
    put(2, record(("app", "mail"), ("user", "bob")), in: .default, &index)
    put(3, record(("app", "mail"), ("user", "ada")), in: work, &index)
    put(4, record(), in: work, &index)
    return index
  }

  @Test func `Searches find all that match in one collection or in all`() {
    let index = filled()
    #expect(index.search(wanted(("user", "ada"))) == [1, 3])
    #expect(index.search(wanted(("user", "ada")), in: work) == [3])
    #expect(index.search(wanted(("user", "ada"), ("app", "mail"))) == [1, 3])
    #expect(index.search(wanted(("user", "eve"))).isEmpty && index.search(wanted(("user", "bob")), in: work).isEmpty)
    #expect(index.search(.none) == [1, 2, 3, 4] && index.search(.none, in: work) == [3, 4])
  }

  @Test func `An item whose attributes change is found by the new ones alone`() {
    var index = filled()
    put(1, record(("app", "chat")), in: .default, &index)
    #expect(index.search(wanted(("user", "ada"))) == [3])
    #expect(index.search(wanted(("app", "chat"))) == [1])
    #expect(index.items(in: .default) == [1, 2] && index.count == 4)
  }

  @Test func `An item that is gone is found no more`() {
    var index = filled()
    index.remove(3)
    index.remove(3)
    #expect(index.search(wanted(("user", "ada"))) == [1])
    #expect(index.items(in: work) == [4] && index.record(3, in: work) == nil && index.isFree(3))
  }

  @Test func `An item is in its collection alone`() {
    let index = filled()
    #expect(index.record(1, in: work) == nil && index.record(1, in: .default) != nil)
  }

  @Test func `What is replaced has the same attributes and no more`() {
    let index = filled()
    #expect(index.first(with: wanted(("app", "mail")), in: .default) == nil)
    #expect(index.first(with: wanted(("user", "bob"), ("app", "mail")), in: .default) == 2)
    #expect(index.first(with: .none, in: work) == 4 && index.first(with: .none, in: .default) == nil)
  }

  /// Whatever happens, a search finds what a look at each item finds.
  @Test(arguments: 0..<20) func `Searches agree with a look at each item`(seed: UInt64) {
    var random = Sequence(state: seed)
    var (index, model) = (SecretIndex(), [UInt64: (PathElement, ItemRecord)]())
    for _ in 0..<400 {
      let number = UInt64.random(in: 1...30, using: &random)
      if Bool.random(using: &random) {
        let collection = Bool.random(using: &random) ? work : .default
        let record = record(
          ("a", "\(Int.random(in: 0..<3, using: &random))"), ("b", "\(Int.random(in: 0..<3, using: &random))"))
        put(number, record, in: collection, &index)
        model[number] = (collection, record)
      } else {
        index.remove(number)
        model[number] = nil
      }
      let wanted = wanted(("a", "\(Int.random(in: 0..<3, using: &random))"))
      let expected = model.filter { $0.value.1.attributes.match(wanted) }
      #expect(Set(index.search(wanted)) == Set(expected.keys) && index.search(wanted).count == expected.count)
      #expect(Set(index.search(wanted, in: work)) == Set(expected.filter { $0.value.0 == work }.keys))
    }
  }

  private struct Sequence: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Attributes by name, each at most once. An absent attribute differs from an empty one.
///
/// They are stored, sent and selected by in the order of their names, so that equal attributes have equal bytes. There are
/// few at a time, and a linear search costs less than hashing a name.
package struct ItemAttributes: Sendable, Equatable {
  private struct Entry: Sendable, Equatable {
    let code: UInt32
    let attribute: ItemAttribute
    var value: AttributeValue
  }

  private var entries: [Entry] = []

  package init() {}

  package init(minimumCapacity: Int) { entries.reserveCapacity(minimumCapacity) }

  // MARK: - One of them

  package subscript(attribute: ItemAttribute) -> AttributeValue? {
    get { position(of: attribute).map { entries[$0].value } }
    set {
      switch (position(of: attribute), newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): insert(attribute, value)
      case (nil, nil): break
      }
    }
  }

  /// Searches without copying entries, which would change the reference counts of their values.
  private func position(of attribute: ItemAttribute) -> Int? {
    entries.indices.first { entries[$0].attribute == attribute }
  }

  /// Adds an attribute by its number, if that is known and higher than all numbers so far.
  package mutating func append(code: UInt32, _ value: AttributeValue) -> Outcome {
    guard code > entries.last?.code ?? 0, let attribute = ItemAttribute(code: code) else { return .refused }
    entries.append(Entry(code: code, attribute: attribute, value: value))
    return .added
  }

  package enum Outcome: Sendable { case added, refused }

  private mutating func insert(_ attribute: ItemAttribute, _ value: AttributeValue) {
    let code = attribute.code
    let index = entries.indices.first { entries[$0].code > code } ?? entries.endIndex
    entries.insert(Entry(code: code, attribute: attribute, value: value), at: index)
  }

  // MARK: - All of them

  package var keys: [ItemAttribute] { entries.map(\.attribute) }

  package var values: [AttributeValue] { entries.map(\.value) }

  package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> ItemAttributes {
    var left = self
    left.entries = try entries.filter { try isIncluded(($0.attribute, $0.value)) }
    return left
  }

  /// Adds the attributes of the other. If both have one, `choose` decides which value is kept.
  package mutating func merge(
    _ other: ItemAttributes, uniquingKeysWith choose: (AttributeValue, AttributeValue) -> AttributeValue
  ) {
    for (attribute, value) in other { self[attribute] = self[attribute].map { choose($0, value) } ?? value }
  }

  package func merging(
    _ other: ItemAttributes, uniquingKeysWith choose: (AttributeValue, AttributeValue) -> AttributeValue
  ) -> ItemAttributes {
    var merged = self
    merged.merge(other, uniquingKeysWith: choose)
    return merged
  }
}

extension ItemAttributes: RandomAccessCollection {
  package typealias Element = (key: ItemAttribute, value: AttributeValue)

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }
  package subscript(position: Int) -> Element { (entries[position].attribute, entries[position].value) }
}

extension ItemAttributes: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (ItemAttribute, AttributeValue)...) {
    for (attribute, value) in elements {
      precondition(self[attribute] == nil, "each attribute once")
      self[attribute] = value
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A map whose keys are numbers or texts, each of them once. Maps are equal whatever the order they were read in.
package struct CBORMap: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// The entries in the order of the encoded keys, which is that of CTAP2's canonical form and of RFC 8949, 4.2.1 at
  /// once: for keys of these kinds the two agree.
  package let entries: [Entry]

  package struct Entry: Sendable, Equatable {
    package let key: CBORValue
    package let value: CBORValue

    init(_ key: CBORValue, _ value: CBORValue) {
      self.key = key
      self.value = value
    }

    package static func == (one: Entry, other: Entry) -> Bool {
      one.key.isSameKey(as: other.key) && one.value == other.value
    }
  }

  /// Makes a map written in code, whose keys differ.
  package init(dictionaryLiteral pairs: (CBORValue, CBORValue)...) {
    guard let map = try? CBORMap(entries: pairs.map { Entry($0.0, $0.1) }) else {
      preconditionFailure("a key stands twice in a map, or is no number or text")
    }
    self = map
  }

  init(entries: [Entry]) throws(CBORError) {
    guard entries.allSatisfy({ $0.key.keyHead != nil }) else { throw .unsupportedKey }
    let sorted = entries.sorted { $0.key.precedes($1.key) }
    for (one, next) in zip(sorted, sorted.dropFirst()) where one.key.isSameKey(as: next.key) { throw .repeatedKey }
    self.entries = sorted
  }

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  package subscript(_ label: Int) -> CBORValue? { value(of: CBORValue(label)) }
  package subscript(_ name: String) -> CBORValue? { value(of: .text(name)) }

  private func value(of key: CBORValue) -> CBORValue? { entries.first { $0.key.isSameKey(as: key) }?.value }
}

extension CBORValue {
  /// The major type and the argument that a key's encoding begins with; nil for what is no key.
  fileprivate var keyHead: (major: UInt8, argument: UInt64)? {
    switch self {
    case .unsigned(let number): (0, number)
    case .negative(let number): (1, number)
    case .text(let text): (3, UInt64(text.utf8.count))
    default: nil
    }
  }

  /// Whether the encoding of this key comes first. Of two arguments the smaller one's shortest form does.
  fileprivate func precedes(_ other: CBORValue) -> Bool {
    guard let one = keyHead, let next = other.keyHead else { return false }
    if case .text(let text) = self, case .text(let following) = other, one == next {
      return text.utf8.lexicographicallyPrecedes(following.utf8)
    }
    return one < next
  }

  /// Whether two keys have one encoding: Swift also calls texts equal whose characters are composed differently.
  fileprivate func isSameKey(as other: CBORValue) -> Bool {
    switch (self, other) {
    case (.unsigned(let one), .unsigned(let next)), (.negative(let one), .negative(let next)): one == next
    case (.text(let one), .text(let next)): one.utf8.count == next.utf8.count && one.utf8.elementsEqual(next.utf8)
    default: false
    }
  }
}

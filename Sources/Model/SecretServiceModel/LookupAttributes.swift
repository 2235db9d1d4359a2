// SPDX-License-Identifier: Apache-2.0

/// The attributes by which an item is found: names with values, which are bytes that nothing normalises.
package struct LookupAttributes: Sendable, Equatable {
  package struct Pair: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    package static func == (one: Pair, other: Pair) -> Bool {
      one.name.utf8.elementsEqual(other.name.utf8) && one.value.utf8.elementsEqual(other.value.utf8)
    }
  }

  /// The name under which libsecret keeps what kind of item one is.
  package static let schemaName = "xdg:schema"

  /// The pairs in the order of the names' bytes, each name once.
  package let pairs: [Pair]

  package static let none = LookupAttributes(sorted: [])

  private init(sorted pairs: [Pair]) { self.pairs = pairs }

  /// Takes attributes that are in order; nil unless they are so already, each once.
  init?(inOrder pairs: [Pair]) {
    guard zip(pairs, pairs.dropFirst()).allSatisfy({ $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }),
      Self.fit(pairs)
    else { return nil }
    self.pairs = pairs
  }

  /// The attributes of pairs; of a name that is there twice the last counts. Nil where there are more than one item may
  /// have.
  package init?(_ pairs: [Pair]) {
    var sorted: [Pair] = []
    let ordered = pairs.enumerated().sorted { one, other in
      one.element.name.utf8.elementsEqual(other.element.name.utf8)
        ? one.offset < other.offset
        : one.element.name.utf8.lexicographicallyPrecedes(other.element.name.utf8)
    }
    for (_, pair) in ordered {
      if let previous = sorted.last, previous.name.utf8.elementsEqual(pair.name.utf8) { sorted.removeLast() }
      sorted.append(pair)
    }
    guard Self.fit(sorted) else { return nil }
    self.pairs = sorted
  }

  private static func fit(_ pairs: [Pair]) -> Bool {
    let isSmall = pairs.allSatisfy {
      $0.name.utf8.count <= SecretServiceLimits.attributeName
        && $0.value.utf8.count <= SecretServiceLimits.attributeValue
    }
    let bytes = pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    return isSmall && pairs.count <= SecretServiceLimits.attributes && bytes <= SecretServiceLimits.attributeBytes
  }

  /// Whether an item with these is one that a search for the others finds: it has each of them. A search for nothing finds all.
  package func match(_ wanted: LookupAttributes) -> Bool {
    var rest = pairs[...]
    for pair in wanted.pairs {
      guard let index = rest.firstIndex(of: pair) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  /// The schema that libsecret gives what has none of its own.
  private static let genericSchema = Pair(schemaName, "org.freedesktop.Secret.Generic")

  /// The same without a schema that says nothing: gnome-keyring tells it of such an item at one time, and leaves it out at another.
  package var withoutGenericSchema: LookupAttributes {
    LookupAttributes(sorted: pairs.filter { $0 != Self.genericSchema })
  }

  package var schema: String? { pairs.first { $0.name == Self.schemaName }?.value }
}

// SPDX-License-Identifier: Apache-2.0

/// A map whose keys are numbers or texts, each of them once. Maps are equal whatever the order they were read in.
package struct CBORMap: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// The entries in the order of the encoded keys, which is that of CTAP2's canonical form and of RFC 8949, 4.2.1 at
  /// once: for keys of these kinds the two agree.
  package let entries: [Entry]

  package struct Entry: Sendable, Equatable {
    package let key: CBORValue
    package let value: CBORValue
    let encodedKey: [UInt8]

    init(_ key: CBORValue, _ value: CBORValue) {
      self.key = key
      self.value = value
      encodedKey = key.encoded
    }

    // Encoded keys tell texts apart that Swift calls equal although their bytes differ.
    package static func == (one: Entry, other: Entry) -> Bool {
      one.encodedKey == other.encodedKey && one.value == other.value
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
    for entry in entries {
      switch entry.key {
      case .unsigned, .negative, .text: continue
      default: throw .unsupportedKey
      }
    }
    let sorted = entries.sorted { $0.encodedKey.lexicographicallyPrecedes($1.encodedKey) }
    for (one, next) in zip(sorted, sorted.dropFirst()) where one.encodedKey == next.encodedKey { throw .repeatedKey }
    self.entries = sorted
  }

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  package subscript(_ label: Int) -> CBORValue? { value(of: CBORValue(label)) }
  package subscript(_ name: String) -> CBORValue? { value(of: .text(name)) }

  private func value(of key: CBORValue) -> CBORValue? {
    let encoded = key.encoded
    return entries.first { $0.encodedKey == encoded }?.value
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Why bytes give no CBOR value (RFC 8949).
package enum CBORError: Error, Equatable, Sendable {
  /// The bytes end inside an item, or an item claims more than there is.
  case short
  /// The bytes go on after the item.
  case long
  /// A length or a number is not in its shortest form (RFC 8949, 4.2.1).
  case notShortest
  /// A length that is only known at the end (RFC 8949, 3.2).
  case indefiniteLength
  /// A map has a key twice.
  case repeatedKey
  /// A key that is neither a number nor a text.
  case unsupportedKey
  /// A text that is not UTF-8.
  case badText
  /// A tag, a floating-point number or a simple value other than false, true and null.
  case unsupported
  /// More bytes than the limits allow.
  case tooLarge
  /// Deeper, or with more items, than the limits allow.
  case tooComplex
}

/// The limits of a reader, above which it refuses the bytes.
package struct CBORLimits: Sendable {
  package let bytes: Int
  /// The most arrays and maps that may enclose an item.
  package let depth: Int
  /// How many items there may be in all, keys among them.
  package let items: Int

  package init(bytes: Int, depth: Int, items: Int) {
    self.bytes = bytes
    self.depth = depth
    self.items = items
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The kind of a query's key, by its shape alone: Apple's `query_applier`. Keys that nobody knows have a kind too.
package enum QueryKeyKind: Sendable, Equatable {
  case attribute, itemClass, returns, value, match, use
  /// Accepted without an effect.
  case ignored
  case unknown

  package init(_ key: String) {
    if key.utf16.count == 4 {
      self = .attribute
      return
    }
    switch key.utf8.first {
    case UInt8(ascii: "c") where key == QueryKey.itemClass.rawValue: self = .itemClass
    case UInt8(ascii: "r"): self = .returns
    case UInt8(ascii: "v"): self = .value
    case UInt8(ascii: "m"): self = .match
    case UInt8(ascii: "u"): self = .use
    case UInt8(ascii: "f"): self = .ignored
    default: self = .unknown
    }
  }
}

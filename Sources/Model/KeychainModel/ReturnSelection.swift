// SPDX-License-Identifier: Apache-2.0

/// The parts of an item that a caller wants: the `kSecReturn…` keys that are true.
package struct ReturnSelection: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let data = ReturnSelection(rawValue: 1 << 0)
  package static let attributes = ReturnSelection(rawValue: 1 << 1)
  /// An object made of the item. This needs the attributes and, for keys and certificates, the data.
  package static let reference = ReturnSelection(rawValue: 1 << 2)
  package static let persistentReference = ReturnSelection(rawValue: 1 << 3)

  package static let all: ReturnSelection = [.data, .attributes, .reference, .persistentReference]
}

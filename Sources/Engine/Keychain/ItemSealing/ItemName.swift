// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import ProtectionModel

/// The class and identifier that a sealed item is bound to: its parts do not open under another name.
package struct ItemName: Sendable, Equatable {
  package let itemClass: ItemClass
  /// The identifier of its persistent reference.
  package let identifier: [UInt8]

  package init(_ itemClass: ItemClass, identifier: [UInt8]) {
    self.itemClass = itemClass
    self.identifier = identifier
  }

  enum Part: UInt8 { case attributes = 1, data = 2 }

  /// The associated data of a part: format, part, class key, whether there is data, item class, identifier; 24 bytes.
  func associated(_ part: Part, _ keyClass: KeyClass, hasData: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    bytes.append(contentsOf: [ItemSeal.format, part.rawValue, keyClass.rawValue, hasData ? 1 : 0])
    bytes.append(contentsOf: itemClass.rawValue.utf8)
    bytes.append(contentsOf: identifier)
    return bytes
  }
}

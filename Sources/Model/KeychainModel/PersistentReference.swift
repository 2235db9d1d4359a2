// SPDX-License-Identifier: Apache-2.0
import WireFormat

/// A reference to an item that stays valid when its attributes change: 20 bytes to callers.
package struct PersistentReference: Sendable, Hashable {
  package let itemClass: ItemClass
  package let target: Target

  package enum Target: Sendable, Hashable {
    /// 16 random bytes, which stay the item's as long as it exists.
    case identifier([UInt8])
    /// The number of a row, as in references of older keychains: 12 bytes to callers. They are still accepted.
    case row(Int64)
  }

  package static let identifierSize = 16

  package init?(_ itemClass: ItemClass, identifier: [UInt8]) {
    guard identifier.count == Self.identifierSize else { return nil }
    self.itemClass = itemClass
    target = .identifier(identifier)
  }

  package init(_ itemClass: ItemClass, row: Int64) {
    self.itemClass = itemClass
    target = .row(row)
  }

  package var isLegacy: Bool { if case .row = target { true } else { false } }

  /// The class's four characters, then the identifier or the big-endian row.
  package var bytes: [UInt8] {
    switch target {
    case .identifier(let identifier): Array(itemClass.rawValue.utf8) + identifier
    case .row(let row):
      Array(itemClass.rawValue.utf8)
        + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: row >> Int64($0)) }
    }
  }

  /// Any other length or class is `errSecParam`.
  package init(_ bytes: Span<UInt8>) throws(KeychainStatus) {
    do {
      self = try Self.decode(bytes)
    } catch {
      throw .param
    }
  }

  private static func decode(_ bytes: Span<UInt8>) throws(WireError) -> PersistentReference {
    var cursor = WireCursor()
    guard let name = String(validating: try cursor.bytes(4, in: bytes), as: UTF8.self),
      let itemClass = ItemClass(rawValue: name)
    else { throw .badValue }
    if bytes.count == 12 {
      return PersistentReference(itemClass, row: Int64(bitPattern: try cursor.integer(in: bytes)))
    }
    let identifier = try cursor.bytes(identifierSize, in: bytes)
    try cursor.end(in: bytes)
    guard let reference = PersistentReference(itemClass, identifier: identifier) else { throw .badValue }
    return reference
  }
}

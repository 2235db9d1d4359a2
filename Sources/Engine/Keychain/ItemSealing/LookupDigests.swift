// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeychainModel
package import SecretMemory

/// Columns hold digests in place of values: HMAC-SHA-256 under a key that the enclave wraps, cut to 16 bytes.
///
/// Rows can be found by them in every lock state, and without the key nobody can test guesses of a value. The same value
/// has another digest in each attribute of each class, except in the two that join a key and its certificate.
package final class LookupDigests: Sendable {
  package static let size = 16
  private let key: SecretBytes

  package init(_ key: consuming SecretBytes) { self.key = key }

  private enum Use: UInt8 { case attribute = 1, joining = 2, primaryKey = 3 }

  /// The digest by which a value is found; nil for an absent attribute, and for the empty value of an attribute of the
  /// primary key, which means the same.
  package func digest(_ value: AttributeValue?, _ column: AttributeColumn, _ itemClass: ItemClass) -> [UInt8]? {
    guard let bytes = value?.comparedBytes else { return nil }
    if column.isPrimaryKey, bytes == column.emptyValue.comparedBytes { return nil }
    return digest(bytes, column.attribute, itemClass)
  }

  private func digest(_ bytes: [UInt8], _ attribute: ItemAttribute, _ itemClass: ItemClass) -> [UInt8] {
    switch attribute {
    case .applicationLabel, .publicKeyHash: return digest([Use.joining.rawValue] + bytes)
    default:
      var message: [UInt8] = []
      message.reserveCapacity(9 + bytes.count)
      message.append(Use.attribute.rawValue)
      message += itemClass.rawValue.utf8
      message += attribute.rawValue.utf8
      message += bytes
      return digest(message)
    }
  }

  /// The digest of an item's primary key. No two items of a store have the same one.
  package func primaryKey(_ attributes: ItemAttributes, _ itemClass: ItemClass) -> [UInt8] {
    var message = [Use.primaryKey.rawValue] + Array(itemClass.rawValue.utf8)
    for column in ItemSchema.of(itemClass).primaryKey {
      let bytes = (attributes[column.attribute] ?? column.emptyValue).comparedBytes
      message += stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
      message += bytes
    }
    return digest(message)
  }

  private func digest(_ message: [UInt8]) -> [UInt8] {
    var digest = HMACSHA256.authenticate(message.span, key: key)
    digest.removeLast(digest.count - Self.size)
    return digest
  }
}

// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import KeychainStore
import SQLiteDatabase
import WireFormat

/// What lies inside an authentic seal of the keychain, access controls and persistent references: what decodes encodes
/// to the very bytes it came from.
package enum KeychainItemsTarget: FuzzTarget {
  package static let name = "KeychainItems"

  package static func run(_ bytes: [UInt8]) {
    if let contents = try? AttributeCoding.decode(bytes.span) {
      guard let buffer = try? AttributeCoding.encode(contents) else {
        preconditionFailure("what decodes does not encode")
      }
      let same = buffer.withBytes { again in
        again.count == bytes.count && again.indices.allSatisfy { again[$0] == bytes[$0] }
      }
      precondition(same, "attributes have two encodings")
    }
    let lost = LostItems.decode(bytes.span)
    precondition(bytes.starts(with: LostItems.encode(lost)), "what is lost has two encodings")
    // As the second page of a file of two; what is on it may name either as its next one.
    let page = Array((bytes + [UInt8](repeating: 0, count: DatabasePages.pageSize)).prefix(DatabasePages.pageSize))
    _ = StoreSalvage(DatabasePages(count: 2) { _ in page })
    if let control = try? AccessControl(serialized: bytes.span) {
      precondition(control.serialized == bytes, "an access control has two encodings")
    }
    if let reference = try? PersistentReference(bytes.span) {
      precondition(reference.bytes == bytes, "a reference has two encodings")
    }
  }
}

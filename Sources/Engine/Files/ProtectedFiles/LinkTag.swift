// SPDX-License-Identifier: Apache-2.0
import Base64Coding

/// A tag that stands for one name in one directory, in the record of the file or directory that has it.
///
/// The first 8 bytes of what the backing name encodes: the synthetic IV of the sealed name, or the hash of a long one.
/// Either depends on a key, the folder and the whole name, so that nobody without the key can make another name with
/// the same tag.
package struct LinkTag: Hashable, Sendable {
  package static let size = 8
  let value: UInt64

  init(value: UInt64) { self.value = value }

  /// Reads a name in the store; nil for text that is none.
  package init?(backingName: String) {
    let text = backingName.utf8.drop { $0 == BackingName.longMarker }
    guard let bytes = Base64URL.decode(text.prefix(12)), bytes.count >= Self.size else { return nil }
    value = UInt64(bigEndian: bytes.prefix(Self.size))
  }
}

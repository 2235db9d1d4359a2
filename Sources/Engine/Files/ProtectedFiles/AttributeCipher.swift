// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SystemCalls

/// Seals the extended attributes programs set, names and values, under the volume key: they stay readable while
/// locked, as on Apple's systems.
///
/// A name is stored as `user.bailey.` and base64url of the sealed name; a value is sealed with the file's id and the
/// name as associated data, a zero byte before it so that an empty value can be sealed too.
package struct AttributeCipher: Sendable {
  package static let prefix = "user.bailey."
  /// The longest name, without `user.`, whose stored form still is an attribute name of 255 bytes.
  package static let longestName = 166
  private let keys: VolumeKeys

  package init(_ keys: VolumeKeys) { self.keys = keys }

  package func sealName(_ name: [UInt8]) throws(FileFormatError) -> String {
    guard !name.isEmpty, name.count <= Self.longestName else { throw .nameTooLong }
    guard let sealed = try? AESSIV.seal(name.span, associated: [Self.nameLabel], key: keys.attributes) else {
      throw .damagedName
    }
    var text = Array(Self.prefix.utf8)
    Base64URL.encode(sealed, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for an attribute that belongs to the store.
  package func openName(_ stored: String) throws(FileFormatError) -> [UInt8]? {
    guard stored.hasPrefix(Self.prefix) else { return nil }
    guard let sealed = Base64URL.decode(stored.utf8.dropFirst(Self.prefix.utf8.count)),
      let name = try? AESSIV.open(sealed.span, associated: [Self.nameLabel], key: keys.attributes)
    else { throw .damagedName }
    return name
  }

  package func sealValue(_ value: Span<UInt8>, name: [UInt8], of file: FileID) throws(FileFormatError) -> [UInt8] {
    var plain: [UInt8] = [0]
    plain.append(contentsOf: value.array)
    guard let sealed = try? AESSIV.seal(plain.span, associated: [file.bytes, name], key: keys.attributes) else {
      throw .damagedName
    }
    return sealed
  }

  package func openValue(_ sealed: [UInt8], name: [UInt8], of file: FileID) throws(FileFormatError) -> [UInt8] {
    guard let plain = try? AESSIV.open(sealed.span, associated: [file.bytes, name], key: keys.attributes) else {
      throw .damagedName
    }
    return Array(plain.dropFirst())
  }

  private static let nameLabel = Array("name".utf8)
}

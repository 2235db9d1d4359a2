// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import SystemCalls

/// Seals the extended attributes programs set, names and values, under the volume key: they stay readable while
/// locked, as on Apple's systems.
///
/// A name is stored as `user.bailey.` and base64url of the sealed name; a value is sealed with the file's id and the
/// name as associated data, a zero byte before it so that an empty value can be sealed too.
///
/// Where the name would be too long for that, it is stored as `user.bailey.~` and base64url of the sealed name's SHA-256,
/// and the sealed name lies before the value, its size (2 bytes) before it.
package struct AttributeCipher: Sendable {
  package static let prefix = "user.bailey."
  /// The longest name, without `user.`, that Linux lets programs use.
  package static let longestName = 250
  /// The longest one whose stored form still is an attribute name of 255 bytes.
  package static let longestInline = 166
  private static let longMarker = prefix + "~"
  private let keys: VolumeKeys

  package init(_ keys: VolumeKeys) { self.keys = keys }

  package func sealName(_ name: [UInt8]) throws(FileFormatError) -> String {
    guard !name.isEmpty, name.count <= Self.longestName else { throw .nameTooLong }
    return Self.text(of: try seal(name), name.count)
  }

  /// The name of an attribute of a program, nil for one that belongs to the store. The value is asked for only where the
  /// name lies before it.
  package func openName(_ stored: String, value: @autoclosure () -> [UInt8]? = nil) throws(FileFormatError) -> [UInt8]?
  {
    guard stored.hasPrefix(Self.prefix) else { return nil }
    guard stored.hasPrefix(Self.longMarker) else {
      guard let sealed = Base64URL.decode(stored.utf8.dropFirst(Self.prefix.utf8.count)) else { throw .damagedName }
      return try open(sealed)
    }
    guard let (sealed, _) = value().flatMap(Self.split) else { throw .damagedName }
    let name = try open(sealed)
    guard Self.text(of: sealed, name.count) == stored else { throw .damagedName }
    return name
  }

  private func seal(_ name: [UInt8]) throws(FileFormatError) -> [UInt8] {
    guard let sealed = try? AESSIV.seal(name.span, associated: [Self.nameLabel], key: keys.attributes) else {
      throw .damagedName
    }
    return sealed
  }

  private func open(_ sealed: [UInt8]) throws(FileFormatError) -> [UInt8] {
    guard let name = try? AESSIV.open(sealed.span, associated: [Self.nameLabel], key: keys.attributes) else {
      throw .damagedName
    }
    return name
  }

  private static func text(of sealed: [UInt8], _ count: Int) -> String {
    let isLong = count > longestInline
    var text = Array((isLong ? longMarker : prefix).utf8)
    Base64URL.encode(isLong ? SHA256.hash(sealed.span) : sealed, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The sealed name and the sealed value of an attribute with a long name.
  private static func split(_ stored: [UInt8]) -> (name: [UInt8], value: [UInt8])? {
    guard stored.count >= 2 else { return nil }
    let count = Int(UInt16(bigEndian: stored.prefix(2)))
    let rest = stored.dropFirst(2)
    return rest.count < count ? nil : (Array(rest.prefix(count)), Array(rest.dropFirst(count)))
  }

  // MARK: - Values

  package func sealValue(_ value: Span<UInt8>, name: [UInt8], of file: FileID) throws(FileFormatError) -> [UInt8] {
    var plain: [UInt8] = [0]
    plain.append(contentsOf: value.array)
    guard let sealed = try? AESSIV.seal(plain.span, associated: [file.bytes, name], key: keys.attributes) else {
      throw .damagedName
    }
    guard name.count > Self.longestInline else { return sealed }
    let sealedName = try seal(name)
    return UInt16(sealedName.count).bigEndianBytes + sealedName + sealed
  }

  package func openValue(_ stored: [UInt8], name: [UInt8], of file: FileID) throws(FileFormatError) -> [UInt8] {
    var sealed = stored
    if name.count > Self.longestInline {
      guard let (sealedName, value) = Self.split(stored), try open(sealedName) == name else { throw .damagedName }
      sealed = value
    }
    guard let plain = try? AESSIV.open(sealed.span, associated: [file.bytes, name], key: keys.attributes) else {
      throw .damagedName
    }
    return Array(plain.dropFirst())
  }

  private static let nameLabel = Array("name".utf8)
}

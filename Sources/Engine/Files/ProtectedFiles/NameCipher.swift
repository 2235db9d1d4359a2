// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives

/// Seals names with AES-SIV (RFC 5297), the directory's id as associated data.
///
/// Deterministic, so that a name is found without reading its folder. The same name in two folders looks different, and
/// the name of an entry that was moved to another folder behind Bailey's back does not open.
package struct NameCipher: Sendable {
  package static let longestName = 255
  private let keys: VolumeKeys

  package init(_ keys: VolumeKeys) { self.keys = keys }

  package func seal(_ name: [UInt8], in directory: FileID) throws(FileFormatError) -> BackingName {
    guard name.count <= Self.longestName else { throw .nameTooLong }
    guard let sealed = try? AESSIV.seal(name.span, associated: [directory.bytes], key: keys.names) else {
      throw .damagedName
    }
    return Self.backingName(sealed)
  }

  /// The name of a short entry.
  package func open(_ text: String, in directory: FileID) throws(FileFormatError) -> [UInt8] {
    guard let sealed = Base64URL.decode(text.utf8) else { throw .damagedName }
    return try open(sealed: sealed, in: directory)
  }

  /// The name of a long entry, from what its sidecar holds.
  package func open(_ text: String, sidecar sealed: [UInt8], in directory: FileID) throws(FileFormatError) -> [UInt8] {
    guard Self.backingName(sealed).text == text else { throw .damagedName }
    return try open(sealed: sealed, in: directory)
  }

  private func open(sealed: [UInt8], in directory: FileID) throws(FileFormatError) -> [UInt8] {
    guard let name = try? AESSIV.open(sealed.span, associated: [directory.bytes], key: keys.names),
      name.count <= Self.longestName
    else { throw .damagedName }
    return name
  }

  private static func backingName(_ sealed: [UInt8]) -> BackingName {
    var text: [UInt8] = []
    guard sealed.count > BackingName.longestSealed else {
      Base64URL.encode(sealed, into: &text)
      return BackingName(text: String(decoding: text, as: UTF8.self), sealedName: nil)
    }
    text.append(BackingName.longMarker)
    Base64URL.encode(SHA256.hash(sealed.span), into: &text)
    return BackingName(text: String(decoding: text, as: UTF8.self), sealedName: sealed)
  }
}

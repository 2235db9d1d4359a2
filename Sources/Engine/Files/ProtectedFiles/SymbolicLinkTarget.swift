// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives

/// How the target of a symbolic link is stored.
///
/// In the link itself: base64url of a random nonce (12 bytes), the synthetic IV (16) and the ciphertext, sealed with
/// AES-SIV. A target too long for that lies in a file of the store, and the link holds `~` and base64url of that
/// file's id and the target's length (2 bytes): 25 characters, a number no base64url text has.
package enum SymbolicLinkTarget: Equatable, Sendable {
  case inline(String)
  case detached(link: String, file: FileID, contents: [UInt8])

  package static let longest = 4095
  private static let longestText = 4095
  private static let nonceSize = 12
  private static let overhead = nonceSize + AESSIV.tagSize
  private static let detachedSize = 25

  package static func seal(_ target: [UInt8], _ keys: VolumeKeys) throws(FileFormatError) -> SymbolicLinkTarget {
    guard !target.isEmpty, target.count <= longest else { throw .nameTooLong }
    let nonce = SystemRandom.bytes(nonceSize)
    guard let sealed = try? AESSIV.seal(target.span, associated: [nonce], key: keys.targets) else {
      throw .damagedName
    }
    let contents = nonce + sealed
    guard Base64URL.encodedCount(contents.count) > longestText else { return .inline(text(contents)) }
    let file = FileID()
    let link = "~" + text(file.bytes + UInt16(target.count).bigEndianBytes)
    return .detached(link: link, file: file, contents: contents)
  }

  /// The size `stat` shows for a link whose stored text has this many bytes; nil where the text has to be read for it.
  package static func plainSize(ofText count: Int) -> Int? {
    count == detachedSize ? nil : max(Base64URL.decodedCount(count) - overhead, 0)
  }

  /// The file that holds the target, and the target's length; nil if the link's text holds it itself.
  package static func detached(_ text: [UInt8]) throws(FileFormatError) -> (file: FileID, size: Int)? {
    guard text.count == detachedSize else { return nil }
    guard text.first == UInt8(ascii: "~"), let bytes = Base64URL.decode(text.dropFirst()),
      let file = FileID(bytes.prefix(FileID.size))
    else { throw .damagedName }
    return (file, Int(UInt16(bigEndian: bytes.dropFirst(FileID.size))))
  }

  package static func open(text: [UInt8], _ keys: VolumeKeys) throws(FileFormatError) -> [UInt8] {
    guard let contents = Base64URL.decode(text) else { throw .damagedName }
    return try open(contents: contents, keys)
  }

  package static func open(contents: [UInt8], _ keys: VolumeKeys) throws(FileFormatError) -> [UInt8] {
    guard contents.count > overhead, contents.count <= overhead + longest else { throw .damagedName }
    let sealed = Array(contents.dropFirst(nonceSize))
    let nonce = Array(contents.prefix(nonceSize))
    guard let target = try? AESSIV.open(sealed.span, associated: [nonce], key: keys.targets) else {
      throw .damagedName
    }
    return target
  }

  private static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    Base64URL.encode(bytes, into: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

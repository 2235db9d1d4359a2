// SPDX-License-Identifier: Apache-2.0
import ProtectedFiles

/// Names, link tags, link targets and attributes, as found and with anything inside an authentic seal.
package enum FileNamesTarget: FuzzTarget {
  package static let name = "FileNames"
  private static let names = NameCipher(FormatSeal.volume)
  private static let attributes = AttributeCipher(FormatSeal.volume)

  package static func run(_ bytes: [UInt8]) {
    guard let directory = FileID([UInt8](repeating: 5, count: FileID.size)) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    found(text, bytes, directory)
    // AES-SIV seals nothing that is empty.
    if !bytes.isEmpty {
      name(bytes, directory)
      target(bytes)
    }
    attribute(text, bytes, directory)
    _ = FileID(hexadecimal: text)
  }

  private static func found(_ text: String, _ bytes: [UInt8], _ directory: FileID) {
    _ = LinkTag(backingName: text)
    if case .sidecar(let entry) = BackingName.kind(of: text) { precondition(text.utf8.count > entry.utf8.count) }
    if let name = try? names.open(text, in: directory) {
      precondition((try? names.seal(name, in: directory))?.text == text, "a name has one sealed form")
    }
    precondition((try? names.open(text, sidecar: bytes, in: directory)) == nil, "no text is the hash of itself")
  }

  private static func name(_ bytes: [UInt8], _ directory: FileID) {
    let sealed = FormatSeal.siv(bytes, [directory.bytes], "names")
    let text = FormatSeal.base64URL(sealed)
    guard let backing = try? names.seal(bytes, in: directory) else {
      precondition(bytes.count > NameCipher.longestName, "a name that fits can be sealed")
      precondition((try? names.open(text, in: directory)) == nil, "a name is never too long")
      return
    }
    precondition(backing.text.utf8.count <= 255, "a backing name fits")
    precondition(LinkTag(backingName: backing.text) != nil, "every backing name has a tag")
    if let kept = backing.sealedName {
      precondition(kept == sealed && (try? names.open(backing.text, sidecar: kept, in: directory)) == bytes)
    } else {
      precondition(backing.text == text && (try? names.open(text, in: directory)) == bytes)
    }
  }

  private static func target(_ bytes: [UInt8]) {
    _ = SymbolicLinkTarget.plainSize(ofText: bytes.count)
    _ = try? SymbolicLinkTarget.detached(bytes)
    _ = try? SymbolicLinkTarget.open(text: bytes, FormatSeal.volume)
    _ = try? SymbolicLinkTarget.open(contents: bytes, FormatSeal.volume)
    let nonce = [UInt8](repeating: 6, count: 12)
    let contents = nonce + FormatSeal.siv(bytes, [nonce], "targets")
    let opened = try? SymbolicLinkTarget.open(contents: contents, FormatSeal.volume)
    precondition(opened == (bytes.count > SymbolicLinkTarget.longest ? nil : bytes))
    let text = Array(FormatSeal.base64URL(contents).utf8)
    precondition((try? SymbolicLinkTarget.open(text: text, FormatSeal.volume)) == opened)
  }

  private static func attribute(_ text: String, _ bytes: [UInt8], _ file: FileID) {
    _ = try? attributes.openName(text)
    _ = try? attributes.openName(AttributeCipher.prefix + text)
    precondition((try? attributes.openValue(bytes, name: bytes, of: file)) == nil, "nothing seals itself")
    if let stored = try? attributes.sealName(bytes) {
      precondition(stored.utf8.count <= 255 && (try? attributes.openName(stored)) == bytes)
    }
    for plain in [[0] + bytes, bytes] where !plain.isEmpty {
      let sealed = FormatSeal.siv(plain, [file.bytes, [7]], "attributes")
      precondition((try? attributes.openValue(sealed, name: [7], of: file)) == Array(plain.dropFirst()))
    }
  }
}

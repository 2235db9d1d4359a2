// SPDX-License-Identifier: Apache-2.0
import ProtectedFiles

/// Names, link tags, link targets, attributes and access lists, as found and with anything inside an authentic seal.
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
    list(bytes, directory)
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
    _ = try? attributes.openName(AttributeCipher.prefix + "~" + text, value: bytes)
    if let stored = try? attributes.sealName(bytes) {
      let value = try? attributes.sealValue(bytes.span, name: bytes, of: file)
      precondition(stored.utf8.count <= 255 && (try? attributes.openName(stored, value: value)) == bytes)
      precondition(value.flatMap { try? attributes.openValue($0, name: bytes, of: file) } == bytes)
    }
    for plain in [[0] + bytes, bytes] where !plain.isEmpty {
      let sealed = FormatSeal.siv(plain, [file.bytes, [7]], "attributes")
      precondition((try? attributes.openValue(sealed, name: [7], of: file)) == Array(plain.dropFirst()))
    }
  }

  private static func list(_ bytes: [UInt8], _ file: FileID) {
    guard let list = AccessList(bytes) else { return }
    precondition(list.encoded == bytes, "a list has one form")
    for mode: UInt32 in [0, 0o640, 0o777, 0o100_750] {
      precondition(list.following(mode: mode).mode(insteadOf: mode) == mode, "a list follows its mode")
      let limited = list.limited(to: mode).mode(insteadOf: 0)
      precondition(limited & ~mode == 0, "nothing is given that was not asked for")
    }
    for kind in AccessList.Kind.allCases {
      let sealed = try? list.sealed(kind, of: file, attributes)
      precondition(sealed.flatMap { try? AccessList(sealed: $0, kind, of: file, attributes) } == list)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The list of a bundle's contents: every file with its SHA-256, size and mode, every link with its target, every
/// folder.
///
/// The signature of a bundle is made over the bytes of this list, so it seals all that is named here; whatever is not named
/// here may not be in the bundle. A list has one form only: `decode` takes exactly what `encoded` gives.
package struct SealedList: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
      case folder(mode: UInt16)
      /// `digest` is the SHA-256 of the whole file.
      case file(mode: UInt16, size: Int, digest: [UInt8])
      case link(target: String)
    }

    /// The path from the bundle's folder on, parts between slashes.
    package let path: String
    package let content: Content

    package init(_ path: String, _ content: Content) {
      self.path = path
      self.content = content
    }
  }

  /// The entries in ascending order of the bytes of their paths.
  package let entries: [Entry]

  /// Refuses a path that stands twice, and paths and links that lead out of the bundle, links through links too.
  package init(_ entries: [Entry]) throws(SealDefect) {
    let sorted = entries.sorted { Self.precedes($0.path, $1.path) }
    guard sorted.count <= SealLimits.entries else { throw .tooLarge }
    for (index, entry) in sorted.enumerated() {
      guard BundlePath.isInside(entry.path) else { throw .outside(entry.path) }
      if index > 0, sorted[index - 1].path == entry.path { throw .malformed(line: index + 2) }
      if case .link(let target) = entry.content, !BundlePath.isInside(target, fromLinkAt: entry.path) {
        throw .outside(entry.path)
      }
    }
    var links = SealedLinks(sorted)
    try links.check()
    self.entries = sorted
  }

  package subscript(path: String) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path == path { return entries[middle] }
      if Self.precedes(entries[middle].path, path) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// The bytes of all files together.
  package var size: Int {
    entries.reduce(0) { sum, entry in
      guard case .file(_, let size, _) = entry.content else { return sum }
      return sum + size
    }
  }

  static func precedes(_ one: String, _ other: String) -> Bool { one.utf8.lexicographicallyPrecedes(other.utf8) }
}

/// The bounds of a sealed list.
package enum SealLimits {
  package static let bytes = 2 << 20
  package static let entries = 20_000
  package static let path = 1024
  package static let depth = 32
}

/// Why bytes are no sealed list.
package enum SealDefect: Error, Equatable, Sendable {
  case tooLarge
  /// The line, counted from 1, is malformed.
  case malformed(line: Int)
  /// A path or a link that leads out of the bundle.
  case outside(String)
}

/// Paths in a bundle.
package enum BundlePath {
  /// The folder of the signature: the one folder that is not sealed.
  package static let signatureFolder = "_CodeSignature"
  package static let sealedList = signatureFolder + "/SealedList"
  package static let signature = signatureFolder + "/Signature"

  /// Whether a path has only names between its slashes, and not too many.
  package static func isInside(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return path.utf8.count <= SealLimits.path && parts.count <= SealLimits.depth && !path.utf8.contains(0)
      && parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }

  /// Whether a link's target stays in the bundle at every step of it.
  package static func isInside(_ target: String, fromLinkAt path: String) -> Bool {
    guard !target.isEmpty, target.utf8.count <= SealLimits.path, !target.utf8.contains(0), target.utf8.first != 0x2F
    else { return false }
    var depth = path.utf8.count { $0 == 0x2F }
    for part in target.utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual("..".utf8) { depth -= 1 } else if !part.elementsEqual(".".utf8) { depth += 1 }
      guard depth >= 0 else { return false }
    }
    return true
  }
}

// MARK: - Bytes

extension SealedList {
  private static let heading = "Bailey sealed list 1"

  /// A line of text for each entry: `folder MODE PATH`, `file MODE SIZE SHA-256 PATH`, `link PATH TARGET`. Modes are octal.
  /// In paths, bytes up to 32, 37 (percent) and 127 are written as a percent sign and two hexadecimal digits.
  package func encoded() throws(SealDefect) -> [UInt8] {
    var bytes = Array((Self.heading + "\n").utf8)
    for entry in entries {
      bytes += Array(Self.line(of: entry).utf8) + [UInt8(ascii: "\n")]
      guard bytes.count <= SealLimits.bytes else { throw .tooLarge }
    }
    return bytes
  }

  private static func line(of entry: Entry) -> String {
    let path = escaped(entry.path)
    return switch entry.content {
    case .folder(let mode): "folder \(String(mode, radix: 8)) \(path)"
    case .file(let mode, let size, let digest):
      "file \(String(mode, radix: 8)) \(size) \(Hexadecimal.text(digest)) \(path)"
    case .link(let target): "link \(path) \(escaped(target))"
    }
  }

  package static func decode(_ bytes: Span<UInt8>) throws(SealDefect) -> SealedList {
    guard bytes.count <= SealLimits.bytes else { throw .tooLarge }
    let text = bytes.indices.map { bytes[$0] }
    guard text.last == UInt8(ascii: "\n"), text.starts(with: (heading + "\n").utf8) else { throw .malformed(line: 1) }
    let lines = text.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst()
    guard lines.count <= SealLimits.entries else { throw .tooLarge }
    var entries: [Entry] = []
    for line in lines {
      guard let entry = entry(from: line), entries.last.map({ precedes($0.path, entry.path) }) ?? true else {
        throw .malformed(line: entries.count + 2)
      }
      entries.append(entry)
    }
    let list = try SealedList(entries)
    // What is not in the one form, such as `0644` for `644`, is refused as a whole.
    guard try list.encoded() == text else { throw .malformed(line: 1) }
    return list
  }

  private static func entry(from line: ArraySlice<UInt8>) -> Entry? {
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    switch (words.first, words.count) {
    case ("folder", 3):
      guard let mode = mode(words[1]), let path = unescaped(words[2]) else { return nil }
      return Entry(path, .folder(mode: mode))
    case ("file", 5):
      guard let mode = mode(words[1]), let size = Int(words[2]), size >= 0, let digest = Hexadecimal.bytes(words[3]),
        digest.count == 32, let path = unescaped(words[4])
      else { return nil }
      return Entry(path, .file(mode: mode, size: size, digest: digest))
    case ("link", 3):
      guard let path = unescaped(words[1]), let target = unescaped(words[2]) else { return nil }
      return Entry(path, .link(target: target))
    default: return nil
    }
  }

  /// Permissions alone: there is no set-user-ID program in a bundle.
  private static func mode(_ text: Substring) -> UInt16? {
    guard let mode = UInt16(text, radix: 8), mode <= 0o777 else { return nil }
    return mode
  }

  private static func escaped(_ path: String) -> String {
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if byte <= 32 || byte == 127 || byte == UInt8(ascii: "%") {
        bytes += [UInt8(ascii: "%")] + Hexadecimal.text([byte]).utf8
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = Hexadecimal.bytes(String(decoding: rest.prefix(2), as: UTF8.self)[...]) else {
        return nil
      }
      bytes += value
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// Bytes as hexadecimal digits in small letters.
package enum Hexadecimal {
  package static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  package static func bytes(_ text: Substring) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

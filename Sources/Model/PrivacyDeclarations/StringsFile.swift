// SPDX-License-Identifier: Apache-2.0
import PropertyLists

/// An `InfoPlist.strings`: pairs of quoted texts, or a property list.
package struct StringsFile: Sendable {
  package private(set) var values: [String: String] = [:]

  package static let largest = 1 << 20
  private static let mostPairs = 10_000

  /// Nil for what is neither.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.largest else { return nil }
    if let members = try? PropertyList.read(bytes.span).dictionary {
      values = members.compactMapValues(\.string)
      return
    }
    guard let text = Self.text(of: bytes), let pairs = Self.pairs(in: Array(text.unicodeScalars)) else { return nil }
    values = pairs
  }

  /// UTF-8, or UTF-16 as its mark says.
  private static func text(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(validating: bytes.dropFirst(3), as: UTF8.self) }
    let isBig = bytes.starts(with: [0xFE, 0xFF])
    guard isBig || bytes.starts(with: [0xFF, 0xFE]) else { return String(validating: bytes, as: UTF8.self) }
    guard bytes.count % 2 == 0 else { return nil }
    let units = stride(from: 2, to: bytes.count, by: 2).map { (index: Int) -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  private static func pairs(in scalars: [Unicode.Scalar]) -> [String: String]? {
    var (result, at): ([String: String], Int) = ([:], 0)
    while let found = skipSpace(scalars, at) {
      at = found
      if at == scalars.count { return result }
      guard result.count < mostPairs, let key = word(scalars, &at), let equals = skipSpace(scalars, at),
        equals < scalars.count, scalars[equals] == "="
      else { return nil }
      at = equals + 1
      guard let start = skipSpace(scalars, at) else { return nil }
      at = start
      guard let value = word(scalars, &at), let end = skipSpace(scalars, at), end < scalars.count, scalars[end] == ";"
      else { return nil }
      at = end + 1
      result[key] = value
    }
    return nil
  }

  /// Past white space and comments; nil where a comment does not end.
  private static func skipSpace(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
    var at = start
    while at < scalars.count {
      if scalars[at].properties.isWhitespace {
        at += 1
      } else if scalars[at] == "/", at + 1 < scalars.count, scalars[at + 1] == "/" {
        while at < scalars.count, scalars[at] != "\n" { at += 1 }
      } else if scalars[at] == "/", at + 1 < scalars.count, scalars[at + 1] == "*" {
        at += 2
        while at + 1 < scalars.count, !(scalars[at] == "*" && scalars[at + 1] == "/") { at += 1 }
        guard at + 1 < scalars.count else { return nil }
        at += 2
      } else {
        return at
      }
    }
    return at
  }

  /// In quotes, or letters and digits without.
  private static func word(_ scalars: [Unicode.Scalar], _ at: inout Int) -> String? {
    var text = String.UnicodeScalarView()
    guard at < scalars.count else { return nil }
    guard scalars[at] == "\"" else {
      while at < scalars.count,
        scalars[at].properties.isAlphabetic || "0123456789_.-".unicodeScalars.contains(scalars[at])
      {
        text.append(scalars[at])
        at += 1
      }
      return text.isEmpty ? nil : String(text)
    }
    at += 1
    while at < scalars.count, scalars[at] != "\"" {
      if scalars[at] == "\\" {
        at += 1
        guard at < scalars.count else { return nil }
        text.append(escaped(scalars, &at))
      } else {
        text.append(scalars[at])
      }
      at += 1
    }
    guard at < scalars.count else { return nil }
    at += 1
    return String(text)
  }

  private static func escaped(_ scalars: [Unicode.Scalar], _ at: inout Int) -> Unicode.Scalar {
    switch scalars[at] {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "U", "u":
      guard at + 4 < scalars.count else { return scalars[at] }
      let digits = String(String.UnicodeScalarView(scalars[(at + 1)...(at + 4)]))
      guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else { return scalars[at] }
      at += 4
      return scalar
    default: return scalars[at]
    }
  }
}

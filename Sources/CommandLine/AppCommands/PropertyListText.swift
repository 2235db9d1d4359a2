// SPDX-License-Identifier: Apache-2.0

/// Small changes to the text of a property list, which leave the rest as its author wrote it.
enum PropertyListText {
  static func replacing(_ name: String, by value: String, in text: String) -> String {
    var (result, rest) = ("", text[...])
    while let found = rest.firstRange(of: name) {
      result += rest[..<found.lowerBound] + value
      rest = rest[found.upperBound...]
    }
    return result + rest
  }

  /// Adds an entry to the outermost dictionary, which ends last.
  static func adding(_ entry: String, to text: String) -> String {
    if let end = text.ranges(of: "</dict>").last {
      return text[..<end.lowerBound] + entry + text[end.lowerBound...]
    }
    guard let empty = text.firstRange(of: "<dict/>") else { return text }
    return text[..<empty.lowerBound] + "<dict>\(entry)</dict>" + text[empty.upperBound...]
  }

  /// A text, whose XML declaration names the encoding that it is about to be written in.
  static func inUTF8(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>"),
      let name = text[..<end.lowerBound].firstRange(of: "encoding")
    else { return text }
    return text[..<name.lowerBound] + "encoding=\"UTF-8\"" + text[end.lowerBound...]
  }

  /// A text as it stands between two tags.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import PropertyLists

/// The lines of a text file's keys, and what its author has the lint ignore.
///
/// `lint:ignore RULE because ...` in a comment is for the next key after it.
struct SourceLines: Sendable {
  struct Ignored: Sendable {
    let rule: String
    let key: String
    let reason: String
    let line: Int
  }

  private(set) var ignored: [Ignored] = []
  private var lines: [String: Int] = [:]

  init(_ bytes: [UInt8]) {
    guard let decoded = try? TextEncoding.decoded(bytes) else { return }
    let text = String(decoding: decoded, as: UTF8.self)
    var waiting: [(rule: String, reason: String, line: Int)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let mark = Self.mark(in: line) { waiting.append((mark.rule, mark.reason, index + 1)) }
      for key in Self.keys(in: line) {
        if lines[key] == nil { lines[key] = index + 1 }
        ignored += waiting.map { Ignored(rule: $0.rule, key: key, reason: $0.reason, line: $0.line) }
        waiting = []
      }
    }
    ignored += waiting.map { Ignored(rule: $0.rule, key: "", reason: $0.reason, line: $0.line) }
  }

  func line(of key: String) -> Int { lines[key] ?? 1 }

  private static let word = "lint:ignore"

  private static func mark(in line: Substring) -> (rule: String, reason: String)? {
    guard let start = line.firstRange(ofText: word) else { return nil }
    let rest = line[start...].dropFirst(word.count)
    let words = rest.split(separator: " ", maxSplits: 1)
    guard let rule = words.first else { return ("", "") }
    var reason = words.count > 1 ? String(words[1]) : ""
    for end in ["-->", "*/"] {
      if let cut = reason[...].firstRange(ofText: end) { reason = String(reason[..<cut]) }
    }
    return (String(rule.filter { $0.isLetter || $0.isNumber }), reason.trimmed)
  }

  /// `<key>NAME</key>`, or `"NAME" =` and `NAME =` at the beginning of a line.
  private static func keys(in line: Substring) -> [String] {
    var (keys, rest): ([String], Substring) = ([], line)
    while let start = rest.firstRange(ofText: "<key>") {
      rest = rest[start...].dropFirst("<key>".count)
      guard let end = rest.firstRange(ofText: "</key>") else { break }
      keys.append(String(rest[..<end]))
    }
    guard keys.isEmpty, let equals = line.firstIndex(of: "=") else { return keys }
    let name = String(line[..<equals]).trimmed
    let bare =
      name.hasPrefix("\"") && name.hasSuffix("\"") && name.count > 2 ? String(name.dropFirst().dropLast()) : name
    return bare.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-" } && !bare.isEmpty
      ? [bare] : []
  }
}

extension Substring {
  fileprivate func firstRange(ofText text: String) -> Index? {
    let sought = Array(text)
    var at = startIndex
    while at < endIndex {
      if self[at...].starts(with: sought) { return at }
      at = index(after: at)
    }
    return nil
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

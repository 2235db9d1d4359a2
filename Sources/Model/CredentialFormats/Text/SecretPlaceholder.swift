// SPDX-License-Identifier: Apache-2.0

/// Values that only stand for a secret: references to variables, words to be replaced, and what documents show.
enum SecretPlaceholder {
  private static let words: Set<String> = [
    "changeme", "change_me", "change-me", "password", "passwd", "secret", "token", "none", "null", "nil", "true",
    "false",
    "yes", "no", "todo", "fixme", "redacted", "hidden", "undefined", "test", "dummy", "foo", "bar", "foobar", "xxx",
  ]
  private static let parts = [
    "example", "placeholder", "your-", "your_", "yourpass", "replace_me", "replace-me", "insert-",
  ]

  static func isAt(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard let first = range.first, let last = range.last else { return true }
    switch bytes[first] {
    case UInt8(ascii: "$"), UInt8(ascii: "`"): return true
    case UInt8(ascii: "%") where bytes[last] == UInt8(ascii: "%"): return true
    case UInt8(ascii: "<") where bytes[last] == UInt8(ascii: ">"): return true
    case UInt8(ascii: "{") where bytes[last] == UInt8(ascii: "}"): return true
    case UInt8(ascii: "[") where bytes[last] == UInt8(ascii: "]"): return true
    default: break
    }
    // Of one character only: stars, dots, or the letter for something that is left out.
    if bytes.all(range, { $0 == bytes[first] }) { return true }
    // No longer than the longest of the words, so that what is copied for the comparison is no key.
    guard range.count <= 48, let text = bytes.name(range)?.lowercased() else { return false }
    return words.contains(text) || parts.contains { text.contains($0) }
  }
}

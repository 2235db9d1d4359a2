// SPDX-License-Identifier: Apache-2.0

/// The history of a shell: commands that were given a secret in their words. Lines of time stamps go by themselves.
enum ShellHistory {
  static func find(in bytes: Span<UInt8>) -> [PlainSecret] {
    var (lines, found) = (LineCursor(), [PlainSecret]())
    while let line = lines.next(in: bytes) {
      if let kind = kind(of: command(in: line, of: bytes), in: bytes) {
        found.append(PlainSecret(kind, .shellHistory, line: lines.number))
      }
    }
    return found
  }

  /// The command of a line, without what zsh (`: TIME:DURATION;`) and fish (`- cmd: `) put before it.
  private static func command(in line: Range<Int>, of bytes: Span<UInt8>) -> Range<Int> {
    if bytes.starts(line, with: "- cmd: ") { return line.lowerBound + 7..<line.upperBound }
    guard bytes.starts(line, with: ": "), let end = bytes.first(UInt8(ascii: ";"), in: line),
      bytes.all(line.lowerBound + 2..<end, { $0.isDigit || $0 == UInt8(ascii: ":") })
    else { return line }
    return end + 1..<line.upperBound
  }

  private static func kind(of command: Range<Int>, in bytes: Span<UInt8>) -> PlainSecret.Kind? {
    if let address = bytes.find("://", in: command) {
      let start = command.first.map { first in
        (first..<address).last { bytes[$0] <= 0x20 }.map { $0 + 1 } ?? first
      }
      if let start, WrittenToken.password(in: start..<command.upperBound, of: bytes) != nil { return .password }
    }
    if WrittenToken.isIn(command, of: bytes) { return .token }
    let words = words(of: command, in: bytes)
    guard let first = words.first else { return nil }
    let program = bytes.name(first)?.split(separator: "/").last.map(String.init) ?? ""
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : nil
      if let kind = kind(of: word, next, index, program, in: bytes) { return kind }
    }
    return nil
  }

  private static func kind(
    of word: Range<Int>, _ next: Range<Int>?, _ index: Int, _ program: String, in bytes: Span<UInt8>
  ) -> PlainSecret.Kind? {
    if bytes.starts(word, with: "--") { return kind(ofOption: word, next, in: bytes) }
    if let kind = assignment(word, in: bytes) { return kind }
    switch program {
    case "sshpass" where bytes.starts(word, with: "-p") && word.count > 4,
      "mysql" where bytes.starts(word, with: "-p") && word.count > 4,
      "mysqldump" where bytes.starts(word, with: "-p") && word.count > 4:
      let value = bytes.unquoted(word.lowerBound + 2..<word.upperBound)
      return SecretPlaceholder.isAt(value, in: bytes) ? nil : .password
    case "sshpass" where bytes.equals(word, "-p"):
      guard let next, !SecretPlaceholder.isAt(bytes.unquoted(next), in: bytes) else { return nil }
      return .password
    case "curl" where bytes.equals(word, "-u"):
      guard let next else { return nil }
      let user = bytes.unquoted(next)
      guard let colon = bytes.first(UInt8(ascii: ":"), in: user) else { return nil }
      return SecretPlaceholder.isAt(colon + 1..<user.upperBound, in: bytes) ? nil : .password
    default: return bearer(word, in: bytes)
    }
  }

  /// `--password=VALUE`, or in two words.
  private static func kind(ofOption word: Range<Int>, _ next: Range<Int>?, in bytes: Span<UInt8>) -> PlainSecret.Kind? {
    let equals = bytes.first(UInt8(ascii: "="), in: word)
    guard let name = bytes.name(word.lowerBound + 2..<(equals ?? word.upperBound)) else { return nil }
    guard let kind = SecretName.kind(of: name) else { return nil }
    guard let written = equals.map({ $0 + 1..<word.upperBound }) ?? next else { return nil }
    let value = bytes.unquoted(written)
    guard let first = value.first, bytes[first] != UInt8(ascii: "-") else { return nil }
    return SecretName.isValue(value, in: bytes) ? kind : nil
  }

  /// `NAME=VALUE`, before a command or after `export`. The value must not be a command's output.
  private static func assignment(_ word: Range<Int>, in bytes: Span<UInt8>) -> PlainSecret.Kind? {
    guard let equals = bytes.first(UInt8(ascii: "="), in: word), equals > word.lowerBound,
      bytes.all(word.lowerBound..<equals, { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }),
      let kind = bytes.name(word.lowerBound..<equals).flatMap(SecretName.kind)
    else { return nil }
    let value = bytes.unquoted(equals + 1..<word.upperBound)
    return SecretName.isValue(value, in: bytes) && bytes.find("$(", in: value) == nil ? kind : nil
  }

  /// `Authorization: Bearer TOKEN` (RFC 6750), in quotation marks.
  private static func bearer(_ word: Range<Int>, in bytes: Span<UInt8>) -> PlainSecret.Kind? {
    let text = bytes.unquoted(word)
    guard bytes.starts(text, with: "Authorization: Bearer ") || bytes.starts(text, with: "authorization: Bearer ")
    else {
      return nil
    }
    let value = text.lowerBound + 22..<text.upperBound
    return value.count >= 16 && SecretName.isValue(value, in: bytes) ? .token : nil
  }

  /// Words between blanks; what is in quotation marks stays together.
  private static func words(of line: Range<Int>, in bytes: Span<UInt8>) -> [Range<Int>] {
    var (words, start, mark) = ([Range<Int>](), Int?.none, UInt8?.none)
    for place in line {
      let byte = bytes[place]
      if let open = mark {
        if byte == open { mark = nil }
      } else if bytes.isSpace(place) {
        if let begun = start { words.append(begun..<place) }
        start = nil
        continue
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        mark = byte
      }
      start = start ?? place
    }
    if let begun = start { words.append(begun..<line.upperBound) }
    return words
  }
}

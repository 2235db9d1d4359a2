// SPDX-License-Identifier: Apache-2.0

/// git-credential-store(1): one address with user and password a line.
enum GitCredentials {
  static func find(in bytes: Span<UInt8>) -> [PlainSecret] {
    var (lines, found) = (LineCursor(), [PlainSecret]())
    while let line = lines.next(in: bytes) {
      let line = bytes.trimmed(line)
      guard let colon = bytes.find("://", in: line), bytes.all(line.lowerBound..<colon, { $0.isWord }),
        WrittenToken.password(in: line, of: bytes) != nil
      else { continue }
      found.append(PlainSecret(.password, .gitCredentials, line: lines.number))
    }
    return found
  }
}

/// PostgreSQL's password file: `hostname:port:database:username:password`, where a backslash comes before a colon that is meant.
enum Pgpass {
  static func find(in bytes: Span<UInt8>) -> [PlainSecret] {
    var (lines, found) = (LineCursor(), [PlainSecret]())
    while let line = lines.next(in: bytes) {
      guard let first = line.first, bytes[first] != UInt8(ascii: "#") else { continue }
      let fields = fields(of: line, in: bytes)
      guard fields.count == 5, !fields[0].isEmpty, !fields[3].isEmpty else { continue }
      let port = fields[1]
      guard bytes.equals(port, "*") || (1...5).contains(port.count) && bytes.all(port, { $0.isDigit }) else { continue }
      if !SecretPlaceholder.isAt(fields[4], in: bytes) {
        found.append(PlainSecret(.password, .pgpass, line: lines.number))
      }
    }
    return found
  }

  /// The password is all of the rest.
  private static func fields(of line: Range<Int>, in bytes: Span<UInt8>) -> [Range<Int>] {
    var (fields, start, place) = ([Range<Int>](), line.lowerBound, line.lowerBound)
    while place < line.upperBound, fields.count < 4 {
      if bytes[place] == UInt8(ascii: "\\") {
        place += 2
      } else {
        if bytes[place] == UInt8(ascii: ":") {
          fields.append(start..<place)
          start = place + 1
        }
        place += 1
      }
    }
    return fields + [start..<line.upperBound]
  }
}

/// Files of `NAME=VALUE`, as shells and docker compose read them.
enum EnvironmentFile {
  static func find(in bytes: Span<UInt8>) -> [PlainSecret] {
    var (lines, found) = (LineCursor(), [PlainSecret]())
    while let line = lines.nextStatement(in: bytes) {
      if let kind = kind(of: line, in: bytes) {
        found.append(PlainSecret(kind, .environmentFile, line: lines.number))
      }
    }
    return found
  }

  static func kind(of statement: Range<Int>, in bytes: Span<UInt8>) -> PlainSecret.Kind? {
    guard let equals = bytes.first(UInt8(ascii: "="), in: statement) else { return nil }
    var name = bytes.trimmed(statement.lowerBound..<equals)
    if bytes.starts(name, with: "export ") { name = bytes.trimmed(name.lowerBound + 7..<name.upperBound) }
    guard !name.isEmpty, bytes.all(name, { $0.isWord || $0 == UInt8(ascii: ".") }) else { return nil }
    let written = bytes.trimmed(equals + 1..<statement.upperBound)
    let value = value(written, in: bytes)
    if WrittenToken.password(in: value, of: bytes) != nil { return .password }
    if WrittenToken.isIn(value, of: bytes) { return .token }
    guard let kind = bytes.name(name).flatMap(SecretName.kind) else { return nil }
    return SecretName.isValue(value, in: bytes) ? kind : nil
  }

  /// The value up to its second quotation mark, or to a comment.
  private static func value(_ written: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    guard let first = written.first else { return written }
    if bytes[first] == UInt8(ascii: "\"") || bytes[first] == UInt8(ascii: "'") {
      return first + 1..<(bytes.first(bytes[first], in: first + 1..<written.upperBound) ?? written.upperBound)
    }
    return first..<(bytes.find(" #", in: written) ?? written.upperBound)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The credential that git sends to a credential helper: lines of `key=value` up to an empty line or the end
/// (git-credential(1), "INPUT/OUTPUT FORMAT").
package struct GitCredential: Sendable {
  package let subject: GitSubject
  /// The lines to be kept, in the order they came in: the password, and what git or a helper adds that is not known here. What git says
  /// of itself and of the server's answer is of this one call.
  package let kept: [Range<Int>]
  /// The password's place.
  package let password: Range<Int>?

  /// The maximum number of bytes that are read.
  package static let largest = 64 << 10

  /// Reads Git's lines; nil where a line is none of the form, a key has no host or no protocol, or the text holds what
  /// no line can.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count <= Self.largest, bytes.all(0..<bytes.count, { $0 != 0 && $0 != UInt8(ascii: "\r") }) else {
      return nil
    }
    var (lines, fields, kept, password) = (LineCursor(), [String: String](), [Range<Int>](), Range<Int>?.none)
    while let line = lines.next(in: bytes), !line.isEmpty {
      guard let equals = bytes.first(UInt8(ascii: "="), in: line), equals > line.lowerBound,
        let name = bytes.name(line.lowerBound..<equals)
      else { return nil }
      switch name {
      case "protocol", "host", "path", "username":
        fields[name] = String(decoding: (equals + 1..<line.upperBound).map { bytes[$0] }, as: UTF8.self)
      case "capability[]", "wwwauth[]", "state[]", "continue", "ephemeral": continue
      default:
        if name == "password" { password = equals + 1..<line.upperBound }
        kept.append(line)
      }
    }
    guard let scheme = fields["protocol"], let host = fields["host"], !scheme.isEmpty else { return nil }
    subject = GitSubject(scheme: scheme, host: host, path: fields["path"], username: fields["username"])
    (self.kept, self.password) = (kept, password)
  }
}

/// The subject of a credential of git.
package struct GitSubject: Sendable, Equatable {
  package let scheme: String
  package let host: String
  package let path: String?
  package let username: String?

  package init(scheme: String, host: String, path: String?, username: String?) {
    (self.scheme, self.host, self.path, self.username) = (scheme, host, path, username)
  }

  /// The account of the keychain item: the protocol's own lines.
  package var account: String {
    [("protocol", scheme), ("host", host), ("path", path), ("username", username)]
      .compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: "\n")
  }

  /// Reads an item's account; nil for other items' accounts.
  package init?(account: String) {
    guard let parsed = GitCredential(Array(account.utf8).span), parsed.kept.isEmpty else { return nil }
    self = parsed.subject
  }

  /// Whether the stored subject is the one that is asked for: what is not named may be anything.
  package func answers(_ asked: GitSubject) -> Bool {
    scheme == asked.scheme && host == asked.host && (asked.path == nil || asked.path == path)
      && (asked.username == nil || asked.username == username)
  }
}

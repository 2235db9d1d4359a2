// SPDX-License-Identifier: Apache-2.0

/// Names of variables and options by which programs are given secrets.
enum SecretName {
  private static let passwords: Set<String> = ["PASSWORD", "PASSWD", "PASSPHRASE", "PGPASSWORD", "MYSQL_PWD", "PASS"]
  private static let tokens: Set<String> = ["TOKEN", "SECRET", "APIKEY", "CREDENTIAL", "CREDENTIALS"]
  private static let keys: Set<String> = [
    "API", "ACCESS", "PRIVATE", "SECRET", "ENCRYPTION", "SIGNING", "MASTER", "AUTH",
  ]

  /// The kind of secret that a name is for; nil for other names, and for those of what belongs to a secret, such as
  /// `TOKEN_URL`: the last word decides.
  static func kind(of name: String) -> PlainSecret.Kind? {
    let name = name.uppercased()
    let words = name.split { $0 == "_" || $0 == "-" || $0 == "." }.map(String.init)
    guard let last = words.last else { return nil }
    if passwords.contains(last) || passwords.contains(name) { return .password }
    if tokens.contains(last) { return .token }
    if last == "KEY", words.count > 1, keys.contains(words[words.count - 2]) { return .token }
    if last == "BASE", words.suffix(3) == ["SECRET", "KEY", "BASE"] { return .token }
    return nil
  }

  /// Whether a value may be what such a name announces: long enough, of one word, and no number such as a length.
  static func isValue(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard range.count >= 6, !SecretPlaceholder.isAt(range, in: bytes) else { return false }
    return bytes.all(range) { $0 > 0x20 } && !(range.count < 8 && bytes.all(range) { $0.isDigit })
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The name of a file-based keychain: a plain name, or the path that a script gives it. There is no file at that path.
package struct KeychainName: Sendable, Hashable {
  package static let longest = 1024
  /// The keychain of programs that name none.
  package static let login = KeychainName(known: "login.keychain")

  package let text: String

  /// Reads the name of a keychain; nil for a text that is none, and for a relative path. The ending that macOS adds to
  /// its files is removed, so that a keychain is found with and without it. A name with two such endings is refused,
  /// because reading it again would give another name.
  package init?(_ text: String) {
    let name = text.hasSuffix(Self.ending) ? String(text.dropLast(Self.ending.utf8.count)) : text
    guard !name.isEmpty, name.utf8.count <= Self.longest, name != ".", name != "..",
      !name.hasSuffix(Self.ending), !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      !name.contains("/") || name.hasPrefix("/")
    else { return nil }
    self.text = name
  }

  /// Whether every character is visible where the name is shown, so that no two names look alike. A new keychain must have
  /// such a name; an existing one is used whatever its name is.
  package var isPlain: Bool {
    var wasBlank = true
    for scalar in text.unicodeScalars {
      let isBlank = scalar.properties.isWhitespace
      if scalar.isInvisible || isBlank && wasBlank { return false }
      wasBlank = isBlank
    }
    return !wasBlank
  }

  private init(known text: String) { self.text = text }

  package static let ending = "-db"
}

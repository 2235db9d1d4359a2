// SPDX-License-Identifier: Apache-2.0

/// What a file-based keychain is called: a name, or the path that a script gives it. No file is at that path.
package struct KeychainName: Sendable, Hashable {
  package static let longest = 1024
  /// That of programs which name none.
  package static let login = KeychainName(known: "login.keychain")

  package let text: String

  /// Nil for what is no name, and for a path that is not whole. The ending that macOS adds to its files is left out, so
  /// that a keychain is found with it and without; what still ends in it then would be another name the next time.
  package init?(_ text: String) {
    let name = text.hasSuffix(Self.ending) ? String(text.dropLast(Self.ending.utf8.count)) : text
    guard !name.isEmpty, name.utf8.count <= Self.longest, name != ".", name != "..",
      !name.hasSuffix(Self.ending), !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      !name.contains("/") || name.hasPrefix("/")
    else { return nil }
    self.text = name
  }

  /// Whether all of it is seen where it is shown, so that no other one looks like it. One that is made has to be so; one
  /// that is there is used whatever it is called.
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

// SPDX-License-Identifier: Apache-2.0

/// A program's own words, made harmless: they are shown beside what Bailey says, and must not look like it.
package enum VisibleText {
  private static let most = 200

  /// One line of what can be seen, cut where it is too long. Direction marks go with the other invisible characters:
  /// they could turn a text around.
  package static func line(_ text: String) -> String {
    let line = visible(text)
    return line.count <= most ? line : line.prefix(most - 1) + "…"
  }

  /// The same, but cut at the front: what tells one path from another is its end.
  package static func end(of text: String) -> String {
    let line = visible(text)
    return line.count <= most ? line : "…" + line.suffix(most - 1)
  }

  private static func visible(_ text: String) -> String {
    let visible = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    return String(String.UnicodeScalarView(visible))
  }
}

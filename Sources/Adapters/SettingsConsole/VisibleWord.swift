// SPDX-License-Identifier: Apache-2.0

/// Text of a program's, as one line that can only look like what it is: without controls, line breaks and marks that turn
/// the direction of writing, and not too long.
enum VisibleWord {
  private static let maximum = 200

  static func line(_ text: String) -> String {
    let visible = text.unicodeScalars.lazy.map { isVisible($0) ? Character($0) : " " }
    let line = String(visible.prefix(maximum + 1))
    return line.count > maximum ? line.prefix(maximum - 1) + "…" : line
  }

  /// The same, but cut at the front: hosts' names say at their ends whose they are.
  static func end(of text: String) -> String {
    let line = String(text.unicodeScalars.suffix(maximum + 1).map { isVisible($0) ? Character($0) : " " })
    return line.count > maximum ? "…" + line.suffix(maximum - 1) : line
  }

  /// A text to stand in quotation marks: those inside are replaced, so that they cannot end it.
  static func quotable(_ text: String) -> String {
    String(line(text).map { "\"“”„«»「」『』".contains($0) ? "'" : $0 })
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }
}

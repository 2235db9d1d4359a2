// SPDX-License-Identifier: Apache-2.0

/// An app's own words, as they may stand in a prompt: one line of characters that can be seen, of bounded length.
///
/// What could look like a line of Bailey's own goes: line breaks and other white space become a space, and control
/// characters, direction marks and everything else that is invisible is left out.
package struct PurposeString: Sendable, Equatable {
  /// The most characters; more is not read in a prompt.
  package static let longest = 400
  /// The most bytes: a character can have any number of marks.
  package static let longestBytes = 1024
  /// Marks on one letter; more would reach into the lines above and below.
  private static let marks = 3

  package let text: String

  /// Reads a text that people are shown; nil where nothing can be seen.
  package init?(_ raw: String) {
    var line = String.UnicodeScalarView()
    var (count, room, marks, isCut) = (0, Self.longestBytes - 4, 0, false)
    for scalar in raw.unicodeScalars {
      guard let shown = Self.shown(scalar, after: line.last) else { continue }
      marks = shown.properties.isMark ? marks + 1 : 0
      guard marks <= Self.marks else { continue }
      count += 1
      room -= UTF8.width(shown)
      guard count < Self.longest, room >= 0 else {
        isCut = true
        break
      }
      line.append(shown)
    }
    while line.last == " " { line.removeLast() }
    guard !line.isEmpty else { return nil }
    text = String(line) + (isCut ? "…" : "")
  }

  /// The character as it is shown; nil for one that is left out.
  private static func shown(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Unicode.Scalar? {
    if scalar.properties.isWhitespace { return last == nil || last == " " ? nil : " " }
    if scalar.properties.isDefaultIgnorableCodePoint { return nil }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return nil
    case .nonspacingMark, .enclosingMark, .spacingMark: return last == nil ? nil : scalar
    default: return scalar
    }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isMark: Bool {
    switch generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// An app's own words, as they may stand in a prompt: one line of characters that can be seen, of bounded length.
///
/// What could look like a line of Bailey's own goes: line breaks and other white space become a space, and control
/// characters, direction marks and everything else that is invisible is left out.
package struct PurposeString: Sendable, Equatable {
  /// In characters; more is not read in a prompt.
  package static let longest = 400
  /// In bytes: a character can have any number of marks.
  package static let longestBytes = 1024
  /// Marks on one letter; more would reach into the lines above and below.
  private static let marks = 3

  package let text: String

  /// Nil where nothing can be seen.
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

  /// Nil for a character that is left out.
  private static func shown(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Unicode.Scalar? {
    if scalar.properties.isWhitespace { return last == nil || last == " " ? nil : " " }
    if scalar.properties.isDefaultIgnorableCodePoint { return nil }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return nil
    case .nonspacingMark, .enclosingMark, .spacingMark: return last == nil ? nil : scalar
    default: return scalar
    }
  }

  /// Whether letters of several scripts stand in one word: a name may be made to look like another one.
  package static func mixesScripts(_ name: String) -> Bool {
    name.split(whereSeparator: \.isWhitespace).contains { word in
      Set(word.unicodeScalars.compactMap(Script.init)).count > 1
    }
  }

  /// The scripts with letters that look alike.
  private enum Script {
    case latin, greek, cyrillic, armenian, cherokee

    init?(_ scalar: Unicode.Scalar) {
      guard scalar.properties.isAlphabetic else { return nil }
      switch scalar.value {
      case 0x41...0x24F, 0x1E00...0x1EFF, 0xFF21...0xFF5A: self = .latin
      case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
      case 0x400...0x52F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
      case 0x530...0x58F: self = .armenian
      case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
      default: return nil
      }
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

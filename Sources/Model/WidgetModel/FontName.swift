// SPDX-License-Identifier: Apache-2.0

/// The name of a font: that of a family, or PostScript's, which has a style after a hyphen.
package struct FontName {
  package let family: String
  package let weight: UInt16?
  package let isItalic: Bool

  /// Longer words first: each ends with a shorter one.
  private static let weights: [(String, UInt16)] = [
    ("ultralight", 200), ("extralight", 200), ("thin", 100), ("semibold", 600), ("demibold", 600), ("extrabold", 800),
    ("ultrabold", 800), ("light", 300), ("medium", 500), ("heavy", 800), ("black", 900), ("bold", 700),
    ("regular", 400),
    ("roman", 400), ("book", 400), ("mt", 400),
  ]
  private static let slopes = ["italic", "oblique", "it"]

  package init(_ name: String) {
    (family, weight, isItalic) = Self.parts(of: name) ?? (name, nil, false)
  }

  /// The parts of a font's name; nil where what follows the hyphen is no style: then it is a part of the family's name.
  private static func parts(of name: String) -> (String, UInt16?, Bool)? {
    guard let hyphen = name.lastIndex(of: "-"), hyphen != name.startIndex else { return nil }
    var style = name[name.index(after: hyphen)...].lowercased()
    let slope = slopes.first { style.hasSuffix($0) }
    if let slope { style.removeLast(slope.count) }
    let weight = weights.first { $0.0 == style }?.1
    guard weight != nil || (style.isEmpty && slope != nil) else { return nil }
    return (String(name[..<hyphen]), weight, slope != nil)
  }
}

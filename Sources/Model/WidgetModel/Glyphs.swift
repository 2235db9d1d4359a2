// SPDX-License-Identifier: Apache-2.0

/// The face of a text.
package struct Typeface: Sendable, Hashable {
  package var size: Double
  /// The weight as CSS counts: 400 is regular, 700 bold.
  package var weight: UInt16
  package var design: Design
  package var isItalic: Bool
  /// Digits of one width.
  package var digits: Digits
  /// The name of a family of the system's fonts, in place of the design.
  package var family: String?

  package enum Design: UInt8, Sendable, CaseIterable { case standard = 1, rounded, serif, monospaced }
  package enum Digits: UInt8, Sendable, CaseIterable { case proportional = 1, monospaced }

  package init(
    size: Double, weight: UInt16 = 400, design: Design = .standard, isItalic: Bool = false,
    digits: Digits = .proportional, family: String? = nil
  ) {
    (self.size, self.weight, self.design, self.isItalic, self.digits) = (size, weight, design, isItalic, digits)
    self.family = family
  }
}

/// A part of a text in one look.
package struct TextRun: Sendable, Hashable {
  package var string: String
  package var face: Typeface
  package var paint: Paint
  package var lines: Lines
  /// Points between letters beyond what the face has.
  package var tracking: Double
  /// Points above the line.
  package var rise: Double
  /// A symbol's name in place of a string.
  package var symbol: String?

  package struct Lines: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let under = Lines(rawValue: 1)
    package static let through = Lines(rawValue: 2)
  }

  package init(
    _ string: String, face: Typeface, paint: Paint, lines: Lines = [], tracking: Double = 0, rise: Double = 0,
    symbol: String? = nil
  ) {
    (self.string, self.face, self.paint, self.lines) = (string, face, paint, lines)
    (self.tracking, self.rise, self.symbol) = (tracking, rise, symbol)
  }
}

/// A text, with what its paragraph needs.
package struct TextNode: Sendable, Hashable {
  package var runs: [TextRun]
  /// Lines at most; nil for as many as fit.
  package var lineLimit: Int?
  package var alignment: HorizontalPlacement
  package var truncation: Truncation
  /// How small the text may become to fit its lines.
  package var minimumScale: Double
  /// Points between lines beyond what the face has.
  package var lineSpacing: Double

  package enum Truncation: UInt8, Sendable, CaseIterable { case head = 1, middle, tail }

  package init(
    _ runs: [TextRun], lineLimit: Int? = nil, alignment: HorizontalPlacement = .leading,
    truncation: Truncation = .tail, minimumScale: Double = 1, lineSpacing: Double = 0
  ) {
    (self.runs, self.lineLimit, self.alignment) = (runs, lineLimit, alignment)
    (self.truncation, self.minimumScale, self.lineSpacing) = (truncation, minimumScale, lineSpacing)
  }

  package var string: String { runs.map(\.string).joined() }
}

/// A picture.
package struct ImageNode: Sendable, Hashable {
  package var source: Source
  /// Whether the picture takes the size it is offered.
  package var sizing: Sizing
  /// The paint of a symbol, or of a picture that is taken for its shape alone.
  package var paint: Paint?
  /// A symbol's size and weight are those of the text beside it.
  package var face: Typeface

  package enum Source: Sendable, Hashable {
    case symbol(String)
    /// The bytes of a PNG file, and how many of its pixels make a point.
    case png([UInt8], scale: Double)
    /// Shapes in a rectangle of that size: of an SVG file, which the extension itself has read.
    case drawing([ShapeNode], Size)
  }

  package enum Sizing: UInt8, Sendable, CaseIterable { case natural = 1, resizable }

  package init(_ source: Source, sizing: Sizing = .natural, paint: Paint?, face: Typeface) {
    (self.source, self.sizing, self.paint, self.face) = (source, sizing, paint, face)
  }
}

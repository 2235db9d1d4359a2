// SPDX-License-Identifier: Apache-2.0

/// How a stretch of text looks. Sizes are in points.
package struct TextStyle: Sendable, Hashable {
  /// The names of families in the order of preference.
  package var families: String
  package var size: Double
  package var weight: Int32
  package var isItalic: Bool
  package var hasEqualDigits: Bool
  /// Letters keep the distance that each has by itself.
  package var isUnkerned = false
  /// The width of the line with round corners that is drawn around letters, in points. One block has one.
  package var rounding = 0.0
  package var red, green, blue, opacity: Double
  package var isUnderlined: Bool
  package var isStruck: Bool
  package var tracking: Double
  package var rise: Double

  package init(families: String, size: Double, weight: Int32 = 400) {
    (self.families, self.size, self.weight) = (families, size, weight)
    (isItalic, hasEqualDigits, isUnderlined, isStruck) = (false, false, false, false)
    (red, green, blue, opacity, tracking, rise) = (0, 0, 0, 1, 0, 0)
  }
}

/// A text to be laid out.
package struct TextBlock: Sendable, Hashable {
  package var runs: [Run]
  /// The width of the text's lines; nil: as wide as the text is.
  package var width: Double?
  package var lineLimit: Int?
  package var alignment = Alignment.leading
  package var cut = Cut.end
  package var lineSpacing = 0.0
  package var readsFromRight = false

  package struct Run: Sendable, Hashable {
    package var string: String
    package var style: TextStyle
    /// Room for a picture in place of the string.
    package var room: Room?
    package init(_ string: String, _ style: TextStyle, room: Room? = nil) {
      (self.string, self.style, self.room) = (string, style, room)
    }
  }

  /// A square beside letters.
  package struct Room: Sendable, Hashable {
    package var width, ascent, descent: Double
    package init(width: Double, ascent: Double, descent: Double) {
      (self.width, self.ascent, self.descent) = (width, ascent, descent)
    }
  }

  package enum Alignment: Sendable, Hashable { case leading, center, trailing }
  package enum Cut: Sendable, Hashable { case start, middle, end }

  package init(_ runs: [Run]) { self.runs = runs }
}

/// The size of a text.
package struct TextExtent: Sendable, Hashable {
  package var width, height: Double
  /// The distances from the top to the first and the last line's letters' feet.
  package var firstBaseline, lastBaseline: Double
  package var lines: Int
  package var isCut: Bool
  /// Characters that no face has.
  package var missing = 0
}

/// A stretch of a text that was laid out: of one look, in one direction, on one line.
package struct TextPiece: Sendable, Hashable {
  package let text: String
  /// The number of the block's run that the piece is of.
  package let run: Int
  /// The distances in points from the text's corner; the baseline from its top.
  package let x, width, baseline: Double
  package let readsFromRight: Bool
}

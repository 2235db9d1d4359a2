// SPDX-License-Identifier: Apache-2.0

/// A widget's views as an extension hands them over: what is drawn, without the code that made it.
///
/// Colours, faces and texts are resolved. Where things stand is not: that follows from the sizes of texts, which only those
/// who draw know.
package indirect enum WidgetNode: Sendable, Hashable {
  case empty
  case text(TextNode)
  case image(ImageNode)
  case shape(ShapeNode)
  /// Fills what it is offered.
  case paint(Paint)
  case spacer(minimum: Double?)
  case divider(Paint)
  case stack(StackNode, [WidgetNode])
  /// One upon the other.
  case pile(Placement, [WidgetNode])
  case grid(GridNode, [[WidgetNode]])
  /// The first that fits in the named directions, else the last.
  case fitting(horizontal: Bool, vertical: Bool, [WidgetNode])
  case gauge(GaugeNode)
  case chart(ChartNode)
  /// Children at places of their own, in a size that their extension's `Layout` has chosen.
  case placed(number: UInt32, Size, [PlacedNode])
  /// Content that depends on the size it is offered: of `GeometryReader` and of shapes that are drawn by code. Whoever draws
  /// tells the extension the size and gets the content for it.
  case sized(number: UInt32, Size, WidgetNode)
  case modified(WidgetNode, Modifier)
  /// What is hidden, once a tree was redacted.
  case cover(CoverNode)
}

package struct PlacedNode: Sendable, Hashable {
  package var node: WidgetNode
  package var frame: Rectangle
  package init(_ node: WidgetNode, _ frame: Rectangle) { (self.node, self.frame) = (node, frame) }
}

package struct StackNode: Sendable, Hashable {
  package var axis: Axis
  package var placement: Placement
  /// Nil: as the platform has it.
  package var spacing: Double?

  package enum Axis: UInt8, Sendable, CaseIterable { case horizontal = 1, vertical }

  package init(_ axis: Axis, _ placement: Placement, spacing: Double?) {
    (self.axis, self.placement, self.spacing) = (axis, placement, spacing)
  }
}

package struct GridNode: Sendable, Hashable {
  package var placement: Placement
  package var horizontalSpacing, verticalSpacing: Double?

  package init(_ placement: Placement, horizontalSpacing: Double?, verticalSpacing: Double?) {
    (self.placement, self.horizontalSpacing) = (placement, horizontalSpacing)
    self.verticalSpacing = verticalSpacing
  }
}

/// What changes a view without being one.
package enum Modifier: Sendable, Hashable {
  case frame(width: Double?, height: Double?, Placement)
  case flexibleFrame(FlexibleFrame, Placement)
  case padding(Edges)
  case background(WidgetNode, Placement)
  case overlay(WidgetNode, Placement)
  case offset(Double, Double)
  case position(Double, Double)
  case opacity(Double)
  case clip(Outline)
  case mask(WidgetNode, Placement)
  case shadow(Ink, radius: Double, x: Double, y: Double)
  case rotation(Double, UnitPlace)
  case scale(Double, Double, UnitPlace)
  case fixedSize(horizontal: Bool, vertical: Bool)
  case aspectRatio(Double?, Fit)
  case priority(Double)
  case mark(RedactionMark)
  /// Where a tap leads.
  case link(String)
  /// The number of the intent that a tap performs.
  case control(UInt32)
  case accentable(Bool)
  case accessibility(Accessibility)
  /// Cells of a grid that it takes.
  case columns(Int)

  package enum Fit: UInt8, Sendable, CaseIterable { case fit = 1, fill }
}

package struct FlexibleFrame: Sendable, Hashable {
  package var minWidth, idealWidth, maxWidth, minHeight, idealHeight, maxHeight: Double?

  package init(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
    idealHeight: Double? = nil, maxHeight: Double? = nil
  ) {
    (self.minWidth, self.idealWidth, self.maxWidth) = (minWidth, idealWidth, maxWidth)
    (self.minHeight, self.idealHeight, self.maxHeight) = (minHeight, idealHeight, maxHeight)
  }
}

/// What is said aloud in place of what is drawn.
package struct Accessibility: Sendable, Hashable {
  package var label: String?
  package var value: String?
  package var isHidden: Bool

  package init(label: String? = nil, value: String? = nil, isHidden: Bool = false) {
    (self.label, self.value, self.isHidden) = (label, value, isHidden)
  }
}

/// A part of a whole.
package struct GaugeNode: Sendable, Hashable {
  package var style: Style
  /// From 0 to 1; nil where it is hidden or not known.
  package var part: Double?
  package var tint: Paint
  package var track: Paint
  package var label, value, minimum, maximum: WidgetNode

  package enum Style: UInt8, Sendable, CaseIterable {
    /// A line.
    case linear = 1
    /// A line with a dot, as on a lock screen.
    case accessoryLinear
    /// An open ring with a dot.
    case ring
    /// A closed ring that fills.
    case capacity
  }

  package init(
    style: Style, part: Double?, tint: Paint, track: Paint, label: WidgetNode = .empty, value: WidgetNode = .empty,
    minimum: WidgetNode = .empty, maximum: WidgetNode = .empty
  ) {
    (self.style, self.part, self.tint, self.track) = (style, part, tint, track)
    (self.label, self.value, self.minimum, self.maximum) = (label, value, minimum, maximum)
  }
}

/// A diagram. Values are parts of the diagram's width and height, from the bottom at the leading side.
package struct ChartNode: Sendable, Hashable {
  package var marks: [Mark]
  /// Labels along the bottom and the side, and how they look.
  package var bottom: [Label]
  package var side: [Label]
  package var face: Typeface
  package var ink: Ink

  package struct Mark: Sendable, Hashable {
    package var kind: Kind
    package var points: [Point]
    /// The width of a bar, as a part; of a line or a point, in points.
    package var width: Double
    package var paint: Paint

    package enum Kind: UInt8, Sendable, CaseIterable { case bars = 1, line, area, points, rule }

    package init(_ kind: Kind, _ points: [Point], width: Double, paint: Paint) {
      (self.kind, self.points, self.width, self.paint) = (kind, points, width, paint)
    }
  }

  package struct Label: Sendable, Hashable {
    package var text: String
    package var place: Double
    package init(_ text: String, at place: Double) { (self.text, self.place) = (text, place) }
  }

  package init(marks: [Mark], bottom: [Label], side: [Label], face: Typeface, ink: Ink) {
    (self.marks, self.bottom, self.side, self.face, self.ink) = (marks, bottom, side, face, ink)
  }
}

/// What is drawn in place of hidden content. It holds nothing of it.
package struct CoverNode: Sendable, Hashable {
  package var form: Form
  package var ink: Ink

  package enum Form: Sendable, Hashable {
    /// A line of text: as wide as so many of its letters.
    case bar(Typeface, letters: Double, lines: Int, HorizontalPlacement)
    /// A symbol beside text of that size.
    case symbol(Double)
    /// A surface that takes what it is offered.
    case surface
  }

  package init(_ form: Form, _ ink: Ink) { (self.form, self.ink) = (form, ink) }
}

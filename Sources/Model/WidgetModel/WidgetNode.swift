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
  /// Views that lie one upon the other.
  case pile(Placement, [WidgetNode])
  case grid(GridNode, [[WidgetNode]])
  /// The first that fits in the named directions, else the last.
  case fitting(horizontal: Bool, vertical: Bool, [WidgetNode])
  case gauge(GaugeNode)
  case chart(ChartNode)
  /// Children at places of their own, in a size that their extension's `Layout` has chosen.
  case placed(LayoutNode, [PlacedNode])
  /// Content that depends on the size it is offered: of `GeometryReader` and of shapes that are drawn by code. Whoever draws
  /// tells the extension the size and gets the content for it.
  case sized(number: UInt32, Size, WidgetNode)
  case modified(WidgetNode, Modifier)
  /// The cover of what is hidden, once a tree was redacted.
  case cover(CoverNode)
}

package struct PlacedNode: Sendable, Hashable {
  package var node: WidgetNode
  package var frame: Rectangle
  package init(_ node: WidgetNode, _ frame: Rectangle) { (self.node, self.frame) = (node, frame) }
}

/// The result of an extension's `Layout`, and the sizes that it must know to be sure.
package struct LayoutNode: Sendable, Hashable {
  package var number: UInt32
  /// The size that the layout takes.
  package var size: Size
  /// Sizes of children that it has asked for.
  package var questions: [SizeQuestion]

  package init(number: UInt32, size: Size, questions: [SizeQuestion]) {
    (self.number, self.size, self.questions) = (number, size, questions)
  }
}

/// How large a child is when it is offered a size; where nil is offered, in the size it would like.
package struct SizeQuestion: Sendable, Hashable {
  package var child: Int
  package var width, height: Double?

  package init(child: Int, width: Double?, height: Double?) {
    (self.child, self.width, self.height) = (child, width, height)
  }
}

package struct StackNode: Sendable, Hashable {
  package var axis: Axis
  package var placement: Placement
  /// The space between the children; nil: as the platform has it.
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

/// A change to a view that is none itself.
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
  /// The radius of a Gauss curve: its standard deviation.
  case blur(Double)
  case rotation(Double, UnitPlace)
  case scale(Double, Double, UnitPlace)
  case fixedSize(horizontal: Bool, vertical: Bool)
  case aspectRatio(Double?, Fit)
  case priority(Double)
  case mark(RedactionMark)
  /// The link that a tap opens.
  case link(String)
  /// The control that a tap performs.
  case control(ControlNode)
  case accentable(Bool)
  /// How pictures are drawn where a widget has two colours.
  case pictures(PictureTone)
  case accessibility(Accessibility)
  /// Cells of a grid that it takes.
  case columns(Int)

  package enum Fit: UInt8, Sendable, CaseIterable { case fit = 1, fill }
}

/// What is kept of a picture's colours where a widget has two.
package enum PictureTone: UInt8, Sendable, CaseIterable {
  case fullColor = 1
  /// Shades of the widget's first colour.
  case desaturated
  /// Shades of the accent.
  case accentedDesaturated
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

/// The words that are said aloud in place of what is drawn.
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
  /// The part from 0 to 1; nil where it is hidden or not known.
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

/// The cover in place of hidden content. It holds nothing of it.
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

  /// The colour of what is private, whatever colour it has: seen upon a light ground and a dark one.
  package static let hidden = Ink(0.5, 0.5, 0.5)
}

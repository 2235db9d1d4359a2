// SPDX-License-Identifier: Apache-2.0
package import WidgetModel

/// The list of what is drawn, in order, each thing at its place: all that renderers know of a widget.
package struct DisplayList: Sendable, Hashable {
  package let size: Size
  package internal(set) var items: [DisplayItem] = []
  /// The regions that a tap opens; later ones lie above earlier ones.
  package internal(set) var regions: [HitRegion] = []
  /// The elements that are said aloud, in order.
  package internal(set) var spoken: [SpokenElement] = []

  /// What the widget's developer should know of it.
  package private(set) var remarks: [String] = []
  /// The points of all pictures.
  private var picturePoints = 0

  package init(size: Size) { self.size = size }

  /// The most points of pictures: as many as four of the largest pictures have. A few thousand bytes of an answer
  /// unpack to so many.
  private static let mostPicturePoints = 4 * 4096 * 4096

  mutating func append(picture bytes: [UInt8], tint: Paint?, _ frame: Rectangle) {
    let points = PNGHeader(bytes).map { Int($0.width * $0.height) } ?? 0
    guard picturePoints + points <= Self.mostPicturePoints else {
      let remark = "its pictures have more than 64 million points together: the last are left out"
      if !remarks.contains(remark) { remarks.append(remark) }
      return
    }
    picturePoints += points
    items.append(.picture(bytes, tint: tint, frame))
  }
}

package enum DisplayItem: Sendable, Hashable {
  case shape(ShapeNode, Rectangle)
  /// The lines it may have, and how small it is drawn, are settled.
  case text(TextNode, Rectangle)
  case symbol(String, Paint, weight: UInt16, Rectangle)
  case picture([UInt8], tint: Paint?, Rectangle)
  case begin(DisplayGroup)
  case end(DisplayGroup)
}

/// The effect on all that is drawn between a beginning and its end.
package enum DisplayGroup: Sendable, Hashable {
  case opacity(Double)
  case clip(Outline, Rectangle)
  /// Degrees, then factors, around a point.
  case transform(degrees: Double, Double, Double, Point)
  case shadow(Ink, radius: Double, x: Double, y: Double)
  /// The standard deviation of a Gauss curve, in points.
  case blur(Double)
  /// The content that is masked, then, between `maskContent` and its end, the mask.
  case masked
  case mask
  case accent
  /// The group keeps its own colours, however the rest is drawn.
  case untinted
  /// What is kept of pictures' colours where there are two.
  case pictures(PictureTone)
}

package struct HitRegion: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    case link(String)
    case control(ControlNode)
  }
  package let target: Target
  /// The rectangle in which the target was placed, before what turns, enlarges or clips it.
  package let frame: Rectangle
  /// The items that are drawn in it, among the list's.
  package internal(set) var items: Range<Int>
  /// The spoken elements of the group, among those of the list.
  package internal(set) var spoken: Range<Int>
}

package struct SpokenElement: Sendable, Hashable {
  package let text: String
  package let frame: Rectangle
}

extension DisplayList {
  /// Says in a corner that what is shown is not of now.
  package mutating func markStale() {
    let side = min(size.height * 0.09, 14)
    let frame = Rectangle(size.width - side - 7, 7, side, side)
    items.append(.shape(ShapeNode(.circle, fill: .ink(Ink(0, 0, 0, 0.45))), frame))
    items.append(
      .symbol("clock", .ink(.white), weight: 500, frame.inset(by: Edges(all: side * 0.12))))
  }

  /// All but the texts, for those who draw these in another way.
  package var withoutTexts: DisplayList {
    var list = self
    list.items.removeAll { item in
      if case .text = item { true } else { false }
    }
    return list
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A place, in points; x grows to the right and y downwards.
package struct Point: Sendable, Hashable {
  package var x, y: Double
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  package static let zero = Point(0, 0)
}

/// A width and a height, in points.
package struct Size: Sendable, Hashable {
  package var width, height: Double
  package init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }
  package static let zero = Size(0, 0)
}

package struct Rectangle: Sendable, Hashable {
  package var x, y, width, height: Double

  package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package init(_ origin: Point, _ size: Size) { self.init(origin.x, origin.y, size.width, size.height) }

  package var size: Size { Size(width, height) }
  package var middle: Point { Point(x + width / 2, y + height / 2) }

  package func inset(by edges: Edges) -> Rectangle {
    Rectangle(
      x + edges.leading, y + edges.top, max(0, width - edges.horizontal), max(0, height - edges.vertical))
  }
}

/// Distances from the four edges; leading is where reading begins.
package struct Edges: Sendable, Hashable {
  package var top, leading, bottom, trailing: Double

  package init(_ top: Double, _ leading: Double, _ bottom: Double, _ trailing: Double) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }

  package init(all: Double) { self.init(all, all, all, all) }
  package static let none = Edges(all: 0)

  package var horizontal: Double { leading + trailing }
  package var vertical: Double { top + bottom }
}

/// A place within a rectangle as parts of its size: (0, 0) is the top at the leading edge.
package struct UnitPlace: Sendable, Hashable {
  package var x, y: Double
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// The place of a child in its container.
package struct Placement: Sendable, Hashable {
  package var horizontal: HorizontalPlacement
  package var vertical: VerticalPlacement

  package init(_ horizontal: HorizontalPlacement, _ vertical: VerticalPlacement) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  package static let center = Placement(.center, .center)
}

package enum HorizontalPlacement: UInt8, Sendable, CaseIterable { case leading = 1, center, trailing }

package enum VerticalPlacement: UInt8, Sendable, CaseIterable {
  case top = 1, center, bottom, firstBaseline, lastBaseline
}

// SPDX-License-Identifier: Apache-2.0

/// The form of a surface.
package enum Outline: Sendable, Hashable {
  case rectangle
  case rounded(radius: Double)
  /// Radii at the top leading, top trailing, bottom trailing and bottom leading corner.
  case uneven(Double, Double, Double, Double)
  case circle
  case ellipse
  case capsule
  /// The outline of the container: the widget's own corners, less the distance to them.
  case containerRelative
  case path([PathStep])
}

/// A step of a path, in points from the rectangle's corner.
package enum PathStep: Sendable, Hashable {
  case move(Point)
  case line(Point)
  case curve(Point, Point, to: Point)
  case close
}

/// A form, what it is filled and drawn with, and the part of it.
package struct ShapeNode: Sendable, Hashable {
  package var outline: Outline
  package var fill: Paint?
  package var stroke: Stroke?
  /// Drawn within the form: half a stroke's width lies inside otherwise.
  package var inset: Double
  /// The part of the outline, from 0 to 1.
  package var trim: ClosedRange<Double>
  /// Degrees, clockwise around the middle.
  package var rotation: Double

  package init(
    _ outline: Outline, fill: Paint? = nil, stroke: Stroke? = nil, inset: Double = 0, trim: ClosedRange<Double> = 0...1,
    rotation: Double = 0
  ) {
    (self.outline, self.fill, self.stroke, self.inset) = (outline, fill, stroke, inset)
    (self.trim, self.rotation) = (trim, rotation)
  }
}

package struct Stroke: Sendable, Hashable {
  package var paint: Paint
  package var width: Double
  package var cap: Cap
  package var join: Join
  package var dash: [Double]

  package enum Cap: UInt8, Sendable, CaseIterable { case butt = 1, round, square }
  package enum Join: UInt8, Sendable, CaseIterable { case miter = 1, round, bevel }

  package init(paint: Paint, width: Double, cap: Cap = .butt, join: Join = .miter, dash: [Double] = []) {
    (self.paint, self.width, self.cap, self.join, self.dash) = (paint, width, cap, join, dash)
  }
}

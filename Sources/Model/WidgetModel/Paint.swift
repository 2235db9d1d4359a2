// SPDX-License-Identifier: Apache-2.0

/// A colour of sRGB, each part from 0 to 1.
package struct Ink: Sendable, Hashable {
  package var red, green, blue, opacity: Double

  package init(_ red: Double, _ green: Double, _ blue: Double, _ opacity: Double = 1) {
    (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
  }

  package static let clear = Ink(0, 0, 0, 0)
  package static let black = Ink(0, 0, 0)
  package static let white = Ink(1, 1, 1)

  package func faded(by part: Double) -> Ink { Ink(red, green, blue, opacity * part) }

  /// The ink made no fainter than a part, unless nothing is seen of it.
  package func seen(from least: Double) -> Ink { Ink(red, green, blue, opacity > 0 ? max(opacity, least) : 0) }

  package var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}

/// The paint that fills a surface.
package enum Paint: Sendable, Hashable {
  case ink(Ink)
  case linear([GradientStop], from: UnitPlace, to: UnitPlace)
  case radial([GradientStop], center: UnitPlace, from: Double, to: Double)
  /// Angles in degrees, clockwise from the trailing side.
  case angular([GradientStop], center: UnitPlace, from: Double, to: Double)

  /// The paint with each ink changed in the same way.
  package func map(_ change: (Ink) -> Ink) -> Paint {
    func changed(_ stops: [GradientStop]) -> [GradientStop] {
      stops.map { GradientStop(change($0.ink), at: $0.place) }
    }
    switch self {
    case .ink(let ink): return .ink(change(ink))
    case .linear(let stops, let from, let to): return .linear(changed(stops), from: from, to: to)
    case .radial(let stops, let center, let from, let to):
      return .radial(changed(stops), center: center, from: from, to: to)
    case .angular(let stops, let center, let from, let to):
      return .angular(changed(stops), center: center, from: from, to: to)
    }
  }

  /// The ink that stands for all of it: a gradient's first.
  package var ink: Ink {
    switch self {
    case .ink(let ink): ink
    case .linear(let stops, _, _), .radial(let stops, _, _, _), .angular(let stops, _, _, _): stops.first?.ink ?? .clear
    }
  }
}

package struct GradientStop: Sendable, Hashable {
  package let ink: Ink
  /// The place on the gradient, from 0 to 1.
  package let place: Double
  package init(_ ink: Ink, at place: Double) { (self.ink, self.place) = (ink, place) }
}

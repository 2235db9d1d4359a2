// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A point whose coordinates are parts of a size. Source: `SwiftUI.UnitPoint`.
public struct UnitPoint: Hashable, Sendable {
  /// The horizontal coordinate as a part of the width. Source: `SwiftUI`, `x`.
  public var x: CGFloat
  /// The vertical coordinate as a part of the height. Source: `SwiftUI`, `y`.
  public var y: CGFloat
  /// The point at the top leading corner.
  public init() { (x, y) = (0, 0) }
  /// A point of the given coordinates, each a part of the size.
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
  /// The point at the top leading corner. Source: `SwiftUI`, `zero`.
  public static let zero = UnitPoint()
  /// The point in the middle. Source: `SwiftUI`, `center`.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The point in the middle of the leading edge. Source: `SwiftUI`, `leading`.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The point in the middle of the trailing edge. Source: `SwiftUI`, `trailing`.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The point in the middle of the top edge. Source: `SwiftUI`, `top`.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The point in the middle of the bottom edge. Source: `SwiftUI`, `bottom`.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The point at the top leading corner. Source: `SwiftUI`, `topLeading`.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  /// The point at the top trailing corner. Source: `SwiftUI`, `topTrailing`.
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// The point at the bottom leading corner. Source: `SwiftUI`, `bottomLeading`.
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// The point at the bottom trailing corner. Source: `SwiftUI`, `bottomTrailing`.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
  package var place: UnitPlace { UnitPlace(Double(x), Double(y)) }
}

/// An angle. Source: `SwiftUI.Angle`.
public struct Angle: Hashable, Comparable, Sendable {
  /// The angle in degrees.
  public var degrees: Double
  /// The angle in radians.
  public var radians: Double {
    get { degrees * .pi / 180 }
    set { degrees = newValue * 180 / .pi }
  }
  /// The angle of zero degrees.
  public init() { degrees = 0 }
  /// An angle in degrees.
  public init(degrees: Double) { self.degrees = degrees }
  /// An angle in radians.
  public init(radians: Double) { degrees = radians * 180 / .pi }
  /// The angle of zero degrees. Source: `SwiftUI`, `zero`.
  public static let zero = Angle()
  /// An angle in degrees. Source: `SwiftUI`, `degrees`.
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
  /// An angle in radians. Source: `SwiftUI`, `radians`.
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
  /// Whether one angle is smaller than the other. Source: `SwiftUI`, `<`.
  public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
  /// The sum of two angles. Source: `SwiftUI`, `+`.
  public static func + (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees + right.degrees) }
  /// The difference of two angles. Source: `SwiftUI`, `-`.
  public static func - (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees - right.degrees) }
  /// The angle in the other direction. Source: `SwiftUI`, `-`.
  public static prefix func - (angle: Angle) -> Angle { Angle(degrees: -angle.degrees) }
}

/// A size that is proposed to a view; nil asks for its ideal size. Source: `SwiftUI.ProposedViewSize`.
public struct ProposedViewSize: Equatable, Sendable {
  /// The proposed length in points, or nil for the ideal one.
  public var width: CGFloat?
  /// The proposed length in points, or nil for the ideal one.
  public var height: CGFloat?
  /// The proposal that asks for the minimum size.
  public static let zero = ProposedViewSize(width: 0, height: 0)
  /// The proposal that asks for the ideal size.
  public static let unspecified = ProposedViewSize(width: nil, height: nil)
  /// The proposal that asks for the maximum size.
  public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)
  /// A proposal of a width and a height, of which either may be left open.
  public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }
  /// A proposal of a whole size.
  public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }
  /// Completes the proposal to a size.
  ///
  /// - Parameter size: The lengths that replace those left open.
  /// - Returns: A whole size.
  public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
    CGSize(width: width ?? size.width, height: height ?? size.height)
  }
}

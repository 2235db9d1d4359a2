// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A place as parts of a size. Source: `SwiftUI.UnitPoint`.
public struct UnitPoint: Hashable, Sendable {
  /// Source: `SwiftUI`, `x`.
  public var x: CGFloat
  /// Source: `SwiftUI`, `y`.
  public var y: CGFloat
  /// Apple's initializer.
  public init() { (x, y) = (0, 0) }
  /// Apple's initializer.
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
  /// Source: `SwiftUI`, `zero`.
  public static let zero = UnitPoint()
  /// Source: `SwiftUI`, `center`.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// Source: `SwiftUI`, `leading`.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// Source: `SwiftUI`, `trailing`.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// Source: `SwiftUI`, `top`.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// Source: `SwiftUI`, `bottom`.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// Source: `SwiftUI`, `topLeading`.
  public static let topLeading = UnitPoint(x: 0, y: 0)
  /// Source: `SwiftUI`, `topTrailing`.
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  /// Source: `SwiftUI`, `bottomLeading`.
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  /// Source: `SwiftUI`, `bottomTrailing`.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
  package var place: UnitPlace { UnitPlace(Double(x), Double(y)) }
}

/// An angle. Source: `SwiftUI.Angle`.
public struct Angle: Hashable, Comparable, Sendable {
  /// In degrees.
  public var degrees: Double
  /// In radians.
  public var radians: Double {
    get { degrees * .pi / 180 }
    set { degrees = newValue * 180 / .pi }
  }
  /// Apple's initializer.
  public init() { degrees = 0 }
  /// Apple's initializer.
  public init(degrees: Double) { self.degrees = degrees }
  /// Apple's initializer.
  public init(radians: Double) { degrees = radians * 180 / .pi }
  /// Source: `SwiftUI`, `zero`.
  public static let zero = Angle()
  /// Source: `SwiftUI`, `degrees`.
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
  /// Source: `SwiftUI`, `radians`.
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
  /// Source: `SwiftUI`, `<`.
  public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
  /// Source: `SwiftUI`, `+`.
  public static func + (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees + right.degrees) }
  /// Source: `SwiftUI`, `-`.
  public static func - (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees - right.degrees) }
  /// Source: `SwiftUI`, `-`.
  public static prefix func - (angle: Angle) -> Angle { Angle(degrees: -angle.degrees) }
}

/// What a view is offered; nil asks for the size it would like. Source: `SwiftUI.ProposedViewSize`.
public struct ProposedViewSize: Equatable, Sendable {
  /// Points.
  public var width: CGFloat?
  /// Points.
  public var height: CGFloat?
  /// Nothing.
  public static let zero = ProposedViewSize(width: 0, height: 0)
  /// The size it would like.
  public static let unspecified = ProposedViewSize(width: nil, height: nil)
  /// As much as it takes.
  public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)
  /// Apple's initializer.
  public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }
  /// Apple's initializer.
  public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }
  /// - Parameter size: In place of what is not said.
  /// - Returns: A whole size.
  public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
    CGSize(width: width ?? size.width, height: height ?? size.height)
  }
}

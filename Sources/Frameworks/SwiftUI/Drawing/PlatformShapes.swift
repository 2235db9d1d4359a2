// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

/// The shape of a rectangle that fills its frame. Source: `SwiftUI.Rectangle`.
public struct Rectangle: InsettableShape, NamedOutline {
  /// A rectangle.
  nonisolated public init() {}
  /// The rectangle itself as an outline. Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path { Path(rect) }
  nonisolated var outline: Outline { .rectangle }
}

/// The form of rounded corners. Source: `SwiftUI.RoundedCornerStyle`.
public enum RoundedCornerStyle: Sendable, Hashable { case circular, continuous }

/// The shape of a rectangle with rounded corners. Source: `SwiftUI.RoundedRectangle`.
public struct RoundedRectangle: InsettableShape, NamedOutline {
  /// The size of the corners, in points; the width is their radius. Source: `SwiftUI`, `cornerSize`.
  public var cornerSize: CGSize
  /// A rectangle with rounded corners of a radius.
  ///
  /// - Parameters:
  ///   - cornerRadius: The radius of the corners in points.
  ///   - style: The form of the corners, which are circular in any case.
  nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    cornerSize = CGSize(width: cornerRadius, height: cornerRadius)
  }
  /// A rectangle with rounded corners of a size.
  ///
  /// - Parameters:
  ///   - cornerSize: The size of the corners in points.
  ///   - style: The form of the corners, which are circular in any case.
  nonisolated public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) { self.cornerSize = cornerSize }
  /// The outline of the rectangle. Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadius: cornerSize.width) }
  nonisolated var outline: Outline { .rounded(radius: Double(cornerSize.width)) }
}

/// The shape of a rectangle whose corners have each a radius. Source: `SwiftUI.UnevenRoundedRectangle`.
public struct UnevenRoundedRectangle: InsettableShape, NamedOutline {
  private let radii: [Double]
  /// A rectangle of four radii.
  ///
  /// - Parameters:
  ///   - topLeadingRadius: The radius of the corner in points.
  ///   - bottomLeadingRadius: The radius of the corner in points.
  ///   - bottomTrailingRadius: The radius of the corner in points.
  ///   - topTrailingRadius: The radius of the corner in points.
  ///   - style: The form of the corners, which are circular in any case.
  nonisolated public init(
    topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
    topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
  ) {
    radii = [topLeadingRadius, topTrailingRadius, bottomTrailingRadius, bottomLeadingRadius].map { Double($0) }
  }
  /// The outline of a rectangle with the largest of the radii at every corner. Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: CGFloat(radii.max() ?? 0))
  }
  nonisolated var outline: Outline { .uneven(radii[0], radii[1], radii[2], radii[3]) }
}

/// The shape of the largest circle in the middle of its frame. Source: `SwiftUI.Circle`.
public struct Circle: InsettableShape, NamedOutline {
  /// A circle.
  nonisolated public init() {}
  /// The outline of the circle. Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path {
    let side = min(rect.width, rect.height)
    return Path(ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
  }
  nonisolated var outline: Outline { .circle }
}

/// The shape of an ellipse that fills its frame. Source: `SwiftUI.Ellipse`.
public struct Ellipse: InsettableShape, NamedOutline {
  /// An ellipse.
  nonisolated public init() {}
  /// The outline of the ellipse. Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
  nonisolated var outline: Outline { .ellipse }
}

/// The shape of a rectangle whose shorter sides are half circles. Source: `SwiftUI.Capsule`.
public struct Capsule: InsettableShape, NamedOutline {
  /// A capsule.
  ///
  /// - Parameter style: The form of the corners, which are circular in any case.
  nonisolated public init(style: RoundedCornerStyle = .continuous) {}
  /// The outline of the capsule. Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2)
  }
  nonisolated var outline: Outline { .capsule }
}

/// A shape with the widget's corners. Source: `SwiftUI.ContainerRelativeShape`.
public struct ContainerRelativeShape: InsettableShape, NamedOutline {
  /// A shape with the widget's corners.
  nonisolated public init() {}
  /// The outline of a rectangle with the widget's corner radius. Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: CGFloat(WidgetMetrics.cornerRadius))
  }
  nonisolated var outline: Outline { .containerRelative }
}

extension Shape where Self == Rectangle {
  /// A rectangle. Source: `SwiftUI`, `rect`.
  public static var rect: Rectangle { Rectangle() }
}
extension Shape where Self == Circle {
  /// A circle. Source: `SwiftUI`, `circle`.
  public static var circle: Circle { Circle() }
}
extension Shape where Self == Ellipse {
  /// An ellipse. Source: `SwiftUI`, `ellipse`.
  public static var ellipse: Ellipse { Ellipse() }
}
extension Shape where Self == Capsule {
  /// A capsule. Source: `SwiftUI`, `capsule`.
  public static var capsule: Capsule { Capsule() }
}
extension Shape where Self == ContainerRelativeShape {
  /// A shape with the widget's corners. Source: `SwiftUI`, `containerRelative`.
  public static var containerRelative: ContainerRelativeShape { ContainerRelativeShape() }
}
extension Shape where Self == RoundedRectangle {
  /// A rectangle with rounded corners.
  ///
  /// - Parameters:
  ///   - cornerRadius: The radius of the corners in points.
  ///   - style: The form of the corners, which are circular in any case.
  /// - Returns: The shape.
  public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius, style: style)
  }
}

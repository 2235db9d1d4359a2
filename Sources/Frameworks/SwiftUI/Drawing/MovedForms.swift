// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A shape, moved by an offset. Source: `SwiftUI.OffsetShape`.
public struct OffsetShape<Content: Shape>: Shape {
  /// The shape without the change.
  public var shape: Content
  /// The offset in points.
  public var offset: CGSize
  /// A shape, moved by an offset.
  ///
  /// - Parameters:
  ///   - shape: The form.
  ///   - offset: The offset in points.
  nonisolated public init(shape: Content, offset: CGSize) { (self.shape, self.offset) = (shape, offset) }
  /// The outline of the moved shape.
  nonisolated public func path(in rect: CGRect) -> Path {
    shape.path(in: rect.offsetBy(dx: offset.width, dy: offset.height))
  }
}

/// A shape, scaled around a point. Source: `SwiftUI.ScaledShape`.
public struct ScaledShape<Content: Shape>: Shape {
  /// The shape without the change.
  public var shape: Content
  /// The factors for width and height.
  public var scale: CGSize
  /// The point that does not move, as a part of the size.
  public var anchor: UnitPoint
  /// A shape, scaled in each direction around a point.
  ///
  /// - Parameters:
  ///   - shape: The form.
  ///   - scale: The factor for the size.
  ///   - anchor: The point that does not move.
  nonisolated public init(shape: Content, scale: CGSize, anchor: UnitPoint = .center) {
    (self.shape, self.scale, self.anchor) = (shape, scale, anchor)
  }
  /// The outline of the scaled shape.
  nonisolated public func path(in rect: CGRect) -> Path {
    let (width, height) = (rect.width * scale.width, rect.height * scale.height)
    return shape.path(
      in: CGRect(
        x: rect.minX + (rect.width - width) * anchor.x, y: rect.minY + (rect.height - height) * anchor.y, width: width,
        height: height))
  }
}

extension Shape {
  /// Moves the shape.
  ///
  /// - Parameters:
  ///   - x: The distance to the right in points.
  ///   - y: The distance downwards in points.
  /// - Returns: The moved shape.
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> OffsetShape<Self> {
    OffsetShape(shape: self, offset: CGSize(width: x, height: y))
  }
  /// Moves the shape.
  ///
  /// - Parameter offset: The offset in points.
  /// - Returns: The moved shape.
  nonisolated public func offset(_ offset: CGSize) -> OffsetShape<Self> { OffsetShape(shape: self, offset: offset) }
  /// Scales the shape equally in both directions.
  ///
  /// - Parameters:
  ///   - scale: The factor for the size.
  ///   - anchor: The point that does not move.
  /// - Returns: The scaled shape.
  nonisolated public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> ScaledShape<Self> {
    ScaledShape(shape: self, scale: CGSize(width: scale, height: scale), anchor: anchor)
  }
}

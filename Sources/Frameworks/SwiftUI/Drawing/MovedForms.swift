// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A form that is drawn elsewhere. Source: `SwiftUI.OffsetShape`.
public struct OffsetShape<Content: Shape>: Shape {
  /// The form.
  public var shape: Content
  /// How far away.
  public var offset: CGSize
  /// - Parameters:
  ///   - shape: The form.
  ///   - offset: How far away.
  nonisolated public init(shape: Content, offset: CGSize) { (self.shape, self.offset) = (shape, offset) }
  /// Apple's function.
  nonisolated public func path(in rect: CGRect) -> Path {
    shape.path(in: rect.offsetBy(dx: offset.width, dy: offset.height))
  }
}

/// A form of another size, around a point. Source: `SwiftUI.ScaledShape`.
public struct ScaledShape<Content: Shape>: Shape {
  /// The form.
  public var shape: Content
  /// How much larger.
  public var scale: CGSize
  /// The point that stays.
  public var anchor: UnitPoint
  /// - Parameters:
  ///   - shape: The form.
  ///   - scale: How much larger.
  ///   - anchor: The point that stays.
  nonisolated public init(shape: Content, scale: CGSize, anchor: UnitPoint = .center) {
    (self.shape, self.scale, self.anchor) = (shape, scale, anchor)
  }
  /// Apple's function.
  nonisolated public func path(in rect: CGRect) -> Path {
    let (width, height) = (rect.width * scale.width, rect.height * scale.height)
    return shape.path(
      in: CGRect(
        x: rect.minX + (rect.width - width) * anchor.x, y: rect.minY + (rect.height - height) * anchor.y, width: width,
        height: height))
  }
}

extension Shape {
  /// - Parameters:
  ///   - x: Points to the right.
  ///   - y: Points down.
  /// - Returns: The form, there.
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> OffsetShape<Self> {
    OffsetShape(shape: self, offset: CGSize(width: x, height: y))
  }
  /// - Parameter offset: How far away.
  /// - Returns: The form, there.
  nonisolated public func offset(_ offset: CGSize) -> OffsetShape<Self> { OffsetShape(shape: self, offset: offset) }
  /// - Parameters:
  ///   - scale: How much larger.
  ///   - anchor: The point that stays.
  /// - Returns: The form, of that size.
  nonisolated public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> ScaledShape<Self> {
    ScaledShape(shape: self, scale: CGSize(width: scale, height: scale), anchor: anchor)
  }
}

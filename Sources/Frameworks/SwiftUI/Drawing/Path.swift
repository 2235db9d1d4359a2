// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// The outline of a shape: lines and curves. Source: `SwiftUI.Path`.
public struct Path: Shape, Equatable {
  nonisolated package private(set) var steps: [PathStep] = []

  /// An empty path.
  nonisolated public init() {}
  /// A path that a closure draws.
  ///
  /// - Parameter callback: The closure that adds lines to the path.
  nonisolated public init(_ callback: (inout Path) -> Void) { callback(&self) }
  /// A path of a rectangle.
  ///
  /// - Parameter rect: The rectangle.
  nonisolated public init(_ rect: CGRect) { addRect(rect) }
  /// A path of a rectangle with rounded corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius of the corners in points.
  nonisolated public init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius))
  }
  /// A path of the ellipse within a rectangle.
  ///
  /// - Parameter rect: The rectangle around the ellipse.
  nonisolated public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }

  /// The path itself, whatever the rectangle. Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path { self }
  /// Whether the path has no lines.
  nonisolated public var isEmpty: Bool { steps.isEmpty }

  /// The end of the last line, or nil for an empty path.
  nonisolated public var currentPoint: CGPoint? {
    switch steps.last {
    case .move(let point), .line(let point), .curve(_, _, let point): CGPoint(x: point.x, y: point.y)
    case .close, nil: nil
    }
  }

  nonisolated private func point(_ point: CGPoint) -> Point { Point(Double(point.x), Double(point.y)) }

  /// Begins a line at a point.
  ///
  /// - Parameter end: The beginning of the next line.
  nonisolated public mutating func move(to end: CGPoint) { steps.append(.move(point(end))) }
  /// Adds a straight line to a point.
  ///
  /// - Parameter end: The end of the line.
  nonisolated public mutating func addLine(to end: CGPoint) { steps.append(.line(point(end))) }
  /// Adds straight lines between points.
  ///
  /// - Parameter lines: The points of lines.
  nonisolated public mutating func addLines(_ lines: [CGPoint]) {
    for (index, end) in lines.enumerated() { index == 0 ? move(to: end) : addLine(to: end) }
  }
  /// Adds a cubic Bézier curve.
  ///
  /// - Parameters:
  ///   - end: The end of the curve.
  ///   - control1: The control point of the beginning.
  ///   - control2: The control point of the end.
  nonisolated public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    steps.append(.curve(point(control1), point(control2), to: point(end)))
  }
  /// Adds a quadratic Bézier curve.
  ///
  /// - Parameters:
  ///   - end: The end of the curve.
  ///   - control: The control point.
  nonisolated public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
    let start = currentPoint ?? .zero
    func between(_ from: CGPoint, _ part: CGFloat) -> CGPoint {
      CGPoint(x: from.x + (control.x - from.x) * part, y: from.y + (control.y - from.y) * part)
    }
    addCurve(to: end, control1: between(start, 2 / 3), control2: between(end, 2 / 3))
  }
  /// Closes the line with a straight line to its beginning.
  nonisolated public mutating func closeSubpath() { steps.append(.close) }

  /// Adds a rectangle.
  ///
  /// - Parameter rect: A rectangle.
  nonisolated public mutating func addRect(_ rect: CGRect) {
    addLines([
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
      CGPoint(x: rect.minX, y: rect.maxY),
    ])
    closeSubpath()
  }

  /// Adds the ellipse within a rectangle.
  ///
  /// - Parameter rect: The rectangle around the ellipse.
  nonisolated public mutating func addEllipse(in rect: CGRect) {
    addRoundedRect(in: rect, cornerSize: CGSize(width: rect.width / 2, height: rect.height / 2))
  }

  /// Adds a rectangle with rounded corners.
  ///
  /// - Parameters:
  ///   - rect: A rectangle.
  ///   - cornerSize: The size of the corners in points.
  ///   - style: The form of the corners, which are circular in any case.
  nonisolated public mutating func addRoundedRect(
    in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous
  ) {
    let (w, h) = (min(cornerSize.width, rect.width / 2), min(cornerSize.height, rect.height / 2))
    // How far the handles of a quarter circle stand out.
    let (x, y) = (w * 0.44772, h * 0.44772)
    move(to: CGPoint(x: rect.minX + w, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX - w, y: rect.minY))
    addCurve(
      to: CGPoint(x: rect.maxX, y: rect.minY + h), control1: CGPoint(x: rect.maxX - x, y: rect.minY),
      control2: CGPoint(x: rect.maxX, y: rect.minY + y))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - h))
    addCurve(
      to: CGPoint(x: rect.maxX - w, y: rect.maxY), control1: CGPoint(x: rect.maxX, y: rect.maxY - y),
      control2: CGPoint(x: rect.maxX - x, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX + w, y: rect.maxY))
    addCurve(
      to: CGPoint(x: rect.minX, y: rect.maxY - h), control1: CGPoint(x: rect.minX + x, y: rect.maxY),
      control2: CGPoint(x: rect.minX, y: rect.maxY - y))
    addLine(to: CGPoint(x: rect.minX, y: rect.minY + h))
    addCurve(
      to: CGPoint(x: rect.minX + w, y: rect.minY), control1: CGPoint(x: rect.minX, y: rect.minY + y),
      control2: CGPoint(x: rect.minX + x, y: rect.minY))
    closeSubpath()
  }

  /// Adds an arc of a circle.
  ///
  /// - Parameters:
  ///   - center: The middle.
  ///   - radius: The radius in points.
  ///   - startAngle: The angle of the beginning.
  ///   - endAngle: The angle of the end.
  ///   - clockwise: The direction as on Apple's systems: true is counterclockwise, because y grows downwards here.
  nonisolated public mutating func addArc(
    center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
  ) {
    var turn = endAngle.radians - startAngle.radians
    if abs(turn) < 2 * .pi {
      turn = turn.truncatingRemainder(dividingBy: 2 * .pi)
      if clockwise && turn > 0 { turn -= 2 * .pi }
      if !clockwise && turn < 0 { turn += 2 * .pi }
    } else {
      turn = clockwise ? -2 * .pi : 2 * .pi
    }
    let parts = max(Int((abs(turn) / (.pi / 2)).rounded(.up)), 1)
    let step = turn / Double(parts)
    let handle = 4 / 3 * tan(step / 4) * Double(radius)
    func at(_ angle: Double) -> (CGPoint, CGPoint) {
      let (x, y) = (cos(angle), sin(angle))
      return (
        CGPoint(x: Double(center.x) + Double(radius) * x, y: Double(center.y) + Double(radius) * y),
        CGPoint(x: -y * handle, y: x * handle)
      )
    }
    var (from, tangent) = at(startAngle.radians)
    currentPoint == nil ? move(to: from) : addLine(to: from)
    for index in 1...parts {
      let (to, next) = at(startAngle.radians + step * Double(index))
      addCurve(
        to: to, control1: CGPoint(x: from.x + tangent.x, y: from.y + tangent.y),
        control2: CGPoint(x: to.x - next.x, y: to.y - next.y))
      (from, tangent) = (to, next)
    }
  }

  /// Adds the lines and curves of another path.
  ///
  /// - Parameter path: The path that is added.
  nonisolated public mutating func addPath(_ path: Path) { steps += path.steps }
}

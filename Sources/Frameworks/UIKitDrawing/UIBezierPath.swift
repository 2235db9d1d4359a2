// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

/// An outline that is filled. Source: `UIKit.UIBezierPath`, in the measure that pictures are made with; drawing its line is missing.
public final class UIBezierPath: NSObject {
  private var steps: [PathStep] = []
  private var current = Point.zero

  /// An outline of nothing.
  public override init() {}
  /// A rectangle.
  ///
  /// - Parameter rect: The rectangle.
  public convenience init(rect: CGRect) {
    self.init()
    steps = FilledArea.rectangle(rect)
  }
  /// An ellipse.
  ///
  /// - Parameter rect: The rectangle that it fills.
  public convenience init(ovalIn rect: CGRect) {
    self.init(roundedRect: rect, width: rect.width / 2, height: rect.height / 2)
  }
  /// A rectangle with round corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius of the corners; at most half of the shorter side.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    let radius = max(min(cornerRadius, rect.width / 2, rect.height / 2), 0)
    self.init(roundedRect: rect, width: radius, height: radius)
  }

  private convenience init(roundedRect rect: CGRect, width: CGFloat, height: CGFloat) {
    self.init()
    // The part of a quarter's radius at which a curve's points make it round.
    let (x, y) = (width * 0.44772, height * 0.44772)
    move(to: CGPoint(x: rect.minX + width, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX - width, y: rect.minY))
    addCurve(
      to: CGPoint(x: rect.maxX, y: rect.minY + height), controlPoint1: CGPoint(x: rect.maxX - x, y: rect.minY),
      controlPoint2: CGPoint(x: rect.maxX, y: rect.minY + y))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - height))
    addCurve(
      to: CGPoint(x: rect.maxX - width, y: rect.maxY), controlPoint1: CGPoint(x: rect.maxX, y: rect.maxY - y),
      controlPoint2: CGPoint(x: rect.maxX - x, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX + width, y: rect.maxY))
    addCurve(
      to: CGPoint(x: rect.minX, y: rect.maxY - height), controlPoint1: CGPoint(x: rect.minX + x, y: rect.maxY),
      controlPoint2: CGPoint(x: rect.minX, y: rect.maxY - y))
    addLine(to: CGPoint(x: rect.minX, y: rect.minY + height))
    addCurve(
      to: CGPoint(x: rect.minX + width, y: rect.minY), controlPoint1: CGPoint(x: rect.minX, y: rect.minY + y),
      controlPoint2: CGPoint(x: rect.minX + x, y: rect.minY))
    close()
  }

  private static func point(_ point: CGPoint) -> Point { Point(Double(point.x), Double(point.y)) }

  /// Whether it is an outline of nothing.
  public var isEmpty: Bool { steps.isEmpty }
  /// The point from which it goes on.
  public var currentPoint: CGPoint { CGPoint(x: current.x, y: current.y) }

  /// Begins a part.
  ///
  /// - Parameter point: The point where it begins.
  public func move(to point: CGPoint) {
    current = Self.point(point)
    steps.append(.move(current))
  }
  /// Goes on by a straight line.
  ///
  /// - Parameter point: The point that it leads to.
  public func addLine(to point: CGPoint) {
    current = Self.point(point)
    steps.append(.line(current))
  }
  /// Goes on by a curve of two points.
  ///
  /// - Parameters:
  ///   - endPoint: The point that it leads to.
  ///   - controlPoint1: The point towards which it begins.
  ///   - controlPoint2: The point from which it ends.
  public func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    current = Self.point(endPoint)
    steps.append(.curve(Self.point(controlPoint1), Self.point(controlPoint2), to: current))
  }
  /// Goes on by a curve of one point.
  ///
  /// - Parameters:
  ///   - endPoint: The point that it leads to.
  ///   - controlPoint: The point towards which it begins and from which it ends.
  public func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    func between(_ end: CGPoint) -> CGPoint {
      CGPoint(x: end.x + (controlPoint.x - end.x) * 2 / 3, y: end.y + (controlPoint.y - end.y) * 2 / 3)
    }
    addCurve(to: endPoint, controlPoint1: between(currentPoint), controlPoint2: between(endPoint))
  }
  /// Closes the part.
  public func close() { steps.append(.close) }
  /// Adds the parts of another outline.
  ///
  /// - Parameter path: The outline.
  public func append(_ path: UIBezierPath) { steps += path.steps }
  /// Fills it with the colour that was set.
  public func fill() { DrawnBitmap.used("UIBezierPath.fill()")?.fill(steps) }
}

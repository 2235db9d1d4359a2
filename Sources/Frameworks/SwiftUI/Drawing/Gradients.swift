// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// Colours that go over into each other. Source: `SwiftUI.Gradient`.
public struct Gradient: Hashable, Sendable, ShapeStyle, PaintingStyle {
  /// A colour at its place.
  public struct Stop: Hashable, Sendable {
    /// The colour.
    public var color: Color
    /// From 0 to 1.
    public var location: CGFloat
    /// - Parameters:
    ///   - color: The colour.
    ///   - location: From 0 to 1.
    public init(color: Color, location: CGFloat) { (self.color, self.location) = (color, location) }
  }

  /// The colours.
  public var stops: [Stop]
  /// - Parameter stops: The colours.
  public init(stops: [Stop]) { self.stops = stops }

  /// - Parameter colors: The colours, at equal distances.
  public init(colors: [Color]) {
    let last = max(colors.count - 1, 1)
    stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / CGFloat(last)) }
  }

  func resolved(_ environment: EnvironmentValues) -> [GradientStop] {
    stops.map { GradientStop($0.color.ink(environment.colorScheme), at: Double($0.location)) }
  }

  package func paint(in environment: EnvironmentValues) -> Paint {
    .linear(resolved(environment), from: UnitPlace(0.5, 0), to: UnitPlace(0.5, 1))
  }
}

/// A colour's own gradient. Source: `SwiftUI.AnyGradient`.
public struct AnyGradient: ShapeStyle, PaintingStyle, Hashable, Sendable {
  let gradient: Gradient
  init(_ color: Color) { gradient = Gradient(colors: [color.lightened(0.22), color]) }
  /// - Parameter gradient: The gradient.
  public init(_ gradient: Gradient) { self.gradient = gradient }
  package func paint(in environment: EnvironmentValues) -> Paint { gradient.paint(in: environment) }
}

/// Colours along a line. Source: `SwiftUI.LinearGradient`.
public struct LinearGradient: ShapeStyle, PaintingStyle, Sendable {
  let gradient: Gradient
  let start, end: UnitPoint

  /// - Parameters:
  ///   - gradient: The colours.
  ///   - startPoint: Where the first is.
  ///   - endPoint: Where the last is.
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    (self.gradient, start, end) = (gradient, startPoint, endPoint)
  }

  /// - Parameters:
  ///   - colors: The colours, at equal distances.
  ///   - startPoint: Where the first is.
  ///   - endPoint: Where the last is.
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  /// - Parameters:
  ///   - stops: The colours.
  ///   - startPoint: Where the first is.
  ///   - endPoint: Where the last is.
  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }

  package func paint(in environment: EnvironmentValues) -> Paint {
    .linear(gradient.resolved(environment), from: start.place, to: end.place)
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] { [.paint(paint(in: context.environment))] }
}

/// Colours around a point, outwards. Source: `SwiftUI.RadialGradient`.
public struct RadialGradient: ShapeStyle, PaintingStyle, Sendable {
  let gradient: Gradient
  let center: UnitPoint
  let from, to: CGFloat

  /// - Parameters:
  ///   - gradient: The colours.
  ///   - center: The point.
  ///   - startRadius: How far from it the first colour is.
  ///   - endRadius: How far from it the last colour is.
  public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    (self.gradient, self.center, from, to) = (gradient, center, startRadius, endRadius)
  }

  /// - Parameters:
  ///   - colors: The colours.
  ///   - center: The point.
  ///   - startRadius: How far from it the first colour is.
  ///   - endRadius: How far from it the last colour is.
  public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
  }

  package func paint(in environment: EnvironmentValues) -> Paint {
    .radial(gradient.resolved(environment), center: center.place, from: Double(from), to: Double(to))
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] { [.paint(paint(in: context.environment))] }
}

/// Colours around a point, like the hours of a clock. Source: `SwiftUI.AngularGradient`.
public struct AngularGradient: ShapeStyle, PaintingStyle, Sendable {
  let gradient: Gradient
  let center: UnitPoint
  let from, to: Angle

  /// - Parameters:
  ///   - gradient: The colours.
  ///   - center: The point.
  ///   - startAngle: Where the first colour is.
  ///   - endAngle: Where the last colour is.
  public init(
    gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .degrees(360)
  ) {
    (self.gradient, self.center, from, to) = (gradient, center, startAngle, endAngle)
  }

  /// - Parameters:
  ///   - colors: The colours.
  ///   - center: The point.
  ///   - startAngle: Where the first colour is.
  ///   - endAngle: Where the last colour is.
  public init(
    colors: [Color], center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .degrees(360)
  ) {
    self.init(gradient: Gradient(colors: colors), center: center, startAngle: startAngle, endAngle: endAngle)
  }

  package func paint(in environment: EnvironmentValues) -> Paint {
    .angular(gradient.resolved(environment), center: center.place, from: from.degrees, to: to.degrees)
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] { [.paint(paint(in: context.environment))] }
}

extension LinearGradient: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
}

extension RadialGradient: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
}

extension AngularGradient: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
}

extension AngularGradient {
  /// - Parameters:
  ///   - colors: The colours, at equal distances, all around.
  ///   - center: The point.
  ///   - angle: Where the first is.
  public init(colors: [Color], center: UnitPoint, angle: Angle) {
    self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
  }
  /// - Parameters:
  ///   - gradient: The colours, all around.
  ///   - center: The point.
  ///   - angle: Where the first is.
  public init(gradient: Gradient, center: UnitPoint, angle: Angle) {
    self.init(
      gradient: gradient, center: center, startAngle: angle, endAngle: .degrees(angle.degrees + 360))
  }
}

extension ShapeStyle where Self == LinearGradient {
  /// Source: `SwiftUI`, `linearGradient`.
  public static func linearGradient(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) -> LinearGradient {
    LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
  }
}

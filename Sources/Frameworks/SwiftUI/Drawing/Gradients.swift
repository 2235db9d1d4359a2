// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A gradient of colours at locations. Source: `SwiftUI.Gradient`.
public struct Gradient: Hashable, Sendable, ShapeStyle, PaintingStyle {
  /// A colour at a location of a gradient.
  public struct Stop: Hashable, Sendable {
    /// The colour of the stop.
    public var color: Color
    /// The location of the colour, from 0 to 1.
    public var location: CGFloat
    /// A colour at a location of a gradient.
    ///
    /// - Parameters:
    ///   - color: The colour.
    ///   - location: The location from 0 to 1.
    public init(color: Color, location: CGFloat) { (self.color, self.location) = (color, location) }
  }

  /// The colours and their locations.
  public var stops: [Stop]
  /// A gradient of colours at locations.
  ///
  /// - Parameter stops: The colours.
  public init(stops: [Stop]) { self.stops = stops }

  /// A gradient of colours at equal distances.
  ///
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

/// The gradient of one colour, from a little lighter to itself. Source: `SwiftUI.AnyGradient`.
public struct AnyGradient: ShapeStyle, PaintingStyle, Hashable, Sendable {
  let gradient: Gradient
  init(_ color: Color) { gradient = Gradient(colors: [color.lightened(0.22), color]) }
  /// A style of a gradient.
  ///
  /// - Parameter gradient: The gradient.
  public init(_ gradient: Gradient) { self.gradient = gradient }
  package func paint(in environment: EnvironmentValues) -> Paint { gradient.paint(in: environment) }
}

/// A gradient along a line. Source: `SwiftUI.LinearGradient`.
public struct LinearGradient: ShapeStyle, PaintingStyle, Sendable {
  let gradient: Gradient
  let start, end: UnitPoint

  /// A gradient along a line.
  ///
  /// - Parameters:
  ///   - gradient: The colours.
  ///   - startPoint: The point of the first colour.
  ///   - endPoint: The point of the last colour.
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    (self.gradient, start, end) = (gradient, startPoint, endPoint)
  }

  /// A gradient along a line, of colours at equal distances.
  ///
  /// - Parameters:
  ///   - colors: The colours, at equal distances.
  ///   - startPoint: The point of the first colour.
  ///   - endPoint: The point of the last colour.
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  /// A gradient along a line, of colours at locations.
  ///
  /// - Parameters:
  ///   - stops: The colours.
  ///   - startPoint: The point of the first colour.
  ///   - endPoint: The point of the last colour.
  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }

  package func paint(in environment: EnvironmentValues) -> Paint {
    .linear(gradient.resolved(environment), from: start.place, to: end.place)
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] { [.paint(paint(in: context.environment))] }
}

/// A gradient from a point outwards. Source: `SwiftUI.RadialGradient`.
public struct RadialGradient: ShapeStyle, PaintingStyle, Sendable {
  let gradient: Gradient
  let center: UnitPoint
  let from, to: CGFloat

  /// A gradient from a point outwards.
  ///
  /// - Parameters:
  ///   - gradient: The colours.
  ///   - center: The point.
  ///   - startRadius: The distance of the first colour from it, in points.
  ///   - endRadius: The distance of the last colour from it, in points.
  public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    (self.gradient, self.center, from, to) = (gradient, center, startRadius, endRadius)
  }

  /// A gradient from a point outwards, of colours at equal distances.
  ///
  /// - Parameters:
  ///   - colors: The colours.
  ///   - center: The point.
  ///   - startRadius: The distance of the first colour from it, in points.
  ///   - endRadius: The distance of the last colour from it, in points.
  public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
    self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
  }

  package func paint(in environment: EnvironmentValues) -> Paint {
    .radial(gradient.resolved(environment), center: center.place, from: Double(from), to: Double(to))
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] { [.paint(paint(in: context.environment))] }
}

/// A gradient around a point by angles. Source: `SwiftUI.AngularGradient`.
public struct AngularGradient: ShapeStyle, PaintingStyle, Sendable {
  let gradient: Gradient
  let center: UnitPoint
  let from, to: Angle

  /// A gradient around a point, between two angles.
  ///
  /// - Parameters:
  ///   - gradient: The colours.
  ///   - center: The point.
  ///   - startAngle: The angle of the first colour.
  ///   - endAngle: The angle of the last colour.
  public init(
    gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .degrees(360)
  ) {
    (self.gradient, self.center, from, to) = (gradient, center, startAngle, endAngle)
  }

  /// A gradient around a point, between two angles, of colours at equal distances.
  ///
  /// - Parameters:
  ///   - colors: The colours.
  ///   - center: The point.
  ///   - startAngle: The angle of the first colour.
  ///   - endAngle: The angle of the last colour.
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
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

extension RadialGradient: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

extension AngularGradient: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

extension AngularGradient {
  /// A gradient all around a point, of colours at equal distances.
  ///
  /// - Parameters:
  ///   - colors: The colours, at equal distances, all around.
  ///   - center: The point.
  ///   - angle: The angle of the first colour.
  public init(colors: [Color], center: UnitPoint, angle: Angle) {
    self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
  }
  /// A gradient all around a point.
  ///
  /// - Parameters:
  ///   - gradient: The colours, all around.
  ///   - center: The point.
  ///   - angle: The angle of the first colour.
  public init(gradient: Gradient, center: UnitPoint, angle: Angle) {
    self.init(
      gradient: gradient, center: center, startAngle: angle, endAngle: .degrees(angle.degrees + 360))
  }
}

extension ShapeStyle where Self == LinearGradient {
  /// A style of a gradient along a line. Source: `SwiftUI`, `linearGradient`.
  public static func linearGradient(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) -> LinearGradient {
    LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
  }
}

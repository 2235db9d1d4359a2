// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

package enum GaugeStyleName: Sendable { case automatic, linear, accessoryLinear, ring, capacity }
package enum ProgressStyleName: Sendable { case automatic, linear, circular }

/// How gauges look. Source: `SwiftUI.GaugeStyle`, of which the platform's own are here.
public protocol GaugeStyle { var styleNumber: Int { get } }
/// Source: `SwiftUI.DefaultGaugeStyle`.
public struct DefaultGaugeStyle: GaugeStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 0 }
}
/// Source: `SwiftUI.LinearCapacityGaugeStyle`.
public struct LinearCapacityGaugeStyle: GaugeStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 1 }
}
/// Source: `SwiftUI.AccessoryLinearGaugeStyle`.
public struct AccessoryLinearGaugeStyle: GaugeStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 2 }
}
/// Source: `SwiftUI.AccessoryLinearCapacityGaugeStyle`.
public struct AccessoryLinearCapacityGaugeStyle: GaugeStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 1 }
}
/// Source: `SwiftUI.AccessoryCircularGaugeStyle`.
public struct AccessoryCircularGaugeStyle: GaugeStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 3 }
}
/// Source: `SwiftUI.AccessoryCircularCapacityGaugeStyle`.
public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 4 }
}
extension GaugeStyle where Self == DefaultGaugeStyle {
  /// Source: `SwiftUI`, `automatic`.
  public static var automatic: Self { .init() }
}
extension GaugeStyle where Self == LinearCapacityGaugeStyle {
  /// Source: `SwiftUI`, `linearCapacity`.
  public static var linearCapacity: Self { .init() }
}
extension GaugeStyle where Self == AccessoryLinearGaugeStyle {
  /// Source: `SwiftUI`, `accessoryLinear`.
  public static var accessoryLinear: Self { .init() }
}
extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
  /// Source: `SwiftUI`, `accessoryLinearCapacity`.
  public static var accessoryLinearCapacity: Self { .init() }
}
extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
  /// Source: `SwiftUI`, `accessoryCircular`.
  public static var accessoryCircular: Self { .init() }
}
extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
  /// Source: `SwiftUI`, `accessoryCircularCapacity`.
  public static var accessoryCircularCapacity: Self { .init() }
}

/// A value within a range. Source: `SwiftUI.Gauge`.
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View>: View,
  PrimitiveView
{
  /// It is drawn as it is.
  public typealias Body = Never
  private let part: Double
  private let label: Label
  private let current: CurrentValueLabel
  private let minimum, maximum: BoundsLabel

  private init<V: BinaryFloatingPoint>(
    _ value: V, _ bounds: ClosedRange<V>, _ label: Label, _ current: CurrentValueLabel, _ minimum: BoundsLabel,
    _ maximum: BoundsLabel
  ) {
    let width = Double(bounds.upperBound - bounds.lowerBound)
    part = width > 0 ? min(max(Double(value - bounds.lowerBound) / width, 0), 1) : 0
    (self.label, self.current, self.minimum, self.maximum) = (label, current, minimum, maximum)
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let style: GaugeNode.Style =
      switch context.environment.look.gaugeStyle {
      case .automatic, .linear: .linear
      case .accessoryLinear: .accessoryLinear
      case .ring: .ring
      case .capacity: .capacity
      }
    let tint = paint(of: TintShapeStyle(), in: context.environment)
    let track =
      context.environment.look.tint == nil || style == .linear || style == .capacity
      ? paint(of: FillShapeStyle(), in: context.environment) : tint
    // In a ring, texts are as large as there is room for, unless the widget says otherwise.
    let isRing = style == .ring || style == .capacity
    func node<V: View>(_ view: V, _ size: CGFloat) -> WidgetNode {
      let font = context.environment.look.font ?? (isRing ? .system(size: size, weight: .medium) : nil)
      return context.with { $0.look.font = font }.node(of: view)
    }
    let hasBounds = BoundsLabel.self != EmptyView.self
    let hasValue = CurrentValueLabel.self != EmptyView.self
    return [
      .gauge(
        GaugeNode(
          style: style, part: part, tint: tint, track: track,
          label: isRing && hasBounds && hasValue ? .empty : node(label, hasValue ? 11 : 18), value: node(current, 20),
          minimum: node(minimum, 10), maximum: node(maximum, 10)))
    ]
  }
}

extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The range.
  ///   - label: What it is.
  public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
    self.init(value, bounds, label(), EmptyView(), EmptyView(), EmptyView())
  }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The range.
  ///   - label: What it is.
  ///   - currentValueLabel: The value as text.
  public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(value, bounds, label(), currentValueLabel(), EmptyView(), EmptyView())
  }
}

extension Gauge where MarkedValueLabels == EmptyView {
  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The range.
  ///   - label: What it is.
  ///   - currentValueLabel: The value as text.
  ///   - minimumValueLabel: The range's beginning as text.
  ///   - maximumValueLabel: The range's end as text.
  public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
    @ViewBuilder maximumValueLabel: () -> BoundsLabel
  ) {
    self.init(value, bounds, label(), currentValueLabel(), minimumValueLabel(), maximumValueLabel())
  }
}

// MARK: - Progress

/// How progress looks. Source: `SwiftUI.ProgressViewStyle`, of which the platform's own are here.
public protocol ProgressViewStyle { var styleNumber: Int { get } }
/// Source: `SwiftUI.LinearProgressViewStyle`.
public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 1 }
}
/// Source: `SwiftUI.CircularProgressViewStyle`.
public struct CircularProgressViewStyle: ProgressViewStyle, Sendable {
  /// Apple's initializer.
  public init() {}
  /// The style's number, for this module.
  public var styleNumber: Int { 2 }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
  /// Source: `SwiftUI`, `linear`.
  public static var linear: Self { .init() }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
  /// Source: `SwiftUI`, `circular`.
  public static var circular: Self { .init() }
}

/// How much of something is done. Source: `SwiftUI.ProgressView`.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let part: @MainActor (EnvironmentValues) -> Double?
  private let label: Label
  private let current: CurrentValueLabel

  private init(_ label: Label, _ current: CurrentValueLabel, part: @escaping @MainActor (EnvironmentValues) -> Double?)
  {
    (self.part, self.label, self.current) = (part, label, current)
  }

  private static func part<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Double? {
    value.map { total > 0 ? min(max(Double($0) / Double(total), 0), 1) : 0 }
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let isRing = context.environment.look.progressStyle == .circular
    let inner = context.with { $0.look.font = .caption }
    return [
      .gauge(
        GaugeNode(
          style: isRing ? .capacity : .linear, part: part(context.environment),
          tint: paint(of: TintShapeStyle(), in: context.environment),
          track: paint(of: FillShapeStyle(), in: context.environment), label: context.node(of: label),
          value: isRing ? context.node(of: current) : inner.node(of: current)))
    ]
  }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
  /// - Parameters:
  ///   - value: How much is done.
  ///   - total: Of how much.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {
    let part = Self.part(value, total)
    self.init(EmptyView(), EmptyView()) { _ in part }
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  /// - Parameters:
  ///   - value: How much is done.
  ///   - total: Of how much.
  ///   - label: What is done.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
    let part = Self.part(value, total)
    self.init(label(), EmptyView()) { _ in part }
  }
}

extension ProgressView {
  /// - Parameters:
  ///   - value: How much is done.
  ///   - total: Of how much.
  ///   - label: What is done.
  ///   - currentValueLabel: The value as text.
  public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    let part = Self.part(value, total)
    self.init(label(), currentValueLabel()) { _ in part }
  }

  /// How much of a time has passed.
  ///
  /// - Parameters:
  ///   - timerInterval: From when to when.
  ///   - countsDown: Whether the rest is shown.
  ///   - label: What it is.
  ///   - currentValueLabel: The value as text.
  public init(
    timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(label(), currentValueLabel()) { environment in
      let whole = timerInterval.upperBound.timeIntervalSince(timerInterval.lowerBound)
      guard whole > 0 else { return countsDown ? 0 : 1 }
      let part = min(max(environment.now.timeIntervalSince(timerInterval.lowerBound) / whole, 0), 1)
      return countsDown ? 1 - part : part
    }
  }
}

extension View {
  /// - Parameter style: How gauges look.
  /// - Returns: The view.
  public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View {
    look { $0.gaugeStyle = [GaugeStyleName.automatic, .linear, .accessoryLinear, .ring, .capacity][style.styleNumber] }
  }
  /// - Parameter style: How progress looks.
  /// - Returns: The view.
  public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
    look { $0.progressStyle = [ProgressStyleName.automatic, .linear, .circular][style.styleNumber] }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
package import WidgetModel

/// The properties of a gauge that a style draws. Source: `SwiftUI.GaugeStyleConfiguration`.
public struct GaugeStyleConfiguration {
  /// The description of the gauge. Source: `SwiftUI.GaugeStyleConfiguration.Label`.
  public typealias Label = StyledPart
  /// The current value as a text. Source: `SwiftUI.GaugeStyleConfiguration.CurrentValueLabel`.
  public typealias CurrentValueLabel = StyledPart
  /// The lower bound as a text. Source: `SwiftUI.GaugeStyleConfiguration.MinimumValueLabel`.
  public typealias MinimumValueLabel = StyledPart
  /// The upper bound as a text. Source: `SwiftUI.GaugeStyleConfiguration.MaximumValueLabel`.
  public typealias MaximumValueLabel = StyledPart

  /// The value from 0 to 1. It is 0 where the gauge is hidden, so that a style of an app's own does not disclose it.
  public let value: Double
  /// The description of the gauge.
  public let label: Label
  /// The current value as a text.
  public let currentValueLabel: CurrentValueLabel?
  /// The lower bound as a text.
  public let minimumValueLabel: MinimumValueLabel?
  /// The upper bound as a text.
  public let maximumValueLabel: MaximumValueLabel?
}

/// A view within the configuration of a style. Source: `SwiftUI`, the views within styles' configurations.
public struct StyledPart: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  let view: AnyView
  init(_ view: some View) { self.view = AnyView(view) }
  /// The part of a view, or nil if the view is empty.
  init?<V: View>(unlessEmpty view: V) {
    if V.self == EmptyView.self { return nil }
    self.view = AnyView(view)
  }
  package func nodes(in context: ViewContext) -> [WidgetNode] { view.nodes(in: context) }
}

/// The appearance of gauges. Source: `SwiftUI.GaugeStyle`.
@MainActor @preconcurrency public protocol GaugeStyle {
  /// The type of the view that the style makes.
  associatedtype Body: View
  /// The properties of a gauge that its style draws. Source: `SwiftUI`, `Configuration`.
  typealias Configuration = GaugeStyleConfiguration
  /// Makes the view of a gauge.
  ///
  /// - Parameter configuration: The gauge.
  /// - Returns: The view of the control.
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// Unchecked because styles are values that are used on the main thread alone.
package struct AnyGaugeStyle: @unchecked Sendable {
  let make: @MainActor (GaugeStyleConfiguration) -> AnyView
  init() { make = { AnyView(DefaultGaugeStyle().makeBody(configuration: $0)) } }
  init<S: GaugeStyle>(_ style: S) {
    let handed = Handed(style)
    make = { AnyView(handed.value.makeBody(configuration: $0)) }
  }
}

/// The style of a gauge that the platform chooses: a bar. Source: `SwiftUI.DefaultGaugeStyle`.
public struct DefaultGaugeStyle: GaugeStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a gauge: a bar with its labels.
  public func makeBody(configuration: Configuration) -> some View { GaugeFace(style: .linear, parts: configuration) }
}
/// The style of a gauge that is drawn as a bar. Source: `SwiftUI.LinearCapacityGaugeStyle`.
public struct LinearCapacityGaugeStyle: GaugeStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a gauge: a bar with its labels.
  public func makeBody(configuration: Configuration) -> some View { GaugeFace(style: .linear, parts: configuration) }
}
/// The style of a gauge that is drawn as a line with a mark, for accessories.
/// Source: `SwiftUI.AccessoryLinearGaugeStyle`.
public struct AccessoryLinearGaugeStyle: GaugeStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a gauge: a line with a mark.
  public func makeBody(configuration: Configuration) -> some View {
    GaugeFace(style: .accessoryLinear, parts: configuration)
  }
}
/// The style of a gauge that is drawn as a bar, for accessories. Source: `SwiftUI.AccessoryLinearCapacityGaugeStyle`.
public struct AccessoryLinearCapacityGaugeStyle: GaugeStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a gauge: a bar with its labels.
  public func makeBody(configuration: Configuration) -> some View { GaugeFace(style: .linear, parts: configuration) }
}
/// The style of a gauge that is drawn as an open ring with a mark, for accessories.
/// Source: `SwiftUI.AccessoryCircularGaugeStyle`.
public struct AccessoryCircularGaugeStyle: GaugeStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a gauge: an open ring with a mark.
  public func makeBody(configuration: Configuration) -> some View { GaugeFace(style: .ring, parts: configuration) }
}
/// The style of a gauge that is drawn as a closed ring, for accessories.
/// Source: `SwiftUI.AccessoryCircularCapacityGaugeStyle`.
public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a gauge: a closed ring that is filled up to the value.
  public func makeBody(configuration: Configuration) -> some View { GaugeFace(style: .capacity, parts: configuration) }
}
extension GaugeStyle where Self == DefaultGaugeStyle {
  /// The style of a gauge that the platform chooses: a bar. Source: `SwiftUI`, `automatic`.
  nonisolated public static var automatic: Self { .init() }
}
extension GaugeStyle where Self == LinearCapacityGaugeStyle {
  /// The style of a gauge that is drawn as a bar. Source: `SwiftUI`, `linearCapacity`.
  nonisolated public static var linearCapacity: Self { .init() }
}
extension GaugeStyle where Self == AccessoryLinearGaugeStyle {
  /// The style of a gauge that is drawn as a line with a mark. Source: `SwiftUI`, `accessoryLinear`.
  nonisolated public static var accessoryLinear: Self { .init() }
}
extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
  /// The style of a gauge that is drawn as a bar, for accessories. Source: `SwiftUI`, `accessoryLinearCapacity`.
  nonisolated public static var accessoryLinearCapacity: Self { .init() }
}
extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
  /// The style of a gauge that is drawn as an open ring with a mark. Source: `SwiftUI`, `accessoryCircular`.
  nonisolated public static var accessoryCircular: Self { .init() }
}
extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
  /// The style of a gauge that is drawn as a closed ring. Source: `SwiftUI`, `accessoryCircularCapacity`.
  nonisolated public static var accessoryCircularCapacity: Self { .init() }
}

/// A view that shows a value within a range. Source: `SwiftUI.Gauge`.
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View>: View,
  PrimitiveView
{
  /// The view has no body: it is drawn as it is.
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
    let isHidden = context.environment.redaction.cover != nil
    let parts = GaugeStyleConfiguration(
      value: isHidden ? 0 : part, label: StyledPart(label), currentValueLabel: StyledPart(unlessEmpty: current),
      minimumValueLabel: StyledPart(unlessEmpty: minimum), maximumValueLabel: StyledPart(unlessEmpty: maximum))
    let inner = context.with { $0.look.gaugeStyle = AnyGaugeStyle() }
    return inner.nodes(of: context.environment.look.gaugeStyle.make(parts))
  }
}

/// The drawing of a gauge in the platform's styles.
struct GaugeFace: View, PrimitiveView {
  typealias Body = Never
  let style: GaugeNode.Style
  let parts: GaugeStyleConfiguration

  func nodes(in context: ViewContext) -> [WidgetNode] {
    let tint = paint(of: TintShapeStyle(), in: context.environment)
    let track =
      context.environment.look.tint == nil || style == .linear || style == .capacity
      ? paint(of: FillShapeStyle(), in: context.environment) : tint
    // In a ring, texts are as large as there is room for, unless the widget says otherwise.
    let isRing = style == .ring || style == .capacity
    func node(_ view: StyledPart?, _ size: CGFloat) -> WidgetNode {
      guard let view else { return .empty }
      let font = context.environment.look.font ?? (isRing ? .system(size: size, weight: .medium) : nil)
      return context.with { $0.look.font = font }.node(of: view)
    }
    let hasBounds = parts.minimumValueLabel != nil
    let hasValue = parts.currentValueLabel != nil
    let hasLabel = !context.environment.look.hidesLabels && !(isRing && hasBounds && hasValue)
    return [
      .gauge(
        GaugeNode(
          style: style, part: parts.value, tint: tint, track: track,
          label: hasLabel ? node(parts.label, hasValue ? 11 : 18) : .empty, value: node(parts.currentValueLabel, 20),
          minimum: node(parts.minimumValueLabel, 10), maximum: node(parts.maximumValueLabel, 10)))
    ]
  }
}

extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  /// A gauge of a value within a range.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The range.
  ///   - label: The description of the gauge.
  public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
    self.init(value, bounds, label(), EmptyView(), EmptyView(), EmptyView())
  }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
  /// A gauge of a value within a range, with the value as a text.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The range.
  ///   - label: The description of the gauge.
  ///   - currentValueLabel: The value as text.
  public init<V: BinaryFloatingPoint>(
    value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(value, bounds, label(), currentValueLabel(), EmptyView(), EmptyView())
  }
}

extension Gauge where MarkedValueLabels == EmptyView {
  /// A gauge of a value within a range, with the value and both bounds as texts.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The range.
  ///   - label: The description of the gauge.
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

extension View {
  /// Sets the style of gauges.
  ///
  /// - Parameter style: The style.
  /// - Returns: The changed view.
  public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View {
    look { $0.gaugeStyle = AnyGaugeStyle(style) }
  }
  /// Hides the labels of controls and gauges.
  ///
  /// - Returns: The view, without the labels of its controls and gauges.
  public func labelsHidden() -> some View { look { $0.hidesLabels = true } }
}

// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// Progress to be drawn. Source: `SwiftUI.ProgressViewStyleConfiguration`.
public struct ProgressViewStyleConfiguration {
  /// What is done. Source: `SwiftUI.ProgressViewStyleConfiguration.Label`.
  public typealias Label = StyledPart
  /// The value as text. Source: `SwiftUI.ProgressViewStyleConfiguration.CurrentValueLabel`.
  public typealias CurrentValueLabel = StyledPart

  /// From 0 to 1; nil where it is not known or hidden.
  public let fractionCompleted: Double?
  /// What is done.
  public let label: Label?
  /// The value as text.
  public let currentValueLabel: CurrentValueLabel?
}

/// How progress looks. Source: `SwiftUI.ProgressViewStyle`.
@MainActor @preconcurrency public protocol ProgressViewStyle {
  /// The view that is drawn.
  associatedtype Body: View
  /// Source: `SwiftUI`, `Configuration`.
  typealias Configuration = ProgressViewStyleConfiguration
  /// - Parameter configuration: The progress.
  /// - Returns: The view.
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// Unchecked because styles are values that are used on the main thread alone.
package struct AnyProgressViewStyle: @unchecked Sendable {
  let make: @MainActor (ProgressViewStyleConfiguration) -> AnyView
  init() { make = { AnyView(DefaultProgressViewStyle().makeBody(configuration: $0)) } }
  init<S: ProgressViewStyle>(_ style: S) {
    let handed = Handed(style)
    make = { AnyView(handed.value.makeBody(configuration: $0)) }
  }
}

/// Source: `SwiftUI.DefaultProgressViewStyle`.
public struct DefaultProgressViewStyle: ProgressViewStyle, Sendable {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    ProgressFace(isRing: false, parts: configuration)
  }
}
/// Source: `SwiftUI.LinearProgressViewStyle`.
public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    ProgressFace(isRing: false, parts: configuration)
  }
}
/// Source: `SwiftUI.CircularProgressViewStyle`.
public struct CircularProgressViewStyle: ProgressViewStyle, Sendable {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    ProgressFace(isRing: true, parts: configuration)
  }
}
extension ProgressViewStyle where Self == DefaultProgressViewStyle {
  /// Source: `SwiftUI`, `automatic`.
  nonisolated public static var automatic: Self { .init() }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
  /// Source: `SwiftUI`, `linear`.
  nonisolated public static var linear: Self { .init() }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
  /// Source: `SwiftUI`, `circular`.
  nonisolated public static var circular: Self { .init() }
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
    let isHidden = context.environment.redaction.cover != nil
    let parts = ProgressViewStyleConfiguration(
      fractionCompleted: isHidden ? nil : part(context.environment), label: StyledPart(unlessEmpty: label),
      currentValueLabel: StyledPart(unlessEmpty: current))
    let inner = context.with { $0.look.progressStyle = AnyProgressViewStyle() }
    return inner.nodes(of: context.environment.look.progressStyle.make(parts))
  }
}

/// Progress as the platform draws it.
struct ProgressFace: View, PrimitiveView {
  typealias Body = Never
  let isRing: Bool
  let parts: ProgressViewStyleConfiguration

  func nodes(in context: ViewContext) -> [WidgetNode] {
    let inner = context.with { $0.look.font = .caption }
    let hidesLabel = context.environment.look.hidesLabels
    return [
      .gauge(
        GaugeNode(
          style: isRing ? .capacity : .linear, part: parts.fractionCompleted,
          tint: paint(of: TintShapeStyle(), in: context.environment),
          track: paint(of: FillShapeStyle(), in: context.environment),
          label: hidesLabel ? .empty : parts.label.map { context.node(of: $0) } ?? .empty,
          value: parts.currentValueLabel.map { isRing ? context.node(of: $0) : inner.node(of: $0) } ?? .empty))
    ]
  }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
  /// Progress of which nobody knows how much it is.
  public init() { self.init(EmptyView(), EmptyView()) { _ in nil } }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
  /// Progress of which nobody knows how much it is.
  ///
  /// - Parameter titleKey: What is done.
  public init(_ titleKey: LocalizedStringKey) { self.init(Text(titleKey), EmptyView()) { _ in nil } }
  /// - Parameters:
  ///   - titleKey: What is done.
  ///   - value: How much is done.
  ///   - total: Of how much.
  public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) {
    let part = Self.part(value, total)
    self.init(Text(titleKey), EmptyView()) { _ in part }
  }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
  /// How much of a time has passed.
  ///
  /// - Parameters:
  ///   - timerInterval: From when to when.
  ///   - countsDown: Whether the rest is shown.
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
    self.init(EmptyView(), EmptyView()) { Self.part(of: timerInterval, countsDown, at: $0.now) }
  }
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
    self.init(label(), currentValueLabel()) { Self.part(of: timerInterval, countsDown, at: $0.now) }
  }

  private static func part(of time: ClosedRange<Date>, _ countsDown: Bool, at now: Date) -> Double {
    let whole = time.upperBound.timeIntervalSince(time.lowerBound)
    guard whole > 0 else { return countsDown ? 0 : 1 }
    let part = min(max(now.timeIntervalSince(time.lowerBound) / whole, 0), 1)
    return countsDown ? 1 - part : part
  }
}

extension View {
  /// - Parameter style: How progress looks.
  /// - Returns: The view.
  public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
    look { $0.progressStyle = AnyProgressViewStyle(style) }
  }
}

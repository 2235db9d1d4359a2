// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// The properties of a progress view that a style draws. Source: `SwiftUI.ProgressViewStyleConfiguration`.
public struct ProgressViewStyleConfiguration {
  /// The description of the task. Source: `SwiftUI.ProgressViewStyleConfiguration.Label`.
  public typealias Label = StyledPart
  /// The current value as a text. Source: `SwiftUI.ProgressViewStyleConfiguration.CurrentValueLabel`.
  public typealias CurrentValueLabel = StyledPart

  /// The completed part from 0 to 1, or nil where it is unknown or hidden.
  public let fractionCompleted: Double?
  /// The description of the task.
  public let label: Label?
  /// The current value as a text.
  public let currentValueLabel: CurrentValueLabel?
}

/// The appearance of progress views. Source: `SwiftUI.ProgressViewStyle`.
@MainActor @preconcurrency public protocol ProgressViewStyle {
  /// The type of the view that the style makes.
  associatedtype Body: View
  /// The properties of a progress view that its style draws. Source: `SwiftUI`, `Configuration`.
  typealias Configuration = ProgressViewStyleConfiguration
  /// Makes the view of a progress.
  ///
  /// - Parameter configuration: The progress.
  /// - Returns: The view of the control.
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

/// The style of a progress view that the platform chooses: a bar. Source: `SwiftUI.DefaultProgressViewStyle`.
public struct DefaultProgressViewStyle: ProgressViewStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a progress: a bar.
  public func makeBody(configuration: Configuration) -> some View {
    ProgressFace(isRing: false, parts: configuration)
  }
}
/// The style of a progress view that is drawn as a bar. Source: `SwiftUI.LinearProgressViewStyle`.
public struct LinearProgressViewStyle: ProgressViewStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the view of a progress: a bar.
  public func makeBody(configuration: Configuration) -> some View {
    ProgressFace(isRing: false, parts: configuration)
  }
}
/// The style of a progress view that is drawn as a ring. Source: `SwiftUI.CircularProgressViewStyle`.
public struct CircularProgressViewStyle: ProgressViewStyle, Sendable {
  /// A style without settings.
  nonisolated public init() {}
  /// Makes the ring that shows how far a task has come.
  public func makeBody(configuration: Configuration) -> some View {
    ProgressFace(isRing: true, parts: configuration)
  }
}
extension ProgressViewStyle where Self == DefaultProgressViewStyle {
  /// The style of a progress view that the platform chooses: a bar. Source: `SwiftUI`, `automatic`.
  nonisolated public static var automatic: Self { .init() }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
  /// The style of a progress view that is drawn as a bar. Source: `SwiftUI`, `linear`.
  nonisolated public static var linear: Self { .init() }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
  /// The style of a progress view that is drawn as a ring. Source: `SwiftUI`, `circular`.
  nonisolated public static var circular: Self { .init() }
}

/// A view that shows how much of a task is completed. Source: `SwiftUI.ProgressView`.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
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

/// The drawing of a progress view in the platform's styles.
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
  /// A progress of an unknown amount.
  public init() { self.init(EmptyView(), EmptyView()) { _ in nil } }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
  /// A progress of an unknown amount.
  ///
  /// - Parameter titleKey: The description of the task.
  public init(_ titleKey: LocalizedStringKey) { self.init(Text(titleKey), EmptyView()) { _ in nil } }
  /// A progress of a value towards a total, with a localized title.
  ///
  /// - Parameters:
  ///   - titleKey: The description of the task.
  ///   - value: The completed amount, or nil if it is unknown.
  ///   - total: The amount of the whole task.
  public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) {
    let part = Self.part(value, total)
    self.init(Text(titleKey), EmptyView()) { _ in part }
  }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
  /// A progress of the time that has passed within an interval.
  ///
  /// - Parameters:
  ///   - timerInterval: From when to when.
  ///   - countsDown: Whether the rest is shown.
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
    self.init(EmptyView(), EmptyView()) { Self.part(of: timerInterval, countsDown, at: $0.now) }
  }
  /// A progress of a value towards a total, without a label.
  ///
  /// - Parameters:
  ///   - value: The completed amount, or nil if it is unknown.
  ///   - total: The amount of the whole task.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {
    let part = Self.part(value, total)
    self.init(EmptyView(), EmptyView()) { _ in part }
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  /// A progress of a value towards a total, with a label.
  ///
  /// - Parameters:
  ///   - value: The completed amount, or nil if it is unknown.
  ///   - total: The amount of the whole task.
  ///   - label: The description of the task.
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
    let part = Self.part(value, total)
    self.init(label(), EmptyView()) { _ in part }
  }
}

extension ProgressView {
  /// A progress of a value towards a total, with a label and the value as a text.
  ///
  /// - Parameters:
  ///   - value: The completed amount, or nil if it is unknown.
  ///   - total: The amount of the whole task.
  ///   - label: The description of the task.
  ///   - currentValueLabel: The value as text.
  public init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    let part = Self.part(value, total)
    self.init(label(), currentValueLabel()) { _ in part }
  }

  /// A progress of the time that has passed within an interval.
  ///
  /// - Parameters:
  ///   - timerInterval: From when to when.
  ///   - countsDown: Whether the rest is shown.
  ///   - label: The description of the task.
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
  /// Sets the style of progress views.
  ///
  /// - Parameter style: The style.
  /// - Returns: The changed view.
  public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
    look { $0.progressStyle = AnyProgressViewStyle(style) }
  }
}

/// The size of controls. Source: `SwiftUI.ControlSize`.
public enum ControlSize: CaseIterable, Sendable, Hashable { case mini, small, regular, large, extraLarge }

extension View {
  /// Accepts the size of controls; a widget's have one size.
  ///
  /// - Parameter controlSize: The size.
  /// - Returns: The view as it is.
  public func controlSize(_ controlSize: ControlSize) -> some View { self }
}

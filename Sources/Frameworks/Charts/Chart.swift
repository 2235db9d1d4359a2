// SPDX-License-Identifier: Apache-2.0
import Foundation
public import SwiftUI
package import WidgetModel

/// A diagram. Source: `Charts.Chart`.
public struct Chart<Content: ChartContent>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let content: Content

  /// - Parameter content: The marks.
  public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

  /// - Parameters:
  ///   - data: The values.
  ///   - content: Makes a value's marks.
  public init<Data: RandomAccessCollection, C: ChartContent>(
    _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> C
  ) where Content == ForEach<Data, Data.Element.ID, C>, Data.Element: Identifiable {
    self.content = ForEach(values: data, making: content)
  }

  /// - Parameters:
  ///   - data: The values.
  ///   - id: What tells them apart.
  ///   - content: Makes a value's marks.
  public init<Data: RandomAccessCollection, ID: Hashable, C: ChartContent>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> C
  ) where Content == ForEach<Data, ID, C> {
    self.content = ForEach(values: data, making: content)
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let settings = context.environment[ChartSettings.self]
    return [.chart(ChartPlan(content.resolved, settings, context.environment).node)]
  }
}

/// What is said of a chart around it.
struct ChartSettings: EnvironmentKey {
  static var defaultValue: ChartSettings { ChartSettings() }
  var x = ChartAxis()
  var y = ChartAxis()
  var showsLegend: Bool?
  /// Styles of groups.
  var styles: [String: AnyShapeStyle] = [:]
  /// Styles of groups in their order.
  var range: [AnyShapeStyle] = []
}

struct ChartAxis {
  var isVisible = true
  var domain: (PlottedValue, PlottedValue)?
  var categories: [String]?
  /// The values that have labels, and how these are written.
  var values: [PlottedValue]?
  var count: Int?
  var stride: (component: Calendar.Component, count: Int)?
  var step: Double?
  var format: AxisFormat?
  var hasLines: Bool?
  var hasLabels = true
  var isLeading = false
}

extension View {
  private func chart(_ change: @escaping (inout ChartSettings) -> Void) -> some View {
    transformEnvironment(\.chartSettings, transform: change)
  }
  /// - Parameter visibility: Whether the axis is drawn.
  /// - Returns: The view.
  public func chartXAxis(_ visibility: Visibility) -> some View { chart { $0.x.isVisible = visibility != .hidden } }
  /// - Parameter visibility: Whether the axis is drawn.
  /// - Returns: The view.
  public func chartYAxis(_ visibility: Visibility) -> some View { chart { $0.y.isVisible = visibility != .hidden } }
  /// - Parameter visibility: Whether it is said which style stands for what.
  /// - Returns: The view.
  public func chartLegend(_ visibility: Visibility) -> some View {
    chart { $0.showsLegend = visibility == .automatic ? nil : visibility == .visible }
  }
  /// - Parameter content: What is drawn along the axis.
  /// - Returns: The view.
  public func chartXAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
    let content = content()
    return chart { content.apply(to: &$0.x) }
  }
  /// - Parameter content: What is drawn along the axis.
  /// - Returns: The view.
  public func chartYAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
    let content = content()
    return chart { content.apply(to: &$0.y) }
  }
  /// - Parameter domain: From where to where the axis leads.
  /// - Returns: The view.
  public func chartXScale<V: Plottable>(domain: ClosedRange<V>) -> some View {
    chart { $0.x.domain = (domain.lowerBound.plottedValue, domain.upperBound.plottedValue) }
  }
  /// - Parameter domain: From where to where the axis leads.
  /// - Returns: The view.
  public func chartYScale<V: Plottable>(domain: ClosedRange<V>) -> some View {
    chart { $0.y.domain = (domain.lowerBound.plottedValue, domain.upperBound.plottedValue) }
  }
  /// - Parameter domain: The names in their order.
  /// - Returns: The view.
  public func chartXScale<V: Plottable>(domain: [V]) -> some View {
    chart { $0.x.categories = domain.compactMap { $0.plottedValue.category } }
  }
  /// - Parameter domain: The names in their order.
  /// - Returns: The view.
  public func chartYScale<V: Plottable>(domain: [V]) -> some View {
    chart { $0.y.categories = domain.compactMap { $0.plottedValue.category } }
  }
  /// - Parameter mapping: Names and their styles.
  /// - Returns: The view.
  public func chartForegroundStyleScale<V: Plottable, S: ShapeStyle>(_ mapping: KeyValuePairs<V, S>) -> some View {
    let styles = mapping.compactMap { key, style in key.plottedValue.category.map { ($0, AnyShapeStyle(style)) } }
    return chart { $0.styles = Dictionary(styles) { $1 } }
  }
  /// - Parameter range: Styles for names in the order in which they are met.
  /// - Returns: The view.
  public func chartForegroundStyleScale<S: ShapeStyle>(range: [S]) -> some View {
    chart { $0.range = range.map { AnyShapeStyle($0) } }
  }
}

extension EnvironmentValues {
  var chartSettings: ChartSettings {
    get { self[ChartSettings.self] }
    set { self[ChartSettings.self] = newValue }
  }
}

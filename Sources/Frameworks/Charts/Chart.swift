// SPDX-License-Identifier: Apache-2.0
import Foundation
public import SwiftUI
package import WidgetModel

/// A diagram. Source: `Charts.Chart`.
public struct Chart<Content: ChartContent>: View, PrimitiveView {
  /// A chart has no body: it is drawn as it is.
  public typealias Body = Never
  private let content: Content

  /// A chart of marks.
  ///
  /// - Parameter content: The marks.
  public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

  /// A chart of the marks of identifiable values.
  ///
  /// - Parameters:
  ///   - data: The values.
  ///   - content: The closure that makes the marks of a value.
  public init<Data: RandomAccessCollection, C: ChartContent>(
    _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> C
  ) where Content == ForEach<Data, Data.Element.ID, C>, Data.Element: Identifiable {
    self.content = ForEach(values: data, making: content)
  }

  /// A chart of the marks of values.
  ///
  /// - Parameters:
  ///   - data: The values.
  ///   - id: The property that identifies a value.
  ///   - content: The closure that makes the marks of a value.
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

/// The settings of charts in the environment.
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
  /// Shows or hides the horizontal axis of charts.
  ///
  /// - Parameter visibility: Whether the axis is drawn.
  /// - Returns: The view with that setting.
  public func chartXAxis(_ visibility: Visibility) -> some View { chart { $0.x.isVisible = visibility != .hidden } }
  /// Shows or hides the vertical axis of charts.
  ///
  /// - Parameter visibility: Whether the axis is drawn.
  /// - Returns: The view with that setting.
  public func chartYAxis(_ visibility: Visibility) -> some View { chart { $0.y.isVisible = visibility != .hidden } }
  /// Shows or hides the legend of charts.
  ///
  /// - Parameter visibility: Whether the legend is drawn.
  /// - Returns: The view with that setting.
  public func chartLegend(_ visibility: Visibility) -> some View {
    chart { $0.showsLegend = visibility == .automatic ? nil : visibility == .visible }
  }
  /// Configures the marks along the horizontal axis of charts.
  ///
  /// - Parameter content: The marks of the axis.
  /// - Returns: The view with that setting.
  public func chartXAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
    let content = content()
    return chart { content.apply(to: &$0.x) }
  }
  /// Configures the marks along the vertical axis of charts.
  ///
  /// - Parameter content: The marks of the axis.
  /// - Returns: The view with that setting.
  public func chartYAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
    let content = content()
    return chart { content.apply(to: &$0.y) }
  }
  /// Sets the range of the horizontal axis of charts.
  ///
  /// - Parameter domain: The first and the last value of the axis.
  /// - Returns: The view with that setting.
  public func chartXScale<V: Plottable>(domain: ClosedRange<V>) -> some View {
    chart { $0.x.domain = (domain.lowerBound.plottedValue, domain.upperBound.plottedValue) }
  }
  /// Sets the range of the vertical axis of charts.
  ///
  /// - Parameter domain: The first and the last value of the axis.
  /// - Returns: The view with that setting.
  public func chartYScale<V: Plottable>(domain: ClosedRange<V>) -> some View {
    chart { $0.y.domain = (domain.lowerBound.plottedValue, domain.upperBound.plottedValue) }
  }
  /// Sets the categories of the horizontal axis of charts.
  ///
  /// - Parameter domain: The categories in their order.
  /// - Returns: The view with that setting.
  public func chartXScale<V: Plottable>(domain: [V]) -> some View {
    chart { $0.x.categories = domain.compactMap { $0.plottedValue.category } }
  }
  /// Sets the categories of the vertical axis of charts.
  ///
  /// - Parameter domain: The categories in their order.
  /// - Returns: The view with that setting.
  public func chartYScale<V: Plottable>(domain: [V]) -> some View {
    chart { $0.y.categories = domain.compactMap { $0.plottedValue.category } }
  }
  /// Sets the styles of categories in charts.
  ///
  /// - Parameter mapping: The categories and their styles.
  /// - Returns: The view with that setting.
  public func chartForegroundStyleScale<V: Plottable, S: ShapeStyle>(_ mapping: KeyValuePairs<V, S>) -> some View {
    let styles = mapping.compactMap { key, style in key.plottedValue.category.map { ($0, AnyShapeStyle(style)) } }
    return chart { $0.styles = Dictionary(styles) { $1 } }
  }
  /// Sets the styles that categories of charts receive in turn.
  ///
  /// - Parameter range: The styles, for categories in the order in which they are met.
  /// - Returns: The view with that setting.
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

// SPDX-License-Identifier: Apache-2.0
public import SwiftUI

/// A part of a chart: a mark, or several of them. Source: `Charts.ChartContent`.
@MainActor @preconcurrency public protocol ChartContent {
  /// The type of the content that this content is made of.
  associatedtype Body: ChartContent
  /// The content that this content is made of.
  @ChartContentBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: ChartContent {}

/// The content that is drawn as it is.
@MainActor protocol PrimitiveContent {
  var marks: [ChartMark] { get }
}

extension ChartContent where Body == Never {
  /// The body that a primitive content does not have, and that nobody asks for.
  public var body: Never { preconditionFailure("\(Self.self) has no body: it is drawn as it is") }
}

extension ChartContent {
  var resolved: [ChartMark] {
    if let own = self as? any PrimitiveContent { return own.marks }
    return body.resolved
  }
}

/// A mark before it has a place in the chart.
struct ChartMark {
  enum Kind { case bar, line, area, point, rule, sector, rectangle }
  /// The extent of a mark along an axis: a value, a unit of a calendar, or from one value to another.
  struct Span {
    var start: PlottedValue
    var end: PlottedValue?
    var unit: (from: Double, to: Double)?
    init(_ start: PlottedValue, to end: PlottedValue? = nil, unit: (from: Double, to: Double)? = nil) {
      (self.start, self.end, self.unit) = (start, end, unit)
    }
  }

  var kind: Kind
  var x: Span?
  var y: Span?
  var series: String?
  var style: AnyShapeStyle?
  /// The category by which the style is chosen.
  var group: String?
  var opacity = 1.0
  var interpolation = InterpolationMethod.linear
  var lineStyle: StrokeStyle?
  var symbol: BasicChartSymbolShape?
  var symbolSize: Double?
  var sector: Ring?
  var cornerRadius: Double?
  var width = MarkDimension.automatic
  var stacking = MarkStackingMethod.standard
  /// Whether bars of several groups stand side by side rather than upon each other.
  var position: String?
}

/// The result builder of a chart's content. Source: `Charts.ChartContentBuilder`.
@MainActor @resultBuilder public enum ChartContentBuilder {
  /// The content of a block without statements.
  public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }
  /// The content of one statement.
  public static func buildBlock() -> some ChartContent { ContentList(parts: []) }
  /// The content of a block of one statement.
  public static func buildBlock<Content: ChartContent>(_ content: Content) -> Content { content }
  /// The content of a block of several statements.
  public static func buildBlock<each Content: ChartContent>(_ content: repeat each Content)
    -> some ChartContent
  {
    var parts: [any ChartContent] = []
    repeat parts.append(each content)
    return ContentList(parts: parts)
  }
  /// The content of an `if` without `else`.
  public static func buildIf<Content: ChartContent>(_ content: Content?) -> some ChartContent {
    ContentList(parts: content.map { [$0] } ?? [])
  }
  /// The content of the first of two branches.
  public static func buildEither<First: ChartContent, Second: ChartContent>(first: First)
    -> EitherContent<First, Second>
  {
    EitherContent(content: first)
  }
  /// The content of the second of two branches.
  public static func buildEither<First: ChartContent, Second: ChartContent>(second: Second)
    -> EitherContent<First, Second>
  {
    EitherContent(content: second)
  }
}

struct ContentList: ChartContent, PrimitiveContent {
  typealias Body = Never
  let parts: [any ChartContent]
  var marks: [ChartMark] { parts.flatMap { $0.resolved } }
}

/// The content of one of two branches. Source: `Charts`.
public struct EitherContent<First: ChartContent, Second: ChartContent>: ChartContent, PrimitiveContent {
  /// A choice has no body: the chosen branch is drawn.
  public typealias Body = Never
  let content: any ChartContent
  var marks: [ChartMark] { content.resolved }
}

extension ForEach: ChartContent where Content: ChartContent {
  /// The content of a loop has no body of its own: that of its values is drawn.
  public typealias Body = Never
  /// The body that a loop does not have, and that nobody asks for.
  public var body: Never { preconditionFailure("ForEach has no body: it is drawn as it is") }
  /// Content for each of some values.
  ///
  /// - Parameters:
  ///   - data: The values.
  ///   - id: The property that identifies a value.
  ///   - content: The closure that makes the content of a value.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ChartContentBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(values: data, making: content)
  }
}

extension ForEach where Content: ChartContent, Data.Element: Identifiable, ID == Data.Element.ID {
  /// Content for each of some identifiable values.
  ///
  /// - Parameters:
  ///   - data: The values.
  ///   - content: The closure that makes the content of a value.
  public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content) {
    self.init(values: data, making: content)
  }
}

extension ForEach: PrimitiveContent where Content: ChartContent {
  var marks: [ChartMark] { data.flatMap { content($0).resolved } }
}

// MARK: - Marks

/// A bar of a bar chart. Source: `Charts.BarMark`.
public struct BarMark: ChartContent, PrimitiveContent {
  /// A bar has no body: it is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  private init(_ x: ChartMark.Span?, _ y: ChartMark.Span?, _ width: MarkDimension, _ stacking: MarkStackingMethod) {
    mark = ChartMark(kind: .bar, x: x, y: y)
    (mark.width, mark.stacking) = (width, stacking)
  }

  /// A bar from zero to a value.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - y: The value on the vertical axis.
  ///   - width: The width of a vertical bar.
  ///   - height: The height of a horizontal bar.
  ///   - stacking: The arrangement of bars at the same place.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) {
    let lies = x.value.number != nil && (y.value.category != nil || y.span != nil)
    self.init(
      ChartMark.Span(x.value, unit: x.span), ChartMark.Span(y.value, unit: y.span), lies ? height : width, stacking)
  }

  /// A vertical bar between two values.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - yStart: The lower end on the vertical axis.
  ///   - yEnd: The upper end on the vertical axis.
  ///   - width: The width of the bar.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
  ) {
    self.init(
      ChartMark.Span(x.value, unit: x.span), ChartMark.Span(yStart.value, to: yEnd.value), width, .unstacked)
  }

  /// A horizontal bar between two values.
  ///
  /// - Parameters:
  ///   - xStart: The first end on the horizontal axis.
  ///   - xEnd: The second end on the horizontal axis.
  ///   - y: The value on the vertical axis.
  ///   - height: The height of the bar.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
  ) {
    self.init(
      ChartMark.Span(xStart.value, to: xEnd.value), ChartMark.Span(y.value, unit: y.span), height, .unstacked)
  }
}

/// A point of a line chart, which is joined to those before and after it. Source: `Charts.LineMark`.
public struct LineMark: ChartContent, PrimitiveContent {
  /// A line has no body: it is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  /// A point of the chart's line.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - y: The value on the vertical axis.
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    mark = ChartMark(kind: .line, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(y.value))
  }
  /// A point of one of several lines.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - y: The value on the vertical axis.
  ///   - series: The line that the point belongs to.
  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
  ) {
    self.init(x: x, y: y)
    mark.series = series.value.category ?? "\(series.value)"
  }
}

/// A point of an area chart, whose area is filled below the line. Source: `Charts.AreaMark`.
public struct AreaMark: ChartContent, PrimitiveContent {
  /// An area has no body: it is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  /// A point of the chart's area.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - y: The value on the vertical axis.
  ///   - stacking: The arrangement of areas at the same place.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) {
    mark = ChartMark(kind: .area, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(y.value))
    mark.stacking = stacking
  }
  /// A point of one of several areas.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - y: The value on the vertical axis.
  ///   - series: The area that the point belongs to.
  ///   - stacking: The arrangement of areas at the same place.
  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>, stacking: MarkStackingMethod = .standard
  ) {
    self.init(x: x, y: y, stacking: stacking)
    mark.series = series.value.category ?? "\(series.value)"
  }
  /// A point of an area between two values.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - yStart: The lower end on the vertical axis.
  ///   - yEnd: The upper end on the vertical axis.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    mark = ChartMark(
      kind: .area, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(yStart.value, to: yEnd.value))
    mark.stacking = .unstacked
  }
}

/// A point of a scatter chart. Source: `Charts.PointMark`.
public struct PointMark: ChartContent, PrimitiveContent {
  /// A point has no body: it is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  /// A point at two values.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - y: The value on the vertical axis.
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    mark = ChartMark(kind: .point, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(y.value, unit: y.span))
  }
}

/// A straight line at a value of an axis. Source: `Charts.RuleMark`.
public struct RuleMark: ChartContent, PrimitiveContent {
  /// A rule has no body: it is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  /// A vertical line through the whole chart.
  ///
  /// - Parameter x: The value on the horizontal axis.
  public init<X: Plottable>(x: PlottableValue<X>) {
    mark = ChartMark(kind: .rule, x: ChartMark.Span(x.value, unit: x.span), y: nil)
  }
  /// A horizontal line through the whole chart.
  ///
  /// - Parameter y: The value on the vertical axis.
  public init<Y: Plottable>(y: PlottableValue<Y>) {
    mark = ChartMark(kind: .rule, x: nil, y: ChartMark.Span(y.value))
  }
  /// A vertical line between two values.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - yStart: The lower end on the vertical axis.
  ///   - yEnd: The upper end on the vertical axis.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    mark = ChartMark(
      kind: .rule, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(yStart.value, to: yEnd.value))
  }
}

// SPDX-License-Identifier: Apache-2.0
public import SwiftUI

/// A part of a chart. Source: `Charts.ChartContent`.
@MainActor @preconcurrency public protocol ChartContent {
  /// What it is made of.
  associatedtype Body: ChartContent
  /// What it is made of.
  @ChartContentBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: ChartContent {}

/// Content that is drawn as it is.
@MainActor protocol PrimitiveContent {
  var marks: [ChartMark] { get }
}

extension ChartContent where Body == Never {
  /// It has none: it is drawn as it is. Nobody asks for it, and there is nothing that it could give.
  public var body: Never { preconditionFailure("\(Self.self) has no body: it is drawn as it is") }
}

extension ChartContent {
  var resolved: [ChartMark] {
    if let own = self as? any PrimitiveContent { return own.marks }
    return body.resolved
  }
}

/// A mark before it has a place.
struct ChartMark {
  enum Kind { case bar, line, area, point, rule }
  /// Along an axis: a value, a part of a calendar, or from one value to another.
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
  /// What the style is to be chosen by.
  var group: String?
  var opacity = 1.0
  var interpolation = InterpolationMethod.linear
  var lineStyle: StrokeStyle?
  var symbol: BasicChartSymbolShape?
  var symbolSize: Double?
  var cornerRadius: Double?
  var width = MarkDimension.automatic
  var stacking = MarkStackingMethod.standard
  /// Beside other groups' bars, rather than upon them.
  var position: String?
}

/// Makes charts of statements. Source: `Charts.ChartContentBuilder`.
@MainActor @resultBuilder public enum ChartContentBuilder {
  /// A part of what statements make.
  public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }
  /// A part of what statements make.
  public static func buildBlock() -> some ChartContent { ContentList(parts: []) }
  /// A part of what statements make.
  public static func buildBlock<Content: ChartContent>(_ content: Content) -> Content { content }
  /// A part of what statements make.
  public static func buildBlock<each Content: ChartContent>(_ content: repeat each Content)
    -> some ChartContent
  {
    var parts: [any ChartContent] = []
    repeat parts.append(each content)
    return ContentList(parts: parts)
  }
  /// A part of what statements make.
  public static func buildIf<Content: ChartContent>(_ content: Content?) -> some ChartContent {
    ContentList(parts: content.map { [$0] } ?? [])
  }
  /// A part of what statements make.
  public static func buildEither<First: ChartContent, Second: ChartContent>(first: First)
    -> EitherContent<First, Second>
  {
    EitherContent(content: first)
  }
  /// A part of what statements make.
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

/// One of two contents. Source: `Charts`.
public struct EitherContent<First: ChartContent, Second: ChartContent>: ChartContent, PrimitiveContent {
  /// It is drawn as it is.
  public typealias Body = Never
  let content: any ChartContent
  var marks: [ChartMark] { content.resolved }
}

extension ForEach: ChartContent where Content: ChartContent {
  /// It is drawn as it is.
  public typealias Body = Never
  /// It has none: it is drawn as it is. Nobody asks for it, and there is nothing that it could give.
  public var body: Never { preconditionFailure("ForEach has no body: it is drawn as it is") }
  /// - Parameters:
  ///   - data: The values.
  ///   - id: What tells them apart.
  ///   - content: Makes a value's content.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ChartContentBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(values: data, making: content)
  }
}

extension ForEach where Content: ChartContent, Data.Element: Identifiable, ID == Data.Element.ID {
  /// - Parameters:
  ///   - data: The values.
  ///   - content: Makes a value's content.
  public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content) {
    self.init(values: data, making: content)
  }
}

extension ForEach: PrimitiveContent where Content: ChartContent {
  var marks: [ChartMark] { data.flatMap { content($0).resolved } }
}

// MARK: - Marks

/// Bars. Source: `Charts.BarMark`.
public struct BarMark: ChartContent, PrimitiveContent {
  /// It is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  private init(_ x: ChartMark.Span?, _ y: ChartMark.Span?, _ width: MarkDimension, _ stacking: MarkStackingMethod) {
    mark = ChartMark(kind: .bar, x: x, y: y)
    (mark.width, mark.stacking) = (width, stacking)
  }

  /// - Parameters:
  ///   - x: Across.
  ///   - y: Up.
  ///   - width: Of a bar.
  ///   - height: Of a bar that lies.
  ///   - stacking: How bars at one place stand.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic, height: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) {
    let lies = x.value.number != nil && (y.value.category != nil || y.span != nil)
    self.init(
      ChartMark.Span(x.value, unit: x.span), ChartMark.Span(y.value, unit: y.span), lies ? height : width, stacking)
  }

  /// - Parameters:
  ///   - x: Across.
  ///   - yStart: From.
  ///   - yEnd: To.
  ///   - width: Of a bar.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
  ) {
    self.init(
      ChartMark.Span(x.value, unit: x.span), ChartMark.Span(yStart.value, to: yEnd.value), width, .unstacked)
  }

  /// - Parameters:
  ///   - xStart: From.
  ///   - xEnd: To.
  ///   - y: Up.
  ///   - height: Of a bar.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
  ) {
    self.init(
      ChartMark.Span(xStart.value, to: xEnd.value), ChartMark.Span(y.value, unit: y.span), height, .unstacked)
  }
}

/// A line. Source: `Charts.LineMark`.
public struct LineMark: ChartContent, PrimitiveContent {
  /// It is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  /// - Parameters:
  ///   - x: Across.
  ///   - y: Up.
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    mark = ChartMark(kind: .line, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(y.value))
  }
  /// - Parameters:
  ///   - x: Across.
  ///   - y: Up.
  ///   - series: The line that the point is of.
  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
  ) {
    self.init(x: x, y: y)
    mark.series = series.value.category ?? "\(series.value)"
  }
}

/// A surface below a line. Source: `Charts.AreaMark`.
public struct AreaMark: ChartContent, PrimitiveContent {
  /// It is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  /// - Parameters:
  ///   - x: Across.
  ///   - y: Up.
  ///   - stacking: How surfaces at one place stand.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) {
    mark = ChartMark(kind: .area, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(y.value))
    mark.stacking = stacking
  }
  /// - Parameters:
  ///   - x: Across.
  ///   - y: Up.
  ///   - series: The surface that the point is of.
  ///   - stacking: How surfaces at one place stand.
  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>, stacking: MarkStackingMethod = .standard
  ) {
    self.init(x: x, y: y, stacking: stacking)
    mark.series = series.value.category ?? "\(series.value)"
  }
  /// - Parameters:
  ///   - x: Across.
  ///   - yStart: From.
  ///   - yEnd: To.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    mark = ChartMark(
      kind: .area, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(yStart.value, to: yEnd.value))
    mark.stacking = .unstacked
  }
}

/// Points. Source: `Charts.PointMark`.
public struct PointMark: ChartContent, PrimitiveContent {
  /// It is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  /// - Parameters:
  ///   - x: Across.
  ///   - y: Up.
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    mark = ChartMark(kind: .point, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(y.value, unit: y.span))
  }
}

/// A line across a chart. Source: `Charts.RuleMark`.
public struct RuleMark: ChartContent, PrimitiveContent {
  /// It is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  /// - Parameter x: Where it stands.
  public init<X: Plottable>(x: PlottableValue<X>) {
    mark = ChartMark(kind: .rule, x: ChartMark.Span(x.value, unit: x.span), y: nil)
  }
  /// - Parameter y: Where it lies.
  public init<Y: Plottable>(y: PlottableValue<Y>) {
    mark = ChartMark(kind: .rule, x: nil, y: ChartMark.Span(y.value))
  }
  /// - Parameters:
  ///   - x: Where it stands.
  ///   - yStart: From.
  ///   - yEnd: To.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    mark = ChartMark(
      kind: .rule, x: ChartMark.Span(x.value, unit: x.span), y: ChartMark.Span(yStart.value, to: yEnd.value))
  }
}

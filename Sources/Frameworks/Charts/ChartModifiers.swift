// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SwiftUI

struct ChangedContent: ChartContent, PrimitiveContent {
  typealias Body = Never
  let content: any ChartContent
  let change: (inout ChartMark) -> Void
  var marks: [ChartMark] {
    content.resolved.map { mark in
      var mark = mark
      change(&mark)
      return mark
    }
  }
}

extension ChartContent {
  private func changed(_ change: @escaping (inout ChartMark) -> Void) -> some ChartContent {
    ChangedContent(content: self, change: change)
  }
  /// The content in a style.
  ///
  /// - Parameter style: The style with which it is drawn.
  /// - Returns: The content in that style.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some ChartContent {
    changed { $0.style = AnyShapeStyle(style) }
  }
  /// The content in a style of its category.
  ///
  /// - Parameter value: The category by which the style is chosen.
  /// - Returns: The content in that style.
  public func foregroundStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
    changed { $0.group = value.value.category ?? value.value.number.map { $0.formatted() } }
  }
  /// The content beside that of other categories.
  ///
  /// - Parameter value: The category by which the place is chosen.
  /// - Returns: The content at that place.
  public func position<P: Plottable>(by value: PlottableValue<P>) -> some ChartContent {
    changed { $0.position = value.value.category ?? value.value.number.map { $0.formatted() } }
  }
  /// The content with an opacity.
  ///
  /// - Parameter opacity: The opacity, from 0 to 1.
  /// - Returns: The content with that opacity.
  public func opacity(_ opacity: Double) -> some ChartContent { changed { $0.opacity *= min(max(opacity, 0), 1) } }
  /// The content with an interpolation between its points.
  ///
  /// - Parameter method: The curve that joins two points.
  /// - Returns: The content with that curve.
  public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent {
    changed { $0.interpolation = method }
  }
  /// The content with a style of its lines.
  ///
  /// - Parameter style: The width and dashes of lines.
  /// - Returns: The content with that style.
  public func lineStyle(_ style: StrokeStyle) -> some ChartContent { changed { $0.lineStyle = style } }
  /// The content with a symbol at its points.
  ///
  /// - Parameter symbol: The shape of the symbol.
  /// - Returns: The content with that symbol.
  public func symbol(_ symbol: BasicChartSymbolShape) -> some ChartContent { changed { $0.symbol = symbol } }
  /// The content with symbols of a size.
  ///
  /// - Parameter area: The area of a symbol, in square points.
  /// - Returns: The content with that size.
  public func symbolSize(_ area: CGFloat) -> some ChartContent { changed { $0.symbolSize = Double(area) } }
  /// The content with rounded corners of its bars.
  ///
  /// - Parameters:
  ///   - radius: The radius of the corners, in points.
  ///   - style: The curve of the corners, which is circular here.
  /// - Returns: The content with those corners.
  public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent {
    changed { $0.cornerRadius = Double(radius) }
  }
}

// MARK: - What is not here

extension ChartContent {
  /// A view beside a mark, unavailable here. Source: `Charts`, `annotation`.
  @available(*, unavailable, message: "marks have no annotations here: put a view over the chart")
  public func annotation<C: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> C
  ) -> some ChartContent {
    self
  }
}

extension View {
  /// The style of the area in which marks are drawn, unavailable here. Source: `Charts`, `chartPlotStyle`.
  @available(
    *, unavailable, message: "the room of a chart's marks has no style of its own here: put a view behind the chart"
  )
  public func chartPlotStyle<C: View>(@ViewBuilder content: (Self) -> C) -> some View { self }
  /// A view over a chart that knows its scales, unavailable here. Source: `Charts`, `chartOverlay`.
  @available(*, unavailable, message: "nothing can be touched within a chart in a widget: put a view over the chart")
  public func chartOverlay<P, C: View>(@ViewBuilder content: (P) -> C) -> some View { self }
}

/// The place of an annotation at its mark. Source: `Charts.AnnotationPosition`.
public enum AnnotationPosition: Sendable, Hashable { case automatic, overlay, top, bottom, leading, trailing }

/// The width or height of a bar. Source: `Charts.MarkDimension`.
public struct MarkDimension: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  enum Kind { case automatic, fixed(Double), ratio(Double), inset(Double) }
  let kind: Kind
  /// The dimension is chosen by the chart.
  public static let automatic = MarkDimension(kind: .automatic)
  /// A dimension in points.
  ///
  /// - Parameter value: The number of points.
  /// - Returns: The dimension of that size.
  public static func fixed(_ value: CGFloat) -> MarkDimension { MarkDimension(kind: .fixed(Double(value))) }
  /// A dimension as a share of the space of one bar.
  ///
  /// - Parameter value: The share, from 0 to 1.
  /// - Returns: The dimension of that share.
  public static func ratio(_ value: CGFloat) -> MarkDimension { MarkDimension(kind: .ratio(Double(value))) }
  /// A dimension that leaves a margin in the space of one bar.
  ///
  /// - Parameter value: The margin, in points.
  /// - Returns: The dimension with that margin.
  public static func inset(_ value: CGFloat) -> MarkDimension { MarkDimension(kind: .inset(Double(value))) }
  init(kind: Kind) { self.kind = kind }
  /// A dimension of a number of points in the source.
  public init(integerLiteral value: Int) { kind = .fixed(Double(value)) }
  /// A dimension of a number of points in the source.
  public init(floatLiteral value: Double) { kind = .fixed(value) }
}

/// The arrangement of marks at the same place. Source: `Charts.MarkStackingMethod`.
public enum MarkStackingMethod: Sendable, Hashable { case standard, normalized, center, unstacked }

/// The curve that joins two points of a line. Source: `Charts.InterpolationMethod`.
public enum InterpolationMethod: Sendable, Hashable {
  case linear, monotone, catmullRom, cardinal, stepStart, stepCenter, stepEnd
}

/// The shape of the symbol at a point. Source: `Charts.BasicChartSymbolShape`.
public enum BasicChartSymbolShape: Sendable, Hashable { case circle, square, triangle, diamond, plus, cross }

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
  /// - Parameter style: What it is drawn with.
  /// - Returns: The content.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some ChartContent {
    changed { $0.style = AnyShapeStyle(style) }
  }
  /// - Parameter value: What the style is chosen by.
  /// - Returns: The content.
  public func foregroundStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
    changed { $0.group = value.value.category ?? value.value.number.map { $0.formatted() } }
  }
  /// - Parameter value: What the place beside others is chosen by.
  /// - Returns: The content.
  public func position<P: Plottable>(by value: PlottableValue<P>) -> some ChartContent {
    changed { $0.position = value.value.category ?? value.value.number.map { $0.formatted() } }
  }
  /// - Parameter opacity: From 0 to 1.
  /// - Returns: The content, seen through.
  public func opacity(_ opacity: Double) -> some ChartContent { changed { $0.opacity *= min(max(opacity, 0), 1) } }
  /// - Parameter method: How a line leads from point to point.
  /// - Returns: The content.
  public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent {
    changed { $0.interpolation = method }
  }
  /// - Parameter style: How lines are drawn.
  /// - Returns: The content.
  public func lineStyle(_ style: StrokeStyle) -> some ChartContent { changed { $0.lineStyle = style } }
  /// - Parameter symbol: What stands at points.
  /// - Returns: The content.
  public func symbol(_ symbol: BasicChartSymbolShape) -> some ChartContent { changed { $0.symbol = symbol } }
  /// - Parameter area: Square points.
  /// - Returns: The content.
  public func symbolSize(_ area: CGFloat) -> some ChartContent { changed { $0.symbolSize = Double(area) } }
  /// - Parameters:
  ///   - radius: Of bars' corners.
  ///   - style: Circular, here.
  /// - Returns: The content.
  public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent {
    changed { $0.cornerRadius = Double(radius) }
  }
}

// MARK: - What is not here

extension ChartContent {
  /// Source: `Charts`, `annotation`.
  @available(*, unavailable, message: "marks have no annotations here: put a view over the chart")
  public func annotation<C: View>(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> C
  ) -> some ChartContent {
    self
  }
}

extension View {
  /// Source: `Charts`, `chartPlotStyle`.
  @available(
    *, unavailable, message: "the room of a chart's marks has no style of its own here: put a view behind the chart"
  )
  public func chartPlotStyle<C: View>(@ViewBuilder content: (Self) -> C) -> some View { self }
  /// Source: `Charts`, `chartOverlay`.
  @available(*, unavailable, message: "nothing can be touched within a chart in a widget: put a view over the chart")
  public func chartOverlay<P, C: View>(@ViewBuilder content: (P) -> C) -> some View { self }
}

/// Where an annotation stands. Source: `Charts.AnnotationPosition`.
public enum AnnotationPosition: Sendable, Hashable { case automatic, overlay, top, bottom, leading, trailing }

/// How wide a bar is. Source: `Charts.MarkDimension`.
public struct MarkDimension: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  enum Kind { case automatic, fixed(Double), ratio(Double), inset(Double) }
  let kind: Kind
  /// As the platform has it.
  public static let automatic = MarkDimension(kind: .automatic)
  /// - Parameter value: Points.
  /// - Returns: The dimension.
  public static func fixed(_ value: CGFloat) -> MarkDimension { MarkDimension(kind: .fixed(Double(value))) }
  /// - Parameter value: Of the room, from 0 to 1.
  /// - Returns: The dimension.
  public static func ratio(_ value: CGFloat) -> MarkDimension { MarkDimension(kind: .ratio(Double(value))) }
  /// - Parameter value: Points that are left free.
  /// - Returns: The dimension.
  public static func inset(_ value: CGFloat) -> MarkDimension { MarkDimension(kind: .inset(Double(value))) }
  init(kind: Kind) { self.kind = kind }
  /// Apple's initializer.
  public init(integerLiteral value: Int) { kind = .fixed(Double(value)) }
  /// Apple's initializer.
  public init(floatLiteral value: Double) { kind = .fixed(value) }
}

/// How marks at one place stand. Source: `Charts.MarkStackingMethod`.
public enum MarkStackingMethod: Sendable, Hashable { case standard, normalized, center, unstacked }

/// How a line leads from point to point. Source: `Charts.InterpolationMethod`.
public enum InterpolationMethod: Sendable, Hashable {
  case linear, monotone, catmullRom, cardinal, stepStart, stepCenter, stepEnd
}

/// What stands at points. Source: `Charts.BasicChartSymbolShape`.
public enum BasicChartSymbolShape: Sendable, Hashable { case circle, square, triangle, diamond, plus, cross }

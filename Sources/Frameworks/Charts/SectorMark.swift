// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

/// A sector of a pie or of a ring. Source: `Charts.SectorMark`.
///
/// Sectors follow each other clockwise from the top, each as wide as its share of the sum. A chart with sectors has no axes.
public struct SectorMark: ChartContent, PrimitiveContent {
  /// A sector has no body: it is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  /// A sector by its value.
  ///
  /// - Parameters:
  ///   - angle: The value, of which the share of the sum is the angle. One below zero has none.
  ///   - innerRadius: The radius of the hole; a ratio is one of the whole chart's radius.
  ///   - outerRadius: The radius of the sector.
  ///   - angularInset: The distance of each straight edge from where it would be, in points.
  public init<A: Plottable>(
    angle: PlottableValue<A>, innerRadius: MarkDimension = .automatic, outerRadius: MarkDimension = .automatic,
    angularInset: CGFloat? = nil
  ) {
    mark = ChartMark(kind: .sector)
    mark.sector = ChartMark.Ring(
      share: max(angle.value.number ?? 0, 0), inner: innerRadius, outer: outerRadius, inset: Double(angularInset ?? 0))
  }
}

extension ChartMark {
  /// The place of a sector in its ring.
  struct Ring {
    var share: Double
    var inner, outer: MarkDimension
    var inset: Double
  }
}

extension MarkDimension {
  /// The radius that the dimension stands for.
  func radius(unless automatic: Double) -> ChartNode.Sector.Radius {
    switch kind {
    case .automatic: .init(share: automatic)
    case .fixed(let points): .init(share: 0, points: points)
    case .ratio(let ratio): .init(share: ratio)
    case .inset(let points): .init(share: 1, points: -points)
    }
  }
}

extension ChartNode.Sector {
  /// The sectors of marks, each with the number of its mark.
  static func sectors(of marks: [ChartMark]) -> [(Int, ChartNode.Sector)] {
    let total = marks.reduce(0) { $0 + ($1.sector?.share ?? 0) }
    guard total > 0 else { return [] }
    var reached = 0.0
    return marks.enumerated().compactMap { index, mark in
      guard let ring = mark.sector else { return nil }
      let start = reached
      reached += ring.share / total
      return (
        index,
        ChartNode.Sector(
          from: start, to: min(reached, 1), inner: ring.inner.radius(unless: 0), outer: ring.outer.radius(unless: 1),
          inset: ring.inset, corner: mark.cornerRadius ?? 0)
      )
    }
  }
}

/// A rectangle of a heat map or of a range. Source: `Charts.RectangleMark`.
public struct RectangleMark: ChartContent, PrimitiveContent {
  /// A rectangle has no body: it is drawn as it is.
  public typealias Body = Never
  private var mark: ChartMark
  var marks: [ChartMark] { [mark] }

  private init(_ x: ChartMark.Span?, _ y: ChartMark.Span?) {
    mark = ChartMark(kind: .rectangle, x: x, y: y)
    mark.cornerRadius = 0
  }

  /// A rectangle around two values, as large as the room of one.
  ///
  /// - Parameters:
  ///   - x: The value on the horizontal axis.
  ///   - y: The value on the vertical axis.
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    self.init(ChartMark.Span(x.value, unit: x.span), ChartMark.Span(y.value, unit: y.span))
  }

  /// A rectangle between four values.
  ///
  /// - Parameters:
  ///   - xStart: The first end on the horizontal axis.
  ///   - xEnd: The second end on the horizontal axis.
  ///   - yStart: The lower end on the vertical axis.
  ///   - yEnd: The upper end on the vertical axis.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    self.init(ChartMark.Span(xStart.value, to: xEnd.value), ChartMark.Span(yStart.value, to: yEnd.value))
  }

  /// A rectangle through the whole height.
  ///
  /// - Parameters:
  ///   - xStart: The first end on the horizontal axis.
  ///   - xEnd: The second end on the horizontal axis.
  public init<X: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>) {
    self.init(ChartMark.Span(xStart.value, to: xEnd.value), nil)
  }

  /// A rectangle through the whole width.
  ///
  /// - Parameters:
  ///   - yStart: The lower end on the vertical axis.
  ///   - yEnd: The upper end on the vertical axis.
  public init<Y: Plottable>(yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
    self.init(nil, ChartMark.Span(yStart.value, to: yEnd.value))
  }
}

extension ChartPlan {
  /// The frame of a rectangle, where each extent is that of its values, or the room that one has.
  static func frame(of mark: ChartMark, _ x: ChartScale, _ y: ChartScale) -> WidgetModel.Rectangle? {
    func extent(_ span: ChartMark.Span?, _ scale: ChartScale) -> (Double, Double) {
      guard let span else { return (0, 1) }
      if let from = span.start.number, let to = span.end?.number {
        return (scale.place(min(from, to)), scale.place(max(from, to)))
      }
      let (middle, room) = (scale.place(span), scale.band == 0 ? 0.05 : scale.band)
      return (middle - room / 2, middle + room / 2)
    }
    let (across, up) = (extent(mark.x, x), extent(mark.y, y))
    let (left, right) = (max(across.0, 0), min(across.1, 1))
    let (low, high) = (max(up.0, 0), min(up.1, 1))
    guard right >= left, high >= low else { return nil }
    return WidgetModel.Rectangle(left, low, right - left, high - low)
  }
}

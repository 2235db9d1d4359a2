// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftUI
import WidgetModel

/// Makes the places of a chart's marks.
@MainActor struct ChartPlan {
  private let marks: [ChartMark]
  private let settings: ChartSettings
  private let environment: EnvironmentValues
  private let x, y: ChartScale
  private let groups: [String]
  /// The extent of each mark, in values.
  private let extents: [(low: Double, high: Double)?]
  /// Whether bars lie.
  private let lies: Bool

  private static let palette: [SwiftUI.Color] = [.blue, .green, .orange, .purple, .red, .cyan, .yellow]

  init(_ marks: [ChartMark], _ settings: ChartSettings, _ environment: EnvironmentValues) {
    let marks = Array(marks.prefix(4000))
    (self.marks, self.settings, self.environment) = (marks, settings, environment)
    groups = marks.compactMap(\.group).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    let bars = marks.filter { $0.kind == .bar }
    let rectangles = marks.filter { $0.kind == .rectangle }
    let lies = !bars.isEmpty && bars.allSatisfy { $0.isLying }
    self.lies = lies
    let extents = Self.stacked(marks, lies: lies)
    self.extents = extents
    let ends = extents.compactMap { $0 }.flatMap { [$0.low, $0.high] }
    let stands = marks.contains { ($0.kind == .bar || $0.kind == .area) && $0.valueSpan(lies)?.end == nil }
    x = ChartScale(
      marks.compactMap(\.x), ends: lies ? ends : [], settings.x, hasZero: lies && stands,
      hasBands: !bars.isEmpty && !lies || rectangles.contains { $0.x != nil && $0.x?.end == nil })
    y = ChartScale(
      marks.compactMap(\.y), ends: lies ? [] : ends, settings.y, hasZero: !lies && stands,
      hasBands: !bars.isEmpty && lies || rectangles.contains { $0.y != nil && $0.y?.end == nil })
  }

  /// Marks at one place stand upon each other.
  private static func stacked(_ marks: [ChartMark], lies: Bool) -> [(low: Double, high: Double)?] {
    struct Place: Hashable {
      let kind: Int
      let value: PlottedValue
      let position: String?
      let isPositive: Bool
    }
    func place(_ mark: ChartMark, _ value: Double) -> Place? {
      (lies ? mark.y : mark.x).map {
        Place(kind: mark.kind == .bar ? 0 : 1, value: $0.start, position: mark.position, isPositive: value >= 0)
      }
    }
    var totals: [Place: Double] = [:]
    for mark in marks where mark.isStacked {
      guard let value = mark.valueSpan(lies)?.start.number, let place = place(mark, value) else { continue }
      totals[place, default: 0] += value
    }
    var reached: [Place: Double] = [:]
    return marks.map { mark in
      guard mark.kind == .bar || mark.kind == .area, let span = mark.valueSpan(lies), let value = span.start.number
      else {
        return nil
      }
      if let end = span.end?.number { return (min(value, end), max(value, end)) }
      guard mark.isStacked, let place = place(mark, value), let total = totals[place] else {
        return (min(value, 0), max(value, 0))
      }
      let start = reached[place] ?? (mark.stacking == .center ? -total / 2 : 0)
      reached[place] = start + value
      let factor = mark.stacking == .normalized && total != 0 ? 1 / abs(total) : 1
      return (min(start, start + value) * factor, max(start, start + value) * factor)
    }
  }

  // MARK: The node

  var node: ChartNode {
    // Labels that are larger lie upon each other.
    let caption = environment.changed {
      ($0.font, $0.dynamicTypeSize) = (.caption2, min($0.dynamicTypeSize, .xxLarge))
    }
    let face = Font.caption2.typeface(in: caption)
    let ink = AnyShapeStyle(HierarchicalShapeStyle.secondary).paint(in: environment).ink
    let legend: [ChartNode.LegendEntry] =
      settings.showsLegend ?? !groups.isEmpty ? groups.prefix(8).map { .init($0, paint(group: $0)) } : []
    let sectors = ChartNode.Sector.sectors(of: marks)
    // Around a ring there is nothing that an axis could say.
    guard sectors.isEmpty else {
      return ChartNode(
        marks: sectors.map { .sector($1, paint(marks[$0])) }, legend: legend, face: face, ink: ink)
    }
    return ChartNode(
      marks: drawn, bottom: axis(x, settings.x, hasLines: lies), side: axis(y, settings.y, hasLines: !lies),
      legend: legend, face: face, ink: ink)
  }

  private func axis(_ scale: ChartScale, _ axis: ChartAxis, hasLines: Bool) -> ChartNode.Axis {
    guard axis.isVisible else { return ChartNode.Axis() }
    let labels = scale.labels(axis, environment.locale, environment.calendar, environment.timeZone)
      .filter { (-0.001...1.001).contains($0.1) }.prefix(60)
    return ChartNode.Axis(
      labels.map { ChartNode.Label(axis.hasLabels ? $0.0 : "", at: $0.1) }, hasLines: axis.hasLines ?? hasLines,
      isLeading: axis.isLeading)
  }

  private func paint(group: String) -> Paint {
    if let style = settings.styles[group] { return style.paint(in: environment) }
    let index = groups.firstIndex(of: group) ?? 0
    if !settings.range.isEmpty { return settings.range[index % settings.range.count].paint(in: environment) }
    return AnyShapeStyle(Self.palette[index % Self.palette.count]).paint(in: environment)
  }

  private func paint(_ mark: ChartMark) -> Paint {
    let paint =
      mark.style?.paint(in: environment) ?? mark.group.map { self.paint(group: $0) }
      ?? AnyShapeStyle(.tint).paint(in: environment)
    return mark.opacity < 1 ? paint.map { $0.faded(by: mark.opacity) } : paint
  }

  private var drawn: [ChartNode.Mark] {
    var drawn: [ChartNode.Mark] = []
    var finished: Set<String> = []
    for (index, mark) in marks.enumerated() {
      switch mark.kind {
      case .bar: if let bar = bar(mark, extents[index]) { drawn.append(bar) }
      case .point: drawn += point(mark)
      case .sector: break
      case .rectangle:
        if let frame = Self.frame(of: mark, x, y) {
          drawn.append(.bar(frame, width: nil, radius: mark.cornerRadius ?? 0, paint(mark)))
        }
      case .rule: if let rule = rule(mark) { drawn.append(rule) }
      case .line, .area:
        // A line is drawn where its first point is.
        let key = "\(mark.kind) \(mark.line)"
        if finished.insert(key).inserted { drawn += line(of: mark) }
      }
    }
    return drawn
  }

  private func bar(_ mark: ChartMark, _ extent: (low: Double, high: Double)?) -> ChartNode.Mark? {
    guard let extent, let across = lies ? mark.y : mark.x else { return nil }
    let (scale, values) = lies ? (y, x) : (x, y)
    let positions = marks.compactMap(\.position).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let whole = scale.band == 0 ? 0.05 : scale.band
    var width = whole * 0.68
    if case .ratio(let ratio) = mark.width.kind { width = whole * min(max(ratio, 0.01), 1) }
    var middle = scale.place(across)
    if let position = mark.position.flatMap({ positions.firstIndex(of: $0) }) {
      width /= Double(positions.count)
      middle += width * (Double(position) - Double(positions.count - 1) / 2)
      width *= 0.9
    }
    let (low, high) = (max(values.place(extent.low), 0), min(values.place(extent.high), 1))
    guard high >= low else { return nil }
    let frame =
      lies
      ? WidgetModel.Rectangle(low, middle - width / 2, high - low, width)
      : WidgetModel.Rectangle(middle - width / 2, low, width, high - low)
    var points: Double?
    if case .fixed(let value) = mark.width.kind { points = value }
    return .bar(frame, width: points, radius: mark.cornerRadius ?? 3, paint(mark))
  }

  private func place(_ mark: ChartMark) -> Point? {
    guard let across = mark.x, let up = mark.y else { return nil }
    return Point(x.place(across), y.place(up))
  }

  private func point(_ mark: ChartMark) -> [ChartNode.Mark] {
    guard let place = place(mark) else { return [] }
    return [.point(place, (mark.symbol ?? .circle).model, width: (mark.symbolSize ?? 50).squareRoot(), paint(mark))]
  }

  private func rule(_ mark: ChartMark) -> ChartNode.Mark? {
    let stroke = (mark.lineStyle ?? StrokeStyle(lineWidth: 1)).stroke(paint(mark))
    switch (mark.x, mark.y) {
    case (let across?, nil): return .rule(Point(x.place(across), 0), Point(x.place(across), 1), stroke)
    case (nil, let up?): return .rule(Point(0, y.place(up)), Point(1, y.place(up)), stroke)
    case (let across?, let up?):
      let (from, to) = (up.start.number ?? 0, up.end?.number ?? 0)
      return .rule(Point(x.place(across), y.place(from)), Point(x.place(across), y.place(to)), stroke)
    case (nil, nil): return nil
    }
  }

  private func line(of first: ChartMark) -> [ChartNode.Mark] {
    let own = marks.indices.filter { marks[$0].kind == first.kind && marks[$0].line == first.line }
    func placed(_ value: (Int) -> Double?) -> [Point] {
      own.compactMap { index in
        guard let across = marks[index].x, let value = value(index) else { return nil }
        return Point(x.place(across), y.place(value))
      }.sorted { $0.x < $1.x }
    }
    if first.kind == .area {
      let upper = placed { extents[$0]?.high }
      let lower = placed { extents[$0]?.low }
      guard upper.count > 1 else { return [] }
      return [.area(upper, lower, first.interpolation.model, paint(first))]
    }
    let points = placed { marks[$0].y?.start.number }
    guard !points.isEmpty else { return [] }
    let style = first.lineStyle ?? StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round)
    var drawn: [ChartNode.Mark] = [.line(points, first.interpolation.model, style.stroke(paint(first)))]
    if let symbol = first.symbol {
      let width = (first.symbolSize ?? 36).squareRoot()
      drawn += points.map { .point($0, symbol.model, width: width, paint(first)) }
    }
    return drawn
  }
}

extension ChartMark {
  var isLying: Bool { x?.start.number != nil && (y?.start.category != nil || y?.unit != nil) }
  var isStacked: Bool { (kind == .bar || kind == .area) && stacking != .unstacked }
  var line: String { [series, group].compactMap { $0 }.joined(separator: "\u{0}") }
  /// Along which axis the mark's value is.
  func valueSpan(_ lies: Bool) -> Span? { lies && kind == .bar ? x : y }
}

extension InterpolationMethod {
  var model: ChartNode.Curve {
    switch self {
    case .linear: .linear
    case .monotone, .catmullRom, .cardinal: .smooth
    case .stepStart: .stepStart
    case .stepCenter: .stepCenter
    case .stepEnd: .stepEnd
    }
  }
}

extension BasicChartSymbolShape {
  var model: ChartNode.Symbol {
    switch self {
    case .circle: .circle
    case .square: .square
    case .triangle: .triangle
    case .diamond: .diamond
    case .plus: .plus
    case .cross: .cross
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The positions of values along an axis, from 0 to 1.
struct ChartScale {
  enum Kind {
    case categories([String])
    case numbers(from: Double, to: Double)
  }
  private(set) var kind = Kind.numbers(from: 0, to: 1)
  private(set) var isDate = false
  /// The room that one bar has.
  private(set) var band = 0.0

  /// The scale of an axis on which marks and the ends of stacks have room.
  ///
  /// - Parameters:
  ///   - spans: What stands along the axis.
  ///   - ends: More values that must have room: the tops of stacks.
  ///   - axis: What is said of it.
  ///   - hasZero: Whether nothing is the beginning: where bars and surfaces stand.
  ///   - hasBands: Whether bars stand along it.
  init(_ spans: [ChartMark.Span], ends: [Double], _ axis: ChartAxis, hasZero: Bool, hasBands: Bool) {
    isDate = spans.contains { if case .date = $0.start.kind { true } else { false } }
    var names = axis.categories ?? []
    for name in spans.compactMap(\.start.category) where !names.contains(name) { names.append(name) }
    if !names.isEmpty {
      (kind, band) = (.categories(names), 1 / Double(names.count))
      return
    }
    let values = spans.flatMap { span in
      [span.unit?.from ?? span.start.number, span.unit?.to ?? span.end?.number].compactMap { $0 }
    }
    var (low, high) = Self.bounds(values + ends)
    if hasZero { (low, high) = (min(low, 0), max(high, 0)) }
    var width = spans.compactMap { $0.unit.map { $0.to - $0.from } }.min() ?? 0
    if hasBands, width == 0 {
      // Without a part of the calendar, a bar takes as much room as there is between the closest two.
      let sorted = Set(values).sorted()
      width = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.min() ?? 1
      (low, high) = (low - width / 2, high + width / 2)
    }
    if let domain = axis.domain, let first = domain.0.number, let last = domain.1.number, first < last {
      (low, high) = (first, last)
    } else if !isDate, !hasBands, axis.isVisible || hasZero {
      // A step that is far too small for the room is not taken.
      let wanted = axis.step.flatMap { (high - low) / $0 <= 60 ? $0 : nil }
      let step = wanted ?? Self.step(high - low, axis.count ?? 4)
      if hasZero || spans.isEmpty {
        (low, high) = ((low / step).rounded(.down) * step, (high / step).rounded(.up) * step)
      } else {
        (low, high) = ((low / step + 0.001).rounded(.down) * step, (high / step - 0.001).rounded(.up) * step)
      }
    }
    if low >= high { high = low + 1 }
    kind = .numbers(from: low, to: high)
    band = width / (high - low)
  }

  private static func bounds(_ values: [Double]) -> (Double, Double) { (values.min() ?? 0, values.max() ?? 1) }

  /// A round number that divides a length into about so many parts.
  private static func step(_ length: Double, _ count: Int) -> Double {
    guard length > 0, length.isFinite else { return 1 }
    let rough = length / Double(max(count, 1))
    let power = pow(10, log10(rough).rounded(.down))
    let part = rough / power
    return (part <= 1 ? 1 : part <= 2 ? 2 : part <= 2.5 ? 2.5 : part <= 5 ? 5 : 10) * power
  }

  func place(_ value: Double) -> Double {
    guard case .numbers(let low, let high) = kind else { return 0 }
    return min(max((value - low) / (high - low), -1), 2)
  }

  /// The place of a mark on the axis: the middle of its span.
  func place(_ span: ChartMark.Span) -> Double {
    switch kind {
    case .categories(let names):
      let index = span.start.category.flatMap { names.firstIndex(of: $0) } ?? 0
      return (Double(index) + 0.5) / Double(names.count)
    case .numbers:
      if let unit = span.unit { return place((unit.from + unit.to) / 2) }
      return place(span.start.number ?? 0)
    }
  }

  // MARK: Labels

  func labels(_ axis: ChartAxis, _ locale: Locale, _ calendar: Calendar, _ timeZone: TimeZone) -> [(String, Double)] {
    if let values = axis.values {
      return values.map { value in
        (text(value, axis, locale, nil, timeZone), value.number.map(place) ?? place(ChartMark.Span(value)))
      }
    }
    switch kind {
    case .categories(let names):
      return names.map { name in
        let value = name.plottedValue
        return (axis.format?(value, locale) ?? name, place(ChartMark.Span(value)))
      }
    case .numbers(let low, let high):
      if isDate { return dates(low, high, axis, locale, calendar, timeZone) }
      // A step that is far too small for the room is not taken.
      let wanted = axis.step.flatMap { (high - low) / $0 <= 60 ? $0 : nil }
      let step = wanted ?? Self.step(high - low, axis.count ?? 4)
      return stride(from: (low / step).rounded(.up) * step, through: high + step * 1e-6, by: step).map {
        (text($0.plottedValue, axis, locale, nil, timeZone), place($0))
      }
    }
  }

  private func text(
    _ value: PlottedValue, _ axis: ChartAxis, _ locale: Locale, _ part: CalendarStep?, _ timeZone: TimeZone
  ) -> String {
    if let format = axis.format { return format(value, locale) }
    switch value.kind {
    case .category(let name): return name
    case .number(let number): return number.formatted(.number.precision(.significantDigits(1...6)).locale(locale))
    case .date(let seconds):
      var style = Date.FormatStyle(locale: locale, timeZone: timeZone)
      switch part?.component ?? .day {
      case .minute: style = style.hour().minute()
      case .hour: style = style.hour()
      case .month: style = style.month(.abbreviated)
      case .year: style = style.year()
      default: style = style.month(.abbreviated).day()
      }
      return style.format(Date(timeIntervalSinceReferenceDate: seconds))
    }
  }

  private struct CalendarStep {
    let component: Calendar.Component
    let count: Int
    let seconds: Double

    init(component: Calendar.Component, count: Int, seconds: Double) {
      (self.component, self.count, self.seconds) = (component, count, seconds)
    }

    /// Takes the part of a date by which an axis is divided; nil for a part that no axis is divided by.
    init?(_ component: Calendar.Component, count: Int) {
      let lengths: [Calendar.Component: Double] = [
        .minute: 60, .hour: 3600, .day: 86_400, .weekOfYear: 604_800, .month: 2_629_800, .year: 31_557_600,
      ]
      guard let length = lengths[component] else { return nil }
      self.init(component: component, count: count, seconds: length * Double(count))
    }
  }

  private static let steps = [
    CalendarStep(component: .hour, count: 1, seconds: 3600), CalendarStep(component: .hour, count: 3, seconds: 10_800),
    CalendarStep(component: .hour, count: 6, seconds: 21_600),
    CalendarStep(component: .hour, count: 12, seconds: 43_200),
    CalendarStep(component: .day, count: 1, seconds: 86_400), CalendarStep(component: .day, count: 2, seconds: 172_800),
    CalendarStep(component: .day, count: 7, seconds: 604_800),
    CalendarStep(component: .month, count: 1, seconds: 2_629_800),
    CalendarStep(component: .month, count: 3, seconds: 7_889_400),
    CalendarStep(component: .year, count: 1, seconds: 31_557_600),
    CalendarStep(component: .year, count: 10, seconds: 315_576_000),
  ]

  private func dates(
    _ low: Double, _ high: Double, _ axis: ChartAxis, _ locale: Locale, _ calendar: Calendar, _ timeZone: TimeZone
  ) -> [(String, Double)] {
    let count = Double(axis.count ?? 5)
    let wanted = axis.stride.flatMap { stride in
      CalendarStep(stride.component, count: stride.count).flatMap { (high - low) / $0.seconds <= 60 ? $0 : nil }
    }
    let step = wanted ?? Self.steps.first { (high - low) / $0.seconds <= count } ?? Self.steps[Self.steps.count - 1]
    var calendar = calendar
    calendar.timeZone = timeZone
    // The day's hours, and the year's months, are counted from their beginning.
    let larger: Calendar.Component =
      step.seconds < 86_400 ? .day : step.component == .day ? .month : .year
    guard
      var date = calendar.dateInterval(
        of: step.component == .year ? .year : larger, for: Date(timeIntervalSinceReferenceDate: low))?.start
    else { return [] }
    var labels: [(String, Double)] = []
    for _ in 0..<1000 {
      let seconds = date.timeIntervalSinceReferenceDate
      if seconds >= high - 1e-6 { break }
      if seconds >= low {
        // A label of bars stands below the bar's middle.
        let place = place(seconds) + (band > 0 && step.seconds * 1.1 >= band * (high - low) ? band / 2 : 0)
        labels.append((text(date.plottedValue, axis, locale, step, timeZone), place))
      }
      guard let next = calendar.date(byAdding: step.component, value: step.count, to: date) else { break }
      date = next
    }
    return labels
  }
}

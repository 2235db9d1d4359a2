// SPDX-License-Identifier: Apache-2.0
import Foundation
import WidgetModel

/// The texts of dates at the time of drawing.
enum DateText {
  static func string(_ date: Date, _ kind: Text.DateStyle.Kind, _ environment: EnvironmentValues) -> String {
    var format = Date.FormatStyle(
      locale: environment.locale, calendar: environment.calendar, timeZone: environment.timeZone)
    switch kind {
    case .time:
      format = format.hour().minute()
      return format.format(date)
    case .date: return format.year().month(.wide).day().format(date)
    case .relative: return relative(abs(distance(to: date, environment)), environment)
    case .offset:
      let seconds = distance(to: date, environment)
      return (seconds < 0 ? "-" : "+") + relative(abs(seconds), environment)
    case .timer: return clock(abs(distance(to: date, environment)), true, environment)
    }
  }

  /// The seconds until a date. They are 0 in a placeholder: the length of its bar must not disclose them.
  private static func distance(to date: Date, _ environment: EnvironmentValues) -> Double {
    environment.redaction.cover == .placeholder ? 0 : date.timeIntervalSince(environment.now)
  }

  /// The distance in its two largest units. A display that is always on does not follow seconds.
  private static func relative(_ seconds: Double, _ environment: EnvironmentValues) -> String {
    let total = Int(min(seconds, 1e10))
    // Foundation counts no years in durations. What people call them is known here in English only.
    if total >= year, environment.locale.language.languageCode?.identifier == "en" {
      let days = total % year / 86400
      return "\(total / year) yr" + (days > 0 ? ", \(days) \(days == 1 ? "day" : "days")" : "")
    }
    let units: [(unit: Duration.UnitsFormatStyle.Unit, count: Int)] = [
      (.days, total / 86400), (.hours, total / 3600 % 24), (.minutes, total / 60 % 60), (.seconds, total % 60),
    ]
    let shown = units.drop { $0.count == 0 }.prefix(2).filter { $0.count > 0 }
    let isReduced = environment.isLuminanceReduced
    let kept = Set(shown.map(\.unit).filter { !isReduced || $0 != .seconds })
    guard kept.isEmpty else { return words(total, kept, environment) }
    let none = words(isReduced ? 0 : total, [.seconds], environment)
    // A display that is always on does not follow seconds.
    return isReduced ? none.map { $0.isNumber ? "--" : String($0) }.joined() : none
  }

  private static let year = 31_536_000

  private static func words(
    _ seconds: Int, _ units: Set<Duration.UnitsFormatStyle.Unit>, _ environment: EnvironmentValues
  ) -> String {
    // What is below the smallest unit that is written is not rounded up into it.
    let step = units.contains(.seconds) ? 1 : units.contains(.minutes) ? 60 : units.contains(.hours) ? 3600 : 86400
    return Duration.UnitsFormatStyle(allowedUnits: units, width: .abbreviated).locale(environment.locale)
      .format(.seconds(seconds / step * step))
  }

  /// The distance as hours, minutes and seconds. A display that is always on does not follow seconds.
  static func clock(_ seconds: Double, _ showsHours: Bool, _ environment: EnvironmentValues) -> String {
    let total = Int(min(max(seconds, 0), 1e10))
    let hours = showsHours ? total / 3600 : 0
    let pattern: Duration.TimeFormatStyle.Pattern = hours > 0 ? .hourMinuteSecond : .minuteSecond
    let text = Duration.TimeFormatStyle(pattern: pattern, locale: environment.locale).format(.seconds(total))
    return environment.isLuminanceReduced ? text.dropLast(2) + "--" : text
  }
}

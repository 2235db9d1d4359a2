// SPDX-License-Identifier: Apache-2.0

/// A moment as a calendar and a clock show it, in one place of the world.
package struct CivilTime: Sendable, Equatable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let millisecond: Int
  /// The seconds east of Greenwich.
  package let offset: Int

  /// The time of milliseconds since 1970. What no calendar shows becomes the nearest that one does.
  package init(_ milliseconds: Int64, offset: Int = 0) {
    let furthest: Int64 = 253_370_764_800_000
    let offset = min(max(offset, -86_399), 86_399)
    let local = min(max(milliseconds, -62_000_000_000_000), furthest) + Int64(offset) * 1000
    let days = Int((local / 86_400_000)) - (local % 86_400_000 < 0 ? 1 : 0)
    let rest = Int(local - Int64(days) * 86_400_000)
    (year, month, day) = Self.date(ofDay: days)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    millisecond = rest % 1000
    self.offset = offset
  }

  /// Days since 1970 in that place.
  package static func dayNumber(_ milliseconds: Int64, offset: Int) -> Int {
    let local = milliseconds + Int64(offset) * 1000
    return Int(local / 86_400_000) - (local % 86_400_000 < 0 ? 1 : 0)
  }

  /// The proleptic Gregorian calendar, whose cycle is 146,097 days.
  private static func date(ofDay day: Int) -> (Int, Int, Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * ofYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * part + 2) / 5 + 1)
  }

  /// Monday is 0: 1970-01-01 was a Thursday.
  package static func weekday(ofDay day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

  /// The time as in ISO 8601, with milliseconds and a numeric offset.
  package var text: String {
    let sign = offset < 0 ? "-" : "+"
    let minutes = abs(offset) / 60
    return "\(dayText)T\(two(hour)):\(two(minute)):\(two(second)).\(three(millisecond))"
      + "\(sign)\(two(minutes / 60)):\(two(minutes % 60))"
  }

  package var dayText: String { "\(four(year))-\(two(month))-\(two(day))" }
  package var clockText: String { "\(two(hour)):\(two(minute)):\(two(second))" }
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
private func three(_ number: Int) -> String { number < 100 ? "0" + two(number) : "\(number)" }
private func four(_ number: Int) -> String { number < 1000 ? "0" + three(number) : "\(number)" }

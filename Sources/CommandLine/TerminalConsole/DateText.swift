// SPDX-License-Identifier: Apache-2.0

/// Times of items in UTC.
package enum DateText {
  /// RFC 3339, to the second.
  package static func text(secondsSinceReferenceDate seconds: Double) -> String {
    guard let parts = Parts(seconds) else { return "?" }
    return "\(padded(parts.year, 4))-\(padded(parts.month))-\(padded(parts.day))"
      + "T\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))Z"
  }

  /// The date in the form of older keychains: `20240131235959Z`.
  package static func compact(secondsSinceReferenceDate seconds: Double) -> String? {
    guard let parts = Parts(seconds) else { return nil }
    return padded(parts.year, 4)
      + [parts.month, parts.day, parts.hour, parts.minute, parts.second].map { padded($0) }.joined() + "Z"
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The proleptic Gregorian calendar, counted from 1 March so that the leap day is a year's last.
  private struct Parts {
    let year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int

    init?(_ secondsSinceReferenceDate: Double) {
      guard let whole = Int(exactly: secondsSinceReferenceDate.rounded(.down)), abs(whole) < 200_000_000_000 else {
        return nil
      }
      let seconds = whole + 978_307_200
      let clock = ((seconds % 86400) + 86400) % 86400
      let days = (seconds - clock) / 86400 + 719_468
      let era = (days >= 0 ? days : days - 146_096) / 146_097
      let dayOfEra = days - era * 146_097
      let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shiftedMonth = (5 * dayOfYear + 2) / 153
      day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
      month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
      year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
      hour = clock / 3600
      minute = clock / 60 % 60
      second = clock % 60
    }
  }
}

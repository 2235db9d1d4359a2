// SPDX-License-Identifier: Apache-2.0
import Clocks

/// Times as the log writes them: RFC 3339, in UTC.
enum Timestamp {
  static var now: String { text(secondsSince1970: WallClock.seconds) }

  /// The proleptic Gregorian calendar, counted from 1 March so that the leap day is a year's last.
  static func text(secondsSince1970 seconds: Int) -> String {
    let (days, clock) = seconds.quotientAndRemainderFlooring(dividingBy: 86400)
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainderFlooring(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    return "\(date)T\(padded(clock / 3600, 2)):\(padded(clock / 60 % 60, 2)):\(padded(clock % 60, 2))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int {
  fileprivate func quotientAndRemainderFlooring(dividingBy divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

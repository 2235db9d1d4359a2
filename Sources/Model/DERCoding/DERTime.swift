// SPDX-License-Identifier: Apache-2.0

/// A time as in certificates: in UTC, to the second.
package struct DERTime: Hashable, Sendable {
  package let year, month, day, hour, minute, second: Int

  /// Refuses days that do not exist, and seconds above 59, because certificates have no leap seconds.
  package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`, the forms of RFC 5280, 4.1.2.5; two digits of a year are 1950 to 2049.
  init?(text: [UInt8], tag: DERTag) {
    let digits = text.dropLast()
    guard text.last == UInt8(ascii: "Z"), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == (tag == .utcTime ? 12 : 14)
    else { return nil }
    let pairs = stride(from: 0, to: digits.count, by: 2).map { Int(digits[$0]) * 10 + Int(digits[$0 + 1]) - 528 }
    let year = tag == .utcTime ? pairs[0] + (pairs[0] < 50 ? 2000 : 1900) : pairs[0] * 100 + pairs[1]
    let rest = pairs.suffix(5)
    let start = rest.startIndex
    self.init(
      year: year, month: rest[start], day: rest[start + 1], hour: rest[start + 2], minute: rest[start + 3],
      second: rest[start + 4])
  }

  /// Seconds since 1970-01-01T00:00:00Z, in the proleptic Gregorian calendar.
  package var secondsSince1970: Int {
    // Days before the first of March of a year, counted from year 0: leap days fall at the end of such years.
    let shifted = month > 2 ? year : year - 1
    let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  /// The tag that RFC 5280 requires: UTCTime through 2049.
  var tag: DERTag { (1950...2049).contains(year) ? .utcTime : .generalizedTime }

  var text: [UInt8] {
    let years = tag == .utcTime ? [year % 100] : [year / 100, year % 100]
    let digits = (years + [month, day, hour, minute, second]).flatMap { [UInt8($0 / 10 + 48), UInt8($0 % 10 + 48)] }
    return digits + [UInt8(ascii: "Z")]
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A day in universal time, as ISO 8601 writes it.
package struct CalendarDay {
  package let text: String

  package init(milliseconds: Int64) {
    // Days from 1 March of the year 0 on, so that a leap day is the last of its year.
    let days = milliseconds / 86_400_000 + 719_468
    let (era, day) = (days / 146_097, days % 146_097)
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let ofYear = day - (365 * year + year / 4 - year / 100)
    let shifted = (5 * ofYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let ofMonth = ofYear - (153 * shifted + 2) / 5 + 1
    let calendarYear = year + era * 400 + (month <= 2 ? 1 : 0)
    text = "\(calendarYear)-\(Self.two(month))-\(Self.two(ofMonth))"
  }

  private static func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
}

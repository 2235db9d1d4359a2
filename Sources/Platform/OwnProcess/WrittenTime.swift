// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A day, and a time of it, as people and pages write them: "2026-12-24", "2026-12-24 18:30" or "2026-12-24T18:30:15", where this
/// machine is.
package enum WrittenTime {
  private static let years = 1...9999

  /// Seconds since 1970; nil for a text that is none, and for a time that there is not.
  package static func seconds(of text: String) -> Int? {
    let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
    guard let day = numbers(halves[0], separator: "-", digits: [4, 2, 2]), years.contains(day[0]) else { return nil }
    var time = [0, 0, 0]
    if halves.count == 2 {
      guard let found = numbers(halves[1], separator: ":", digits: [2, 2, 2], atLeast: 2) else { return nil }
      time = found + Array(repeating: 0, count: 3 - found.count)
    }
    var fields = unsafe tm()
    unsafe (fields.tm_year, fields.tm_mon, fields.tm_mday) = (Int32(day[0] - 1900), Int32(day[1] - 1), Int32(day[2]))
    unsafe (fields.tm_hour, fields.tm_min, fields.tm_sec) = (Int32(time[0]), Int32(time[1]), Int32(time[2]))
    unsafe fields.tm_isdst = -1
    let seconds = unsafe mktime(&fields)
    // A thirtieth of February is a day in March then. An hour that a clock leaves out is the one after.
    let isDay = unsafe fields.tm_year == day[0] - 1900 && fields.tm_mon == day[1] - 1 && fields.tm_mday == day[2]
    let isTime = time[0] < 24 && time[1] < 60 && time[2] < 60
    return isDay && isTime ? Int(seconds) : nil
  }

  /// The time as it is written, with seconds where it has some.
  package static func text(secondsSince1970 seconds: Int) -> String {
    var (clock, fields) = unsafe (time_t(seconds), tm())
    guard unsafe localtime_r(&clock, &fields) != nil else { return "" }
    let year = unsafe padded(Int(fields.tm_year) + 1900, 4)
    let day = unsafe "\(year)-\(padded(Int(fields.tm_mon) + 1, 2))-\(padded(Int(fields.tm_mday), 2))"
    let time = unsafe "\(padded(Int(fields.tm_hour), 2)):\(padded(Int(fields.tm_min), 2))"
    return unsafe "\(day) \(time)" + (fields.tm_sec == 0 ? "" : ":\(padded(Int(fields.tm_sec), 2))")
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func numbers(
    _ text: Substring, separator: Character, digits: [Int], atLeast least: Int = 3
  ) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard (least...digits.count).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for (part, count) in zip(parts, digits) {
      guard part.utf8.count == count, part.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(part) else {
        return nil
      }
      numbers.append(number)
    }
    return numbers
  }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The time of day where this machine is, as people read it.
package struct LocalTime: Sendable, Equatable {
  package let hour, minute, day: Int
  /// From 0: Sunday, and January.
  package let weekday, month: Int

  package static var now: LocalTime { LocalTime(secondsSince1970: WallClock.seconds) }

  package init(secondsSince1970 seconds: Int) {
    var clock = time_t(seconds)
    var fields = unsafe tm()
    unsafe localtime_r(&clock, &fields)
    (hour, minute, day) = unsafe (Int(fields.tm_hour), Int(fields.tm_min), Int(fields.tm_mday))
    (weekday, month) = unsafe (Int(fields.tm_wday), Int(fields.tm_mon))
  }

  package var time: String { "\(hour):\(minute < 10 ? "0" : "")\(minute)" }
  package var date: String { "\(Self.weekdays[weekday]), \(day) \(Self.months[month])" }

  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}

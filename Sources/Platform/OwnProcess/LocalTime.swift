// SPDX-License-Identifier: Apache-2.0
import Glibc
import Clocks

/// The time of day where this machine is, as people read it.
package struct LocalTime: Sendable, Equatable {
  package let hour, minute, day: Int
  /// The day and month, counted from 0: Sunday, and January.
  package let weekday, month: Int

  init(hour: Int, minute: Int) { (self.hour, self.minute, day, weekday, month) = (hour, minute, 1, 0, 0) }

  package static var now: LocalTime { LocalTime(secondsSince1970: WallClock.seconds) }

  package init(secondsSince1970 seconds: Int) {
    var clock = time_t(seconds)
    var fields = unsafe tm()
    unsafe localtime_r(&clock, &fields)
    (hour, minute, day) = unsafe (Int(fields.tm_hour), Int(fields.tm_min), Int(fields.tm_mday))
    (weekday, month) = unsafe (Int(fields.tm_wday), Int(fields.tm_mon))
  }

  /// The time as a clock shows it, which says no half of the day.
  package func time(toTwelve: Bool) -> String {
    let hour = toTwelve ? (hour + 11) % 12 + 1 : hour
    return "\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  /// Weekday, day and month as the session's locale names them and in the order of its language; in English where the
  /// system has no such locale.
  package var date: String {
    let session = unsafe newlocale(1 << LC_TIME | 1 << LC_CTYPE, "", nil)
    guard let locale = unsafe session ?? newlocale(1 << LC_TIME | 1 << LC_CTYPE, "C", nil) else { return "" }
    let isKnown = unsafe session != nil
    defer { unsafe freelocale(locale) }
    func name(_ first: Int, _ index: Int) -> String {
      unsafe nl_langinfo_l(nl_item(first + index), locale).map { unsafe String(cString: $0) } ?? ""
    }
    let language = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { Environment.value($0) }.first
    return date(named: name(DAY_1, weekday), name(MON_1, month), in: isKnown ? language ?? "C" : "C")
  }

  /// Languages that write numbers of months put the weekday last. Source: CLDR's patterns of weekday, month and day.
  func date(named weekday: String, _ monthName: String, in language: String) -> String {
    switch language.prefix(while: \.isLetter) {
    case "zh", "ja": "\(month + 1)月\(day)日 \(weekday)"
    case "ko": "\(month + 1)월 \(day)일 \(weekday)"
    case "de", "da", "nb", "nn", "no", "cs", "sk", "sl", "hr": "\(weekday), \(day). \(monthName)"
    case "fi": "\(weekday) \(day). \(monthName)"
    case "fr", "nl", "sv": "\(weekday) \(day) \(monthName)"
    case "es", "pt": "\(weekday), \(day) de \(monthName)"
    case "en" where language.hasPrefix("en_US"): "\(weekday), \(monthName) \(day)"
    default: "\(weekday), \(day) \(monthName)"
    }
  }
}

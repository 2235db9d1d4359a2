// SPDX-License-Identifier: Apache-2.0
import Testing
@testable import OwnProcess

/// The time of day, as people read it.
@Suite struct LocalTimeTests {
  private let time = LocalTime(secondsSince1970: 1_795_600_000)

  @Test(arguments: [
    ("it_IT.UTF-8", "mercoledì", "novembre", "mercoledì, 25 novembre"),
    ("zh_CN.UTF-8", "星期三", "十一月", "11月25日 星期三"), ("ko_KR", "수요일", "11월", "11월 25일 수요일"),
    ("C", "Wednesday", "November", "Wednesday, 25 November"),
    ("en_US.UTF-8", "Wednesday", "November", "Wednesday, November 25"),
    ("de_DE.UTF-8", "Mittwoch", "November", "Mittwoch, 25. November"),
    ("es_ES.UTF-8", "miércoles", "noviembre", "miércoles, 25 de noviembre"),
  ]) func `A date stands in the order of the language`(
    language: String, weekday: String, month: String, expected: String
  ) {
    #expect(time.date(named: weekday, month, in: language) == expected)
  }

  @Test(arguments: [
    (0, 0, "0:00", "12:00"), (9, 5, "9:05", "9:05"), (12, 30, "12:30", "12:30"), (23, 59, "23:59", "11:59"),
  ])
  func `A clock counts to twelve or to twenty-four`(hour: Int, minute: Int, whole: String, half: String) {
    let now = LocalTime(hour: hour, minute: minute)
    #expect(now.time(toTwelve: false) == whole && now.time(toTwelve: true) == half)
  }

  @Test func `Where no locale is chosen, dates are in English`() {
    #expect(time.date.hasSuffix("25 November"))
  }
}

// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OwnProcess

/// Days and times as people write them.
@Suite struct WrittenTimeTests {
  @Test(arguments: [
    "2026-12-24 18:30", "2026-12-24 18:30:15", "1999-02-28 00:00", "2024-02-29 23:59", "0001-01-02 00:00",
  ])
  func `A time that was written is read as the same time`(text: String) throws {
    let seconds = try #require(WrittenTime.seconds(of: text))
    #expect(WrittenTime.text(secondsSince1970: seconds) == text)
  }

  @Test func `A day alone begins at midnight, and pages write a T before the time`() throws {
    let midnight = try #require(WrittenTime.seconds(of: "2026-12-24"))
    #expect(WrittenTime.seconds(of: "2026-12-24T00:00") == midnight)
    #expect(WrittenTime.seconds(of: "2026-12-24T18:30") == midnight + 18 * 3600 + 30 * 60)
  }

  @Test(arguments: [
    "", "today", "2026", "2026-12", "26-12-24", "2026-13-01", "2026-02-30", "2025-02-29", "2026-00-10", "2026-12-24 ",
    "2026-12-24 24:00", "2026-12-24 18:60", "2026-12-24 18", "2026-12-24 18:30:15:1", "2026-12-24 18:30:60",
    "+026-12-24",
    "2026-12-24X18:30", "٢٠٢٦-١٢-٢٤", "99999999999999999999-01-01", "0000-01-01", "2026-12-24 18:30\n",
  ])
  func `What is no day, or no time of it, is none`(text: String) { #expect(WrittenTime.seconds(of: text) == nil) }
}

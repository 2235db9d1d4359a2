// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TemporaryFolder
import Testing

@testable import Supervision
import SystemCalls

@Suite struct PartsTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (951_868_800, "2000-03-01T00:00:00Z"),
    (1_735_689_599, "2024-12-31T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
  ])
  func `Times are written in UTC`(seconds: Int, text: String) {
    #expect(Timestamp.text(secondsSince1970: seconds) == text)
  }

  @Test func `Failed starts are followed by ever longer waits`() {
    var backoff = Backoff()
    let now = ContinuousClock.now
    #expect(backoff.isOver(now))
    var waits: [Duration] = []
    for _ in 0..<12 {
      backoff.ended(.neverReady, now: now)
      waits.append(backoff.due.map { now.duration(to: $0) } ?? .zero)
    }
    #expect(waits[0] == .milliseconds(100))
    #expect(waits == waits.sorted())
    #expect(waits[11] == .seconds(30))
    backoff.ended(.served, now: now)
    #expect(backoff.due == now.advanced(by: .milliseconds(50)))
    backoff.ended(.neverReady, now: now)
    #expect(backoff.due == now.advanced(by: .milliseconds(100)))
  }

  @Test func `A log that has grown is set aside`() throws {
    try withTemporaryFolder { path in
      let log = LogFile(in: try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY), largest: 200)
      for number in 0..<12 { log.write("line \(number) with \u{1B}[31mcolour\n", from: "test") }
      let texts = try ["bailey.log", "bailey.log.1", "bailey.log.2"].map {
        try String(contentsOfFile: path + "/" + $0, encoding: .utf8)
      }
      #expect(texts.allSatisfy { $0.utf8.count <= 200 })
      #expect(texts[0].hasSuffix(" test: line 11 with ?[31mcolour?\n"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 3)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Benchmarks
import Testing

@Suite struct ConsoleOutcomeTests {
  @Test func `Each target that is missed is named`() throws {
    let good = try #require(ConsoleOutcome([150, 150_000, 100, 25 * 1024 - 1, 800, 1000]))
    #expect(good.missed.isEmpty && good.text.hasSuffix("every target is met\n"))
    let bad = try #require(ConsoleOutcome([151, 150_001, 101, 25 * 1024, 799, 1000]))
    #expect(bad.missed.count == 5)
  }

  @Test func `What is no measurement is none`() {
    let wrong: [[Double]] = [[], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 0], [-1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7]]
    for values in wrong {
      #expect(ConsoleOutcome(values) == nil)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Benchmarks
import Testing

@Suite struct ConsoleOutcomeTests {
  private static let good: [Double] = [
    150, 150, 150, 150, 150, 50, 50, 50, 300, 100, 150_000, 25 * 1024 - 1, 800, 1000,
  ]

  @Test func `Each target that is missed is named`() throws {
    let met = try #require(ConsoleOutcome(Self.good))
    #expect(met.missed.isEmpty && met.text.hasSuffix("every target is met\n") && !met.text.contains("missed"))
    for index in 0..<12 {
      var values = Self.good
      values[index] += 1
      let outcome = try #require(ConsoleOutcome(values))
      #expect(outcome.missed.count == 1 && outcome.text.contains(", missed)\n"))
    }
    #expect(try #require(ConsoleOutcome(Self.good.dropLast() + [1001])).missed.count == 1)
  }

  @Test func `What is no measurement is none`() {
    #expect(ConsoleOutcome(Self.good.dropLast() + [0]) == nil)
    #expect(ConsoleOutcome(Array(Self.good.dropLast())) == nil)
    #expect(ConsoleOutcome(Self.good + [1]) == nil)
    #expect(ConsoleOutcome([-1] + Self.good.dropFirst()) == nil)
  }
}

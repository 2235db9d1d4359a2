// SPDX-License-Identifier: Apache-2.0
import Benchmarks
import Testing

@Suite struct BenchmarkTableTests {
  private let rate = Metric("read", unit: "MiB/s", better: .higher)
  private let time = Metric("create", unit: "s", better: .lower)

  @Test func theMedianIgnoresOneBadRound() {
    #expect(median(of: [900, 10, 1000]) == 900)
    #expect(median(of: [1, 2, 3, 4]) == 2.5)
    #expect(median(of: []) == nil)
  }

  @Test func baileyIsComparedWithTheBetterPeerOnly() {
    var table = BenchmarkTable(title: "tmpfs", subjects: ["bailey", "a", "b", "plain"], peers: ["a", "b"])
    for (subject, value) in [("bailey", 600.0), ("a", 300), ("b", 400), ("plain", 9000)] {
      table.add(value, to: rate, of: subject)
      table.add(1 / value, to: time, of: subject)
    }
    #expect(table.ratio(of: rate) == 1.5)
    #expect(table.ratio(of: time).map { ($0 * 100).rounded() } == 150)
  }

  @Test func withoutPeersThereIsNoRatio() {
    var table = BenchmarkTable(title: "tmpfs", subjects: ["bailey", "plain"], peers: [])
    table.add(1, to: rate, of: "bailey")
    #expect(table.ratio(of: rate) == nil)
    #expect(table.json.contains("\"ratio\":null"))
    #expect(table.text.contains("read, MiB/s"))
  }
}

// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import Testing
@testable import Benchmarks

@Suite struct KeychainOutcomeTests {
  private func series(
    _ size: Int, _ processors: KeychainBenchmark.Processors, find: Double = 30, all: Double = 1,
    store: Double = 90, together: Double = 30_000, kibibytes: Int? = 20 << 10
  ) -> KeychainOutcome.Series {
    var series = KeychainOutcome.Series(size: size, processors: processors)
    // One round that was disturbed, which the medians leave out.
    for factor in [1.0, 3, 1] {
      series.add(
        KeychainWorkload.Outcome(
          find: find * factor, store: store * factor, all: all * factor, findsPerSecond: together / factor,
          storesPerSecond: 5000 / factor), kibibytes: kibibytes, withSecItem: nil)
    }
    for metric in [KeychainMetrics.find(size), KeychainMetrics.store(size)] {
      series.table.add(100_000, to: metric, of: "gnome-keyring")
    }
    return series
  }

  private func table(_ metric: Metric, own: Double, peer: Double) -> BenchmarkTable {
    var table = BenchmarkTable(title: "t", systems: ["bailey", "gnome-keyring"], peers: ["gnome-keyring"])
    table.add(own, to: metric, of: "bailey")
    table.add(peer, to: metric, of: "gnome-keyring")
    return table
  }

  @Test func `What is reached is not missed`() {
    let outcome = KeychainOutcome(
      series: [series(10, .one, find: 27), series(10_000, .one, find: 35, all: 1000), series(10, .all, find: 90)],
      signing: [table(KeychainMetrics.sign(.all), own: 36, peer: 60)])
    #expect(outcome.missed == [])
    #expect(outcome.text.hasSuffix("every target is met\n"))
    #expect(outcome.text.contains("10 items, on one processor: 30000 finds or 5000 stores a second by 8 threads; "))
    #expect(outcome.json.text.hasSuffix("\"missed\":[]}"))
  }

  @Test func `What is promised depends on the size`() {
    #expect([10, 1000, 10_000, 7].map { KeychainMetrics.find($0).target } == [14, 18, 50, nil])
    #expect([10, 1000, 10_000, 7].map { KeychainMetrics.store($0).target } == [10, 100, 1000, nil])
    let slow = KeychainOutcome(series: [series(1000, .one, store: 1010)])
    #expect(slow.missed == ["1000 items, on one processor, store, on the disk: 99.0x, target 100.0x"])
  }

  @Test func `Everything else is judged too`() {
    let outcome = KeychainOutcome(
      series: [
        series(10, .one, find: 35.1), series(10_000, .one, find: 47, all: 1001),
        series(10, .all, together: 29_999, kibibytes: 40 << 10), series(1000, .all, kibibytes: nil),
      ],
      missing: ["gnome-keyring"])
    #expect(
      outcome.missed == [
        "gnome-keyring is not there to be compared with",
        "10 items, on one processor: a find takes 35.1 us, target 35",
        "10000 items, on one processor: a find takes 47.0 us, target 35",
        "10000 items, on one processor: all items take 1001 ms, target 1000",
        "10 items, on all processors: 29999 finds a second by 8 threads, target 30000",
        "10 items, on all processors: baileyd takes 40 MiB, target 40",
        "1000 items, on all processors: the memory of baileyd is not known",
        "10000 items, on one processor: a find takes 1.34 times as long as with 10, target 1.3",
      ])
    #expect(outcome.text.hasSuffix("target 1.3\n"))
  }

  /// What no processor has to itself takes longer, and is judged by how many there are a second.
  @Test func `A find on all processors has no time of its own`() {
    #expect(KeychainOutcome(series: [series(10, .all, find: 80)]).missed == [])
  }
}

// SPDX-License-Identifier: Apache-2.0
import Benchmarks
import JSONCoding
import Testing

@Suite struct BenchmarkTableTests {
  private let rate = Metric("read", unit: "MiB/s", better: .higher)
  private let time = Metric("create", unit: "s", better: .lower)

  @Test func `The median ignores one bad round`() {
    #expect(median(of: [900, 10, 1000]) == 900)
    #expect(median(of: [1, 2, 3, 4]) == 2.5)
    #expect(median(of: []) == nil)
  }

  @Test func `Bailey is compared with the better peer only`() {
    var table = BenchmarkTable(title: "tmpfs", systems: ["bailey", "a", "b", "plain"], peers: ["a", "b"])
    for (system, value) in [("bailey", 600.0), ("a", 300), ("b", 400), ("plain", 9000)] {
      table.add(value, to: rate, of: system)
      table.add(1 / value, to: time, of: system)
    }
    #expect(table.ratio(of: rate) == 1.5)
    #expect(table.ratio(of: time).map { ($0 * 100).rounded() } == 150)
  }

  @Test func `Without peers there is no ratio`() {
    var table = BenchmarkTable(title: "tmpfs", systems: ["bailey", "plain"], peers: [])
    table.add(1, to: rate, of: "bailey")
    #expect(table.ratio(of: rate) == nil)
    #expect(table.json.text.contains("\"ratio\":null"))
    #expect(table.text.contains("read, MiB/s"))
  }
}

// SPDX-License-Identifier: Apache-2.0
import JSONCoding

/// The results of `bailey bench secrets`, and the targets that were missed.
struct SecretsOutcome {
  // In this order: microseconds, milliseconds, a factor, kibibytes.
  private static let findTarget = 350.0
  private static let storeTarget = 1.5
  private static let growthTarget = 1.3
  private static let memoryTarget = 20 << 10

  static let find = Metric("look one up", unit: "us", better: .lower)
  static let store = Metric("store, on the disk", unit: "us", better: .lower)
  static let update = Metric("store again", unit: "us", better: .lower)
  static let clear = Metric("clear", unit: "us", better: .lower)
  static func all(_ size: Int) -> Metric {
    Metric("search all, with secrets", unit: "ms", better: .lower, target: [10_000: 20][size])
  }
  static func metrics(_ size: Int) -> [Metric] { [find, store, update, clear, all(size)] }

  struct Series {
    let size: Int
    var table: BenchmarkTable
    private(set) var kibibytes = 0

    init(size: Int) {
      self.size = size
      table = BenchmarkTable(
        title: "\(size) items", systems: ["bailey", KeychainBenchmark.peer], peers: [KeychainBenchmark.peer])
    }

    mutating func add(_ values: [Double]) {
      for (metric, value) in zip(SecretsOutcome.metrics(size), values) { table.add(value, to: metric, of: "bailey") }
      kibibytes = max(kibibytes, Int(values.last ?? 0))
    }

    mutating func addPeer(_ values: [Double]) {
      for (metric, value) in zip(SecretsOutcome.metrics(size), values) {
        table.add(value, to: metric, of: KeychainBenchmark.peer)
      }
    }

    func own(_ metric: Metric) -> Double { table.median(of: metric, "bailey") ?? .infinity }
  }

  var series: [Series]
  let hasPeer: Bool

  init(sizes: [Int], hasPeer: Bool) {
    series = sizes.map { Series(size: $0) }
    self.hasPeer = hasPeer
  }

  /// A peer that is not installed counts as a missed target.
  var missed: [String] {
    (hasPeer ? [] : ["\(KeychainBenchmark.peer) is not there to be compared with"]) + series.flatMap(missed) + growth
  }

  private func missed(_ series: Series) -> [String] {
    let (find, store) = (series.own(Self.find), series.own(Self.store) / 1000)
    return series.table.missed
      + [
        find <= Self.findTarget
          ? nil : "\(series.size) items: a look-up takes \(Int(find)) us, target \(Int(Self.findTarget))",
        store <= Self.storeTarget
          ? nil : "\(series.size) items: a store takes \(BenchmarkTable.short(store)) ms, target \(Self.storeTarget)",
        (1..<Self.memoryTarget).contains(series.kibibytes)
          ? nil
          : "\(series.size) items: bailey-secrets takes \(series.kibibytes >> 10) MiB, target \(Self.memoryTarget >> 10)",
      ].compactMap { $0 }
  }

  private var growth: [String] {
    guard let first = series.first, let last = series.last else { return [] }
    return [("look-up", Self.find), ("store", Self.store)].compactMap { name, metric in
      let factor = BenchmarkTable.rounded(last.own(metric) / first.own(metric))
      if factor <= Self.growthTarget { return nil }
      return "with \(last.size) items a \(name) takes \(factor) times as long as with \(first.size), "
        + "target \(Self.growthTarget)"
    }
  }

  var text: String {
    let memory = series.map {
      "\($0.size) items: bailey-secrets takes \(BenchmarkTable.short(Double($0.kibibytes) / 1024)) MiB\n"
    }
    let verdict = missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return series.map(\.table.text).joined(separator: "\n") + "\n" + memory.joined() + verdict
  }

  var json: JSONValue {
    .members([
      "tables": .array(series.map(\.table.json)),
      "kibibytes": .array(series.map { .number($0.kibibytes) }), "missed": .strings(missed),
    ])
  }
}

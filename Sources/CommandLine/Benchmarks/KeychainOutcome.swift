// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The results of `bailey bench keychain`, and the targets that were missed.
package struct KeychainOutcome: Sendable {
  // In this order: microseconds, a factor, milliseconds, finds a second, kibibytes.
  fileprivate static let findTarget = 35.0
  fileprivate static let growthTarget = 1.3
  fileprivate static let allTarget = 1000.0
  fileprivate static let togetherTarget = 30_000.0
  fileprivate static let memoryTarget = 40 << 10

  /// The measurements of keychains of one size, in all rounds.
  struct Series: Sendable {
    let size: Int
    let processors: KeychainBenchmark.Processors
    var table: BenchmarkTable
    private var outcomes: [KeychainWorkload.Outcome] = []
    /// The memory of `baileyd` in each round; nil where it is not known.
    private var memory: [Int?] = []

    init(size: Int, processors: KeychainBenchmark.Processors) {
      self.size = size
      self.processors = processors
      table = BenchmarkTable(
        title: "\(size) items, \(processors.rawValue)", systems: ["bailey", KeychainBenchmark.peer],
        peers: [KeychainBenchmark.peer])
    }

    mutating func add(_ outcome: KeychainWorkload.Outcome, kibibytes: Int?, withSecItem: Double?) {
      outcomes.append(outcome)
      memory.append(kibibytes)
      let values = [outcome.find, outcome.store, outcome.update, outcome.delete, outcome.all]
      for (metric, value) in zip(KeychainMetrics.inOrder(size), values) { table.add(value, to: metric, of: "bailey") }
      if let withSecItem { table.add(withSecItem, to: KeychainMetrics.findWithSecItem, of: "bailey") }
    }

    var find: Double { middle(\.find) }
    var all: Double { middle(\.all) }
    var findsPerSecond: Double { middle(\.findsPerSecond) }
    var storesPerSecond: Double { middle(\.storesPerSecond) }
    /// The maximum of all rounds; nil if that of one is not known.
    var kibibytes: Int? { memory.contains(nil) ? nil : memory.compactMap { $0 }.max() }

    private func middle(_ value: KeyPath<KeychainWorkload.Outcome, Double>) -> Double {
      median(of: outcomes.map { $0[keyPath: value] }) ?? 0
    }
  }

  var series: [Series] = []
  var signing: [BenchmarkTable] = []
  /// Peers that are not installed, and so are missing from the tables.
  package var missing: [String] = []

  private var tables: [BenchmarkTable] { series.map(\.table) + signing }

  /// The targets that were missed. A peer that is not installed counts as a missed one.
  package var missed: [String] {
    missing.map { "\($0) is not there to be compared with" } + tables.flatMap(\.missed)
      + series.flatMap(\.missed) + growth
  }

  /// The findings where a find takes too much longer in the largest keychain than in the smallest one.
  private var growth: [String] {
    KeychainBenchmark.Processors.allCases.compactMap { processors in
      let own = series.filter { $0.processors == processors }.sorted { $0.size < $1.size }
      guard let smallest = own.first, let largest = own.last, smallest.find > 0 else { return nil }
      let factor = BenchmarkTable.rounded(largest.find / smallest.find)
      if factor <= Self.growthTarget { return nil }
      return "\(largest.title): a find takes \(factor) times as long as with \(smallest.size), "
        + "target \(Self.growthTarget)"
    }
  }

  package var text: String {
    let verdict = missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return tables.map(\.text).joined(separator: "\n") + "\n" + series.map(\.text).joined() + verdict
  }

  package var json: JSONValue {
    .members([
      "tables": .array(tables.map(\.json)), "series": .array(series.map(\.json)), "missed": .strings(missed),
    ])
  }
}

extension KeychainOutcome.Series {
  fileprivate var title: String { table.title }

  fileprivate var missed: [String] {
    let memory = kibibytes.map { $0 < KeychainOutcome.memoryTarget ? nil : "baileyd takes \($0 >> 10) MiB, target 40" }
    return [
      processors == .all || BenchmarkTable.rounded(find) <= KeychainOutcome.findTarget
        ? nil : "a find takes \(BenchmarkTable.short(find)) us, target \(Int(KeychainOutcome.findTarget))",
      BenchmarkTable.rounded(all) <= KeychainOutcome.allTarget
        ? nil : "all items take \(BenchmarkTable.short(all)) ms, target \(Int(KeychainOutcome.allTarget))",
      processors == .one || findsPerSecond >= KeychainOutcome.togetherTarget
        ? nil : "\(Int(findsPerSecond)) finds a second by 8 threads, target \(Int(KeychainOutcome.togetherTarget))",
      memory ?? "the memory of baileyd is not known",
    ].compactMap { $0.map { "\(title): \($0)" } }
  }

  fileprivate var text: String {
    let memory = kibibytes.map { "; baileyd: \($0 >> 10) MiB" } ?? ""
    return "\(title): \(Int(findsPerSecond)) finds or \(Int(storesPerSecond)) stores a second by 8 threads\(memory)\n"
  }

  fileprivate var json: JSONValue {
    .members([
      "items": .number(size), "processors": .string("\(processors)"), "findsPerSecond": .number(Int(findsPerSecond)),
      "storesPerSecond": .number(Int(storesPerSecond)), "kibibytes": kibibytes.map { .number($0) } ?? .null,
    ])
  }
}

// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The results of `bailey bench console`, and the targets that were missed.
package struct ConsoleOutcome: Sendable, Equatable {
  static let interactiveTarget = 150.0
  static let bytesTarget = 150_000.0
  static let eventTarget = 100.0
  static let memoryTarget = 25.0 * 1024
  /// The rate to be reached, as a part of nginx's rate on one core.
  static let rateTarget = 0.8

  /// Milliseconds.
  let interactive: Double
  let bytes: Double
  /// The worst of all times, in milliseconds.
  let event: Double
  /// Kibibytes, with 20 windows.
  let memory: Double
  /// Requests a second for a file.
  let rate: Double
  let nginx: Double

  /// Reads values in the order above.
  package init?(_ values: [Double]) {
    guard values.count == 6, values.allSatisfy({ $0 >= 0 }), values[5] > 0 else { return nil }
    (interactive, bytes, event) = (values[0], values[1], values[2])
    (memory, rate, nginx) = (values[3], values[4], values[5])
  }

  private var share: Double { rate / nginx }

  /// The targets that were missed.
  package var missed: [String] {
    [
      interactive <= Self.interactiveTarget ? nil : "the page can be used after more than 150 ms",
      bytes <= Self.bytesTarget ? nil : "the page takes more than 150 kB",
      event <= Self.eventTarget ? nil : "a lock is seen after more than 100 ms",
      memory < Self.memoryTarget ? nil : "20 windows take 25 MiB or more",
      share >= Self.rateTarget ? nil : "files are served at less than 80 % of nginx's rate",
    ].compactMap { $0 }
  }

  package var text: String {
    let rows = [
      ("page can be used after", "\(BenchmarkTable.short(interactive)) ms (target 150 ms)"),
      ("bytes of the page", "\(BenchmarkTable.short(bytes / 1000)) kB (target 150 kB)"),
      ("lock seen after", "\(BenchmarkTable.short(event)) ms (target 100 ms)"),
      ("memory, 20 windows", "\(BenchmarkTable.short(memory / 1024)) MiB (target 25 MiB)"),
      (
        "files a second",
        "\(BenchmarkTable.short(rate)), nginx \(BenchmarkTable.short(nginx)): \(Int((share * 100).rounded())) % "
          + "(target 80 %)"
      ),
    ]
    let verdict = missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return rows.map { $0.0 + String(repeating: " ", count: 24 - $0.0.count) + $0.1 + "\n" }.joined() + verdict
  }

  package var json: JSONValue {
    .members([
      "interactiveMilliseconds": .fraction(interactive), "bytes": .fraction(bytes),
      "eventMilliseconds": .fraction(event), "memoryKibibytes": .fraction(memory),
      "filesPerSecond": .fraction(rate), "nginxFilesPerSecond": .fraction(nginx), "missed": .strings(missed),
    ])
  }
}

// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The results of `bailey bench console`, and the targets that were missed.
package struct ConsoleOutcome: Sendable, Equatable {
  /// Requests a second for a file.
  let rate: Double
  let nginx: Double
  private let times: [Time]
  private let bytes: Double
  /// Kibibytes, with 20 windows, after all pages were looked at.
  private let memory: Double

  private struct Time: Equatable {
    let name: String
    let key: String
    let milliseconds: Double
    let target: Double

    var isMet: Bool { milliseconds <= target }
  }

  private static let paintTarget = 150.0
  private static let keyTarget = 50.0
  private static let bytesTarget = 150_000.0
  private static let memoryTarget = 25.0 * 1024
  /// The rate to be reached, as a part of nginx's rate on one core.
  private static let rateTarget = 0.8

  /// What is measured in milliseconds, in the order in which the measurements come.
  private static let timed: [(name: String, key: String, target: Double)] = [
    ("page can be used after", "interactive", paintTarget), ("apps shown after", "apps", paintTarget),
    ("files shown after", "files", paintTarget), ("report shown after", "report", paintTarget),
    ("passwords shown after", "passwords", paintTarget), ("key of app search", "appKey", keyTarget),
    ("key of file search", "fileKey", keyTarget), ("key of password search", "passwordKey", keyTarget),
    ("report added up in", "addedUp", 300), ("lock seen after", "event", 100),
  ]

  /// Reads the times in the order above, then bytes, kibibytes, and the two rates.
  package init?(_ values: [Double]) {
    let count = Self.timed.count
    guard values.count == count + 4, values.allSatisfy({ $0 >= 0 }), values[count + 3] > 0 else { return nil }
    times = zip(Self.timed, values).map { what, value in
      Time(name: what.name, key: what.key, milliseconds: value, target: what.target)
    }
    (bytes, memory, rate, nginx) = (values[count], values[count + 1], values[count + 2], values[count + 3])
  }

  private var share: Double { rate / nginx }
  private var bytesAreMet: Bool { bytes <= Self.bytesTarget }
  private var memoryIsMet: Bool { memory < Self.memoryTarget }
  private var rateIsMet: Bool { share >= Self.rateTarget }

  /// The targets that were missed.
  package var missed: [String] {
    times.filter { !$0.isMet }.map { "\($0.name) more than \(BenchmarkTable.short($0.target)) ms" }
      + [
        bytesAreMet ? nil : "the page takes more than 150 kB",
        memoryIsMet ? nil : "20 windows take 25 MiB or more",
        rateIsMet ? nil : "files are served at less than 80 % of nginx's rate",
      ].compactMap { $0 }
  }

  package var text: String {
    func row(_ name: String, _ value: String, _ target: String, _ isMet: Bool) -> String {
      let verdict = isMet ? "met" : "missed"
      return name + String(repeating: " ", count: 24 - name.count) + "\(value) (target \(target), \(verdict))\n"
    }
    func short(_ value: Double) -> String { BenchmarkTable.short(value) }
    let filled =
      "with \(ConsoleFixture.apps) apps, \(ConsoleFixture.items) items, \(ConsoleFixture.files) files, "
      + "\(ConsoleFixture.events) events\n"
    let rows =
      times.map { row($0.name, "\(short($0.milliseconds)) ms", "\(Int($0.target)) ms", $0.isMet) } + [
        row("bytes of the page", "\(short(bytes / 1000)) kB", "150 kB", bytesAreMet),
        row("memory, 20 windows", "\(short(memory / 1024)) MiB", "25 MiB", memoryIsMet),
        row(
          "files a second", "\(short(rate)), nginx \(short(nginx)): \(Int((share * 100).rounded())) %", "80 %",
          rateIsMet),
      ]
    let verdict = missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return filled + rows.joined() + verdict
  }

  package var json: JSONValue {
    .object(
      times.map { JSONValue.Member($0.key + "Milliseconds", .fraction($0.milliseconds)) } + [
        JSONValue.Member("bytes", .fraction(bytes)), JSONValue.Member("memoryKibibytes", .fraction(memory)),
        JSONValue.Member("filesPerSecond", .fraction(rate)), JSONValue.Member("nginxFilesPerSecond", .fraction(nginx)),
        JSONValue.Member("missed", .strings(missed)),
      ])
  }
}

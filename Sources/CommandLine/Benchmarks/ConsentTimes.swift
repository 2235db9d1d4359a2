// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The results of `bailey bench consent`, and the targets that were missed.
package struct ConsentTimes: Sendable {
  static let statusTarget = 1.5
  static let openTarget = 60.0
  static let proxyTarget = 0.6
  static let reportTarget = 300.0

  // Microseconds, one of each round.
  var empty: [Double] = []
  var status: [Double] = []
  /// The additional times over a plain open.
  var open: [Double] = []
  // MiB a second.
  var direct: [Double] = []
  var proxied: [Double] = []
  /// The number of answered connections at once.
  var answered = 0
  /// The times in milliseconds.
  var report: [Double] = []
  // Microseconds for a small file of the person's, and MiB a second of a large one: as it is, and as an app is shown it.
  var plainFile: [Double] = []
  var shownFile: [Double] = []
  var plainRead: [Double] = []
  var shownRead: [Double] = []

  private func ratio(_ one: [Double], _ other: [Double]) -> Double {
    let below = median(of: other) ?? 0
    return below > 0 ? (median(of: one) ?? 0) / below : 0
  }

  /// The targets that were missed.
  package var missed: [String] {
    [
      ratio(status, empty) <= Self.statusTarget ? nil : "a status query takes more than 1.5 times an empty request",
      (median(of: open) ?? 0) <= Self.openTarget ? nil : "an injected device takes more than 60 us over a plain open",
      ratio(proxied, direct) >= Self.proxyTarget ? nil : "the proxy carries less than 60 % of a direct connection",
      answered == ConsentBenchmark.connections ? nil : "not all connections at once are answered",
      (median(of: report) ?? 0) <= Self.reportTarget ? nil : "a report of 100,000 events takes more than 300 ms",
    ].compactMap { $0 }
  }

  package var text: String {
    func short(_ values: [Double]) -> String { BenchmarkTable.short(median(of: values) ?? 0) }
    let rows = [
      ("empty request", "\(short(empty)) us"), ("status query", "\(short(status)) us"),
      ("injected device", "\(short(open)) us over a plain open"), ("direct connection", "\(short(direct)) MiB/s"),
      ("through the proxy", "\(short(proxied)) MiB/s"),
      ("connections at once", "\(answered) of \(ConsentBenchmark.connections) answered"),
      ("report drawn within", "\(short(report)) ms"),
      ("folder, small files", "\(short(shownFile)) us each, \(short(plainFile)) us without Bailey"),
      ("folder, a large file", "\(short(shownRead)) MiB/s, \(short(plainRead)) MiB/s without Bailey"),
    ]
    let verdict = missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return rows.map { $0.0 + String(repeating: " ", count: 24 - $0.0.count) + $0.1 + "\n" }.joined() + verdict
  }

  package var json: JSONValue {
    func number(_ values: [Double]) -> JSONValue { .fraction(median(of: values) ?? 0) }
    return .members([
      "emptyMicroseconds": number(empty), "statusMicroseconds": number(status), "openMicroseconds": number(open),
      "directMebibytes": number(direct), "proxiedMebibytes": number(proxied), "answered": .number(answered),
      "reportMilliseconds": number(report), "plainFileMicroseconds": number(plainFile),
      "shownFileMicroseconds": number(shownFile), "plainMebibytes": number(plainRead),
      "shownMebibytes": number(shownRead),
      "missed": .strings(missed),
    ])
  }
}

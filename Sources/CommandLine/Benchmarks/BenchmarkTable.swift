// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The measurements of each system, and Bailey's ratio to them.
package struct BenchmarkTable: Sendable {
  package let title: String
  /// The compared systems in the order of the columns; the first is Bailey.
  package let systems: [String]
  /// The systems that Bailey is compared with: those that encrypt too, not the plain folder.
  package let peers: Set<String>
  package private(set) var metrics: [Metric] = []
  private var values: [Metric: [String: [Double]]] = [:]

  package init(title: String, systems: [String], peers: Set<String>) {
    self.title = title
    self.systems = systems
    self.peers = peers
  }

  package mutating func add(_ value: Double, to metric: Metric, of system: String) {
    if values[metric] == nil { metrics.append(metric) }
    values[metric, default: [:]][system, default: []].append(value)
  }

  /// Compares a row with what a peer measured for another row.
  mutating func compare(_ metric: Metric, as other: Metric, of peer: String) {
    guard values[metric] != nil, let value = median(of: other, peer) else { return }
    add(value, to: metric, of: peer)
  }

  package func median(of metric: Metric, _ system: String) -> Double? {
    values[metric]?[system].flatMap { Benchmarks.median(of: $0) }
  }

  /// Bailey against the better peer: above 1 where Bailey is better.
  package func ratio(of metric: Metric) -> Double? {
    guard let own = systems.first.flatMap({ median(of: metric, $0) }) else { return nil }
    return peers.compactMap { median(of: metric, $0) }.map { metric.ratio(of: own, to: $0) }.min()
  }

  /// The targets that were missed, or cannot be judged because no peer is installed.
  package var missed: [String] {
    metrics.compactMap { metric in
      guard let target = metric.target, verdict(on: metric) != .met else { return nil }
      let found = ratio(of: metric).map { "\(Self.short($0))x" } ?? "no peer"
      return "\(title), \(metric.name): \(found), target \(target)x"
    }
  }

  private enum Verdict: String { case met, missed }

  /// The verdict on a metric; nil for one without a target. The rounded ratio is judged, because that is the one
  /// printed.
  private func verdict(on metric: Metric) -> Verdict? {
    metric.target.map { target in ratio(of: metric).map(Self.rounded) ?? 0 >= target ? .met : .missed }
  }

  package var text: String {
    let hasTargets = metrics.contains { $0.target != nil }
    let head = [title] + systems + ["against the better peer"] + (hasTargets ? ["target"] : [])
    let rows = metrics.map { metric in
      let target = metric.target.map { "\($0)x \(verdict(on: metric)?.rawValue ?? "")" } ?? ""
      return ["\(metric.name), \(metric.unit)"]
        + systems.map { median(of: metric, $0).map(Self.short) ?? "-" }
        + [ratio(of: metric).map { "\(Self.short($0))x" } ?? "-"] + (hasTargets ? [target] : [])
    }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    let lines = ([head] + rows).map { row in
      row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: JSONValue {
    let rows = metrics.map { metric in
      let medians = systems.compactMap { system in
        median(of: metric, system).map { JSONValue.Member(system, Self.exact($0)) }
      }
      let target = metric.target.map { [JSONValue.Member("target", .fraction($0))] } ?? []
      return JSONValue.object(
        [
          .init("name", .string(metric.name)), .init("unit", .string(metric.unit)), .init("medians", .object(medians)),
          .init("ratio", ratio(of: metric).map(Self.exact) ?? .null),
        ] + target)
    }
    return .members(["title": .string(title), "rows": .array(rows)])
  }

  /// The value with three significant digits, as far as a table needs.
  static func short(_ value: Double) -> String { value >= 100 ? "\(Int(rounded(value)))" : "\(rounded(value))" }

  static func rounded(_ value: Double) -> Double {
    let digits = value >= 100 ? 1.0 : value >= 10 ? 10.0 : value >= 1 ? 100.0 : 1000.0
    return (value * digits).rounded() / digits
  }

  private static func exact(_ value: Double) -> JSONValue { .fraction((value * 10000).rounded() / 10000) }
}

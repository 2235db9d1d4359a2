// SPDX-License-Identifier: Apache-2.0

/// A row of a benchmark: what was measured, its unit, and whether more is better.
package struct Metric: Hashable, Sendable {
  package enum Better: Sendable { case higher, lower }

  package let name: String
  package let unit: String
  package let better: Better
  /// How many times as good as the better peer Bailey is to be; nil for no target.
  package let target: Double?

  package init(_ name: String, unit: String, better: Better, target: Double? = nil) {
    self.name = name
    self.unit = unit
    self.better = better
    self.target = target
  }

  /// How much better `value` is than `other`: 2 means twice the rate, or half the time.
  package func ratio(of value: Double, to other: Double) -> Double {
    switch better {
    case .higher: other > 0 ? value / other : 0
    case .lower: value > 0 ? other / value : 0
    }
  }
}

/// The middle of an odd number of values; the mean of the middle two of an even one.
package func median(of values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

extension Duration {
  package var inSeconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }
}

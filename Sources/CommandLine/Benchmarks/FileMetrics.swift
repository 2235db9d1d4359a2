// SPDX-License-Identifier: Apache-2.0

/// The rows of the table of `bailey bench files`, and their targets.
enum Metrics {
  static let write = Metric("sequential write 512 MiB", unit: "MiB/s", better: .higher, target: 1.4)
  static let coldRead = Metric("sequential read, cold", unit: "MiB/s", better: .higher, target: 1.2)
  static let hotRead = Metric("sequential read, hot", unit: "MiB/s", better: .higher, target: 4)
  static let create = Metric("create 5,000 files of 4 KiB", unit: "s", better: .lower, target: 1.1)
  static let stat = Metric("stat 5,000 files", unit: "s", better: .lower)
  static let rename = Metric("rename 5,000 files", unit: "s", better: .lower)
  static let remove = Metric("remove 5,000 files", unit: "s", better: .lower)
  static let extract = Metric("extract a source tree", unit: "s", better: .lower, target: 1.1)

  static func randomRead(_ jobs: Int) -> Metric {
    Metric("random read 4 KiB, \(jobs) \(word(jobs))", unit: "IOPS", better: .higher, target: jobs == 4 ? 1.2 : nil)
  }
  static func randomWrite(_ jobs: Int) -> Metric {
    Metric("random write 4 KiB, \(jobs) \(word(jobs))", unit: "IOPS", better: .higher, target: 1.2)
  }

  private static func word(_ jobs: Int) -> String { jobs == 1 ? "job" : "jobs" }
}

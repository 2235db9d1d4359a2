// SPDX-License-Identifier: Apache-2.0

/// The rows of the tables of `bailey bench keychain`, and their targets with so many items.
enum KeychainMetrics {
  static func find(_ size: Int) -> Metric {
    Metric("find one, with its secret", unit: "us", better: .lower, target: [10: 14, 1000: 18, 10_000: 50][size])
  }
  static func store(_ size: Int) -> Metric {
    Metric("store, on the disk", unit: "us", better: .lower, target: [10: 10, 1000: 100, 10_000: 1000][size])
  }
  /// The same call as a program makes it, with dictionaries of Foundation.
  static let findWithSecItem = Metric("the same with SecItemCopyMatching", unit: "us", better: .lower)
  static let update = Metric("update", unit: "us", better: .lower)
  static let delete = Metric("delete", unit: "us", better: .lower)
  static let all = Metric("find all, with secrets", unit: "ms", better: .lower)
  static func inOrder(_ size: Int) -> [Metric] { [find(size), store(size), update, delete, all] }

  static let signWithSecKey = Metric("the same with SecKeyCreateSignature", unit: "P-256", better: .higher)

  /// There is a target on all processors only: on one, program and enclave take turns, and openssl is a single process.
  static func sign(_ processors: KeychainBenchmark.Processors) -> Metric {
    Metric(
      "sign with a key of the enclave, a second", unit: "P-256", better: .higher, target: processors == .all ? 0.6 : nil
    )
  }

  /// The cost of a fetch with `kSecReturnRef` beside finding the item.
  static func importKey(bits: Int) -> Metric {
    Metric("make one of its bytes, \(bits) bits", unit: "ms", better: .lower)
  }
}

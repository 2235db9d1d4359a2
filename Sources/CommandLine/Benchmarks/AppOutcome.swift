// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The results of `bailey bench apps`, in milliseconds, and the targets that were missed.
package struct AppOutcome: Sendable {
  /// How much longer than `bwrap` alone a start may take.
  static let startTarget = 30.0
  static let networkTarget = 45.0
  /// How much of a peer's rate is reached at least.
  static let verificationTarget = 0.7
  static let installationTarget = 0.6

  var start: [Double] = []
  /// The times of starting an app that may connect to others.
  var startWithNetwork: [Double] = []
  var bubblewrap: [Double] = []
  var verification: [Double] = []
  /// `sha256sum` of the same files.
  var digests: [Double] = []
  var installation: [Double] = []
  /// `cp -a` of the same folder, and `sync`.
  var copy: [Double] = []

  private func value(_ times: [Double]) -> Double { median(of: times) ?? 0 }
  private func added(_ start: [Double]) -> Double { value(start) - value(bubblewrap) }
  private func share(_ own: [Double], of peer: [Double]) -> Double {
    value(own) > 0 ? value(peer) / value(own) : 0
  }

  /// The targets that were missed.
  package var missed: [String] {
    [
      added(start) <= Self.startTarget ? nil : "a start takes more than \(Int(Self.startTarget)) ms over bwrap",
      added(startWithNetwork) <= Self.networkTarget
        ? nil : "a start with the network takes more than \(Int(Self.networkTarget)) ms over bwrap",
      share(verification, of: digests) >= Self.verificationTarget
        ? nil : "verification has less than \(Int(Self.verificationTarget * 100)) % of the rate of sha256sum",
      share(installation, of: copy) >= Self.installationTarget
        ? nil : "installation has less than \(Int(Self.installationTarget * 100)) % of the rate of cp -a and sync",
    ].compactMap { $0 }
  }

  package var text: String {
    func time(_ values: [Double]) -> String { "\(BenchmarkTable.short(value(values))) ms" }
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    let rows = [
      ("start of an app", "\(time(start)); bwrap alone \(time(bubblewrap)); target at most 30 ms more"),
      ("with the network", "\(time(startWithNetwork)); target at most 45 ms more than bwrap alone"),
      (
        "verification",
        "\(time(verification)); sha256sum \(time(digests)): \(percent(share(verification, of: digests)))"
      ),
      (
        "installation", "\(time(installation)); cp -a and sync \(time(copy)): \(percent(share(installation, of: copy)))"
      ),
    ]
    let head = "\(AppBenchmark.files) files of \(AppBenchmark.fileSize >> 10) KiB\n"
    let verdict = missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return head + rows.map { $0.0 + String(repeating: " ", count: 18 - $0.0.count) + $0.1 + "\n" }.joined() + verdict
  }

  package var json: JSONValue {
    .members([
      "startMilliseconds": .fraction(value(start)),
      "startWithNetworkMilliseconds": .fraction(value(startWithNetwork)),
      "bubblewrapMilliseconds": .fraction(value(bubblewrap)),
      "verificationMilliseconds": .fraction(value(verification)),
      "sha256sumMilliseconds": .fraction(value(digests)),
      "installationMilliseconds": .fraction(value(installation)), "copyMilliseconds": .fraction(value(copy)),
      "missed": .strings(missed),
    ])
  }
}

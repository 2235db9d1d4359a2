// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The results of `bailey bench attest`, and the targets that were missed.
package struct AttestOutcome: Sendable {
  private static let attestation = Metric("verify an attestation", unit: "a second", better: .higher, target: 3)
  private static let assertion = Metric("verify an assertion", unit: "a second", better: .higher, target: 3)

  private static let made = Metric("make an assertion, in the enclave", unit: "a second", better: .higher, target: 0.5)

  private var table = BenchmarkTable(
    title: "App Attest", systems: ["bailey", AttestBenchmark.peer], peers: [AttestBenchmark.peer])
  private var signatures = BenchmarkTable(
    title: "An app's side", systems: ["bailey", SigningBenchmark.peer], peers: [SigningBenchmark.peer])

  mutating func add(attestation: Double, assertion: Double, made: Double) {
    table.add(attestation, to: Self.attestation, of: "bailey")
    table.add(assertion, to: Self.assertion, of: "bailey")
    signatures.add(made, to: Self.made, of: "bailey")
  }

  mutating func addOpenSSL(signing: Double) { signatures.add(signing, to: Self.made, of: SigningBenchmark.peer) }

  mutating func addPeer(_ rates: (attestation: Double, assertion: Double)) {
    table.add(rates.attestation, to: Self.attestation, of: AttestBenchmark.peer)
    table.add(rates.assertion, to: Self.assertion, of: AttestBenchmark.peer)
  }

  /// A peer that is not installed counts as a missed target.
  package var missed: [String] { table.missed + signatures.missed }

  package var text: String {
    [table.text, signatures.text].joined(separator: "\n")
      + (missed.isEmpty ? "every target is met\n" : missed.map { "missed: \($0)\n" }.joined())
  }

  package var json: JSONValue {
    .members(["tables": .array([table.json, signatures.json]), "missed": .strings(missed)])
  }
}

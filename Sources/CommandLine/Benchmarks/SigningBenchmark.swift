// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import KeychainModel
import ProtectionModel
import SystemCalls

/// Signatures with a key of the enclave, one after the other, beside those of OpenSSL in a single process.
struct SigningBenchmark: Sendable {
  static let peer = "openssl"
  /// The number of measurements; the medians count.
  static let repetitions = 5
  private static let warmUp = 500
  private static let rounds = 20_000

  private let client: BrokerClient

  init(_ client: BrokerClient) { self.client = client }

  /// Signatures a second.
  func run() throws(BenchmarkError) -> Double {
    do {
      let key = try client.makeEnclaveKey(AccessControl(.whenUnlocked), group: nil)
      for _ in 0..<Self.warmUp { try sign(0, key) }
      let start = ContinuousClock.now
      for round in 0..<Self.rounds { try sign(round, key) }
      return Double(Self.rounds) / (ContinuousClock.now - start).inSeconds
    } catch {
      throw .unreadableAnswer(program: "baileyd")
    }
  }

  private func sign(_ round: Int, _ key: EnclaveKey) throws(EnclaveKeyRefusal) {
    let digest = (0..<32).map { UInt8(truncatingIfNeeded: round &>> ($0 & 7)) }
    _ = try client.sign(digest, with: key, AuthenticationChoice())
  }

  static var hasPeer: Bool { BenchmarkProgram.path(of: peer) != nil }

  /// The signatures and verifications a second of `openssl speed` for the same curve. Nil where it is not installed.
  static func ofOpenSSL(
    _ processors: KeychainBenchmark.Processors = .all
  ) -> (signing: Double, verifying: Double)? {
    let words = ["openssl", "speed", "-mr", "-seconds", "1", "ecdsap256"]
    let launcher = processors == .one ? ["taskset", "-c", "0"] + words : words
    guard let answer = try? BenchmarkProgram.run(launcher[0], Array(launcher.dropFirst())),
      let line = answer.split(separator: "\n").last(where: { $0.hasPrefix("+F4:") })
    else { return nil }
    let fields = line.split(separator: ":")
    guard fields.count == 5, let signing = Double(fields[3]), let verifying = Double(fields[4]) else { return nil }
    return (signing, verifying)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// `bailey bench secrets`: how long programs of the desktop wait for their passwords, through libsecret with the session that
/// it agrees, beside gnome-keyring.
struct SecretsBenchmark {
  let program: String
  /// The folder of the measurement: on a disk, because what is stored is synced.
  let folder: String
  let progress: (String) -> Void

  static let sizes = [10, 1000, 10_000]
  private static let rounds = 3

  func run() throws(BenchmarkError) -> SecretsOutcome {
    guard Libsecret.canBeUsed else { throw .notInstalled(program: "gir1.2-secret-1") }
    var outcome = SecretsOutcome(sizes: Self.sizes, hasPeer: Libsecret.isInstalled)
    for round in 0..<Self.rounds {
      for index in outcome.series.indices {
        let size = outcome.series[index].size
        progress("bailey: \(size) items, round \(round + 1) of \(Self.rounds)")
        outcome.series[index].add(try measureBailey(size))
        guard outcome.hasPeer else { continue }
        progress("\(KeychainBenchmark.peer): \(size) items, round \(round + 1) of \(Self.rounds)")
        let values = try Libsecret(folder: folder).values(size, .all, withAll: round == 0)
        outcome.series[index].addPeer(values)
      }
    }
    return outcome
  }

  /// Medians, and at the end the kibibytes that the service takes.
  private func measureBailey(_ size: Int) throws(BenchmarkError) -> [Double] {
    let home = BaileyInstance.home(below: folder)
    let instance = BaileyInstance(program: program)
    var answer = ""
    try instance.whileMounted(in: home) { _ in answer = try measure(size, in: home) }
    let values = answer.split(separator: "\n").compactMap { Double($0) }
    guard values.count == SecretsOutcome.metrics(size).count + 1 else {
      throw .unreadableAnswer(program: "bailey-secrets")
    }
    return values
  }

  /// Measures without the person's own bus: that of the measured session reads the file when it starts.
  private func measure(_ size: Int, in home: String) throws(BenchmarkError) -> String {
    try BenchmarkProgram.run(
      program, ["secrets", "enable"],
      environment: [
        "BAILEY_HOME=\(home)/home", "XDG_DATA_HOME=\(home)/data", "DBUS_SESSION_BUS_ADDRESS=unix:path=\(home)/none",
      ])
    return try BenchmarkProgram.run(
      "dbus-run-session", ["--", "/usr/bin/python3", "-c", Libsecret.measureStored, String(size), "all"],
      environment: ["BAILEY_HOME=\(home)/home", "XDG_DATA_HOME=\(home)/data", "HOME=\(home)"])
  }
}

// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Glibc
import SystemCalls
import Threads

/// `bailey bench keychain`: how long calls on the keychain take with few and with many items in it, beside
/// gnome-keyring through libsecret.
package struct KeychainBenchmark: Sendable {
  /// The `bailey` program to measure.
  let program: String
  /// The folder of the instances: on a disk, because stores are synced.
  let folder: String
  let progress: @Sendable (String) -> Void

  static let sizes = [10, 1000, 10_000]
  /// How often everything but signing is measured; the medians count. A processor's speed varies over time, so each
  /// round goes through all sizes before the next one begins.
  private static let rounds = 3
  static let peer = "gnome-keyring"

  package init(program: String, folder: String, progress: @escaping @Sendable (String) -> Void) {
    self.program = program
    self.folder = folder
    self.progress = progress
  }

  /// Whether everything runs on one processor. A call then costs the switches between processes and no wake-up of another
  /// processor.
  enum Processors: String, CaseIterable, Sendable {
    case one = "on one processor"
    case all = "on all processors"
  }

  package func run() throws(BenchmarkError) -> KeychainOutcome {
    let hasPeer = Libsecret.isInstalled
    let timing = AppTiming(beside: program)
    var series = Processors.allCases.flatMap { processors in
      Self.sizes.map { KeychainOutcome.Series(size: $0, processors: processors) }
    }
    for round in 0..<Self.rounds {
      for index in series.indices {
        let title = "\(series[index].table.title), round \(round + 1) of \(Self.rounds)"
        progress("bailey: \(title)")
        try measureBailey(timing, into: &series[index])
        guard hasPeer else { continue }
        progress("\(Self.peer): \(title)")
        try Libsecret(folder: folder).measure(into: &series[index], withAll: round == 0)
      }
    }
    for index in series.indices {
      let find = KeychainMetrics.find(series[index].size)
      series[index].table.compare(KeychainMetrics.findWithSecItem, as: find, of: Self.peer)
    }
    var signing: [BenchmarkTable] = []
    for processors in Processors.allCases { signing.append(try measureSigning(processors, timing)) }
    if let timing { signing.append(try measureKeys(timing)) }
    let missing =
      (hasPeer ? [] : [Self.peer]) + (SigningBenchmark.hasPeer ? [] : [SigningBenchmark.peer])
      + (timing == nil ? [AppTiming.name] : [])
    return KeychainOutcome(series: series, signing: signing, missing: missing)
  }

  private func measureSigning(
    _ processors: Processors, _ timing: AppTiming?
  ) throws(BenchmarkError) -> BenchmarkTable {
    var table = BenchmarkTable(
      title: "keys of the enclave, \(processors.rawValue)", systems: ["bailey", SigningBenchmark.peer],
      peers: [SigningBenchmark.peer])
    let metric = KeychainMetrics.sign(processors)
    progress(table.title)
    try withInstance(processors) { client throws(BenchmarkError) in
      // In turn, because a processor's speed varies over time.
      for _ in 0..<SigningBenchmark.repetitions {
        let rate = try onThread(processors) { () throws(BenchmarkError) in try SigningBenchmark(client).run() }
        table.add(rate, to: metric, of: "bailey")
        if let rate = try timing?.sign(in: instanceHome, processors) {
          table.add(rate, to: KeychainMetrics.signWithSecKey, of: "bailey")
        }
        let peer = SigningBenchmark.ofOpenSSL(processors)
        if let peer { table.add(peer.signing, to: metric, of: SigningBenchmark.peer) }
      }
    }
    table.compare(KeychainMetrics.signWithSecKey, as: metric, of: SigningBenchmark.peer)
    return table
  }

  private func measureKeys(_ timing: AppTiming) throws(BenchmarkError) -> BenchmarkTable {
    var table = BenchmarkTable(title: "RSA private keys", systems: ["bailey"], peers: [])
    progress(table.title)
    for bits in [2048, 4096] {
      let time = try timing.importKey(bits: bits, in: instanceHome)
      table.add(time, to: KeychainMetrics.importKey(bits: bits), of: "bailey")
    }
    return table
  }

  private func measureBailey(
    _ timing: AppTiming?, into series: inout KeychainOutcome.Series
  ) throws(BenchmarkError) {
    let (size, processors) = (series.size, series.processors)
    var found = KeychainWorkload.Outcome()
    var kibibytes: Int?
    var withSecItem: Double?
    try withInstance(processors) { client throws(BenchmarkError) in
      let workload = KeychainWorkload(client, size: size)
      found = try onThread(processors) { () throws(BenchmarkError) in try workload.run() }
      kibibytes = ServerMemory.resident("baileyd", below: home)
      withSecItem = try timing?.find(oneOf: size, in: instanceHome, processors)
    }
    series.add(found, kibibytes: kibibytes, withSecItem: withSecItem)
  }

  private var home: String { BaileyInstance.home(below: folder) }
  private var instanceHome: String { "\(home)/home" }

  private func withInstance(
    _ processors: Processors, _ body: (BrokerClient) throws(BenchmarkError) -> Void
  ) throws(BenchmarkError) {
    let instance = BaileyInstance(program: program, launcher: processors == .one ? ["taskset", "-c", "0"] : [])
    try instance.whileMounted(in: home) { _ in
      try body(BrokerClient(socket: "\(instanceHome)/run/broker.sock"))
    }
  }

  /// Runs on a thread of its own, so that the binding to a processor ends with it.
  private func onThread<Result: Sendable>(
    _ processors: Processors, _ body: @escaping @Sendable () throws(BenchmarkError) -> Result
  ) throws(BenchmarkError) -> Result {
    let outcome = Locked<Swift.Result<Result, BenchmarkError>?>(nil)
    do throws(SystemError) {
      let thread = try SystemThread(named: "benchmark") {
        if processors == .one { try? ProcessorAffinity.runOn(0) }
        let result = Swift.Result { () throws(BenchmarkError) in try body() }
        outcome.withLock { $0 = result }
      }
      thread.join()
    } catch {
      throw .system(error)
    }
    guard let result = outcome.withLock({ $0 }) else { throw .unreadableAnswer(program: "bailey") }
    return try result.get()
  }
}

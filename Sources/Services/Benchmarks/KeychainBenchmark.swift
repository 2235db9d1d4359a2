// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Glibc
import LinuxSystem

/// `bailey bench keychain`: how long calls on the keychain take with few and with many items in it, beside
/// gnome-keyring through libsecret.
package struct KeychainBenchmark: Sendable {
  /// The `bailey` program to measure.
  let program: String
  /// Where instances are made; on a disk that has to keep what it is told to keep.
  let folder: String
  let progress: @Sendable (String) -> Void

  static let sizes = [10, 1000, 10_000]
  static let peer = "gnome-keyring"

  package init(program: String, folder: String, progress: @escaping @Sendable (String) -> Void) {
    self.program = program
    self.folder = folder
    self.progress = progress
  }

  /// Whether everything runs on one processor: a call then takes its switches between processes and nothing else.
  enum Processors: String, CaseIterable, Sendable {
    case one = "on one processor"
    case all = "on all processors"
  }

  package func run() throws(BenchmarkError) -> KeychainOutcome {
    var outcome = KeychainOutcome()
    let hasPeer = Libsecret.isInstalled
    let timing = AppTiming(beside: program)
    for processors in Processors.allCases {
      for size in Self.sizes {
        var table = BenchmarkTable(
          title: "\(size) items, \(processors.rawValue)", subjects: ["bailey", Self.peer], peers: [Self.peer])
        progress("bailey: \(table.title)")
        outcome.series.append(try measureBailey(size, processors, timing, into: &table))
        if hasPeer {
          progress("\(Self.peer): \(table.title)")
          try Libsecret(folder: folder).measure(size, processors, into: &table)
        }
        table.compare(KeychainMetrics.findWithSecItem, as: KeychainMetrics.find(size), of: Self.peer)
        outcome.tables.append(table)
      }
    }
    for processors in Processors.allCases { outcome.tables.append(try measureSigning(processors, timing)) }
    outcome.missing =
      (hasPeer ? [] : [Self.peer]) + (SigningBenchmark.hasPeer ? [] : [SigningBenchmark.peer])
      + (timing == nil ? [AppTiming.name] : [])
    return outcome
  }

  private func measureSigning(
    _ processors: Processors, _ timing: AppTiming?
  ) throws(BenchmarkError) -> BenchmarkTable {
    var table = BenchmarkTable(
      title: "keys of the enclave, \(processors.rawValue)", subjects: ["bailey", SigningBenchmark.peer],
      peers: [SigningBenchmark.peer])
    let metric = KeychainMetrics.sign(processors)
    progress(table.title)
    try withInstance(processors) { client throws(BenchmarkError) in
      // In turn: how fast a processor is changes from one moment to the next.
      for _ in 0..<SigningBenchmark.repetitions {
        let rate = try onThread(processors) { () throws(BenchmarkError) in try SigningBenchmark(client).run() }
        table.add(rate, to: metric, of: "bailey")
        if let rate = try timing?.sign(in: instanceHome, processors) {
          table.add(rate, to: KeychainMetrics.signWithSecKey, of: "bailey")
        }
        let peer = SigningBenchmark.ofOpenSSL(processors)
        if let peer { table.add(peer, to: metric, of: SigningBenchmark.peer) }
      }
    }
    table.compare(KeychainMetrics.signWithSecKey, as: metric, of: SigningBenchmark.peer)
    return table
  }

  private func measureBailey(
    _ size: Int, _ processors: Processors, _ timing: AppTiming?, into table: inout BenchmarkTable
  ) throws(BenchmarkError) -> KeychainOutcome.Series {
    var found = KeychainWorkload.Outcome()
    var kibibytes: Int?
    var withSecItem: Double?
    try withInstance(processors) { client throws(BenchmarkError) in
      let workload = KeychainWorkload(client, size: size)
      found = try onThread(processors) { () throws(BenchmarkError) in try workload.run() }
      kibibytes = ServerMemory.resident("baileyd", below: home)
      withSecItem = try timing?.find(oneOf: size, in: instanceHome, processors)
    }
    let values = [found.find, found.store, found.update, found.delete, found.all]
    for (metric, value) in zip(KeychainMetrics.inOrder(size), values) { table.add(value, to: metric, of: "bailey") }
    if let withSecItem { table.add(withSecItem, to: KeychainMetrics.findWithSecItem, of: "bailey") }
    return KeychainOutcome.Series(
      size: size, processors: processors, find: found.find, all: found.all, findsPerSecond: found.findsPerSecond,
      storesPerSecond: found.storesPerSecond, kibibytes: kibibytes)
  }

  private var home: String { "\(folder)/bailey-bench-\(getpid())" }
  private var instanceHome: String { "\(home)/home" }

  private func withInstance(
    _ processors: Processors, _ body: (BrokerClient) throws(BenchmarkError) -> Void
  ) throws(BenchmarkError) {
    let home = home
    try BenchmarkProgram.run("mkdir", [home])
    let instance = BaileyInstance(program: program)
    let launcher = processors == .one ? ["taskset", "-c", "0"] : []
    defer {
      try? instance.unmount(in: home)
      _ = try? BenchmarkProgram.run("rm", ["-rf", home])
    }
    _ = try instance.mount(in: home, through: launcher)
    try body(BrokerClient(socket: "\(instanceHome)/run/broker.sock"))
  }

  /// A thread of its own, so that what this one starts later is not bound.
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

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

  package func run() throws(BenchmarkError) -> (tables: [BenchmarkTable], notes: [String], missing: [String]) {
    var tables: [BenchmarkTable] = []
    var notes: [String] = []
    let hasPeer = Libsecret.isInstalled
    for processors in Processors.allCases {
      for size in Self.sizes {
        var table = BenchmarkTable(
          title: "\(size) items, \(processors.rawValue)", subjects: ["bailey", Self.peer], peers: [Self.peer])
        progress("bailey: \(table.title)")
        notes += try measureBailey(size, processors, into: &table)
        if hasPeer {
          progress("\(Self.peer): \(table.title)")
          try Libsecret(folder: folder).measure(size, processors, into: &table)
        }
        tables.append(table)
      }
    }
    for processors in Processors.allCases { tables.append(try measureSigning(processors)) }
    return (tables, notes, hasPeer ? [] : [Self.peer])
  }

  private func measureSigning(_ processors: Processors) throws(BenchmarkError) -> BenchmarkTable {
    var table = BenchmarkTable(
      title: "keys of the enclave, \(processors.rawValue)", subjects: ["bailey", SigningBenchmark.peer],
      peers: [SigningBenchmark.peer])
    progress(table.title)
    try withInstance(processors) { client throws(BenchmarkError) in
      // In turn: how fast a processor is changes from one moment to the next.
      for _ in 0..<SigningBenchmark.repetitions {
        let rate = try onThread(processors) { () throws(BenchmarkError) in try SigningBenchmark(client).run() }
        table.add(rate, to: SigningBenchmark.signatures, of: "bailey")
        let peer = SigningBenchmark.ofOpenSSL(processors)
        if let peer { table.add(peer, to: SigningBenchmark.signatures, of: SigningBenchmark.peer) }
      }
    }
    return table
  }

  private func measureBailey(
    _ size: Int, _ processors: Processors, into table: inout BenchmarkTable
  ) throws(BenchmarkError) -> [String] {
    let title = table.title
    var note = ""
    try withInstance(processors) { client throws(BenchmarkError) in
      let workload = KeychainWorkload(client, size: size)
      let measured = try onThread(processors) { () throws(BenchmarkError) in try workload.run() }
      for (metric, value) in measured.values { table.add(value, to: metric, of: "bailey") }
      let memory = ServerMemory.resident("baileyd", below: home).map { "baileyd: \($0 / 1024) MiB" }
      let (finds, stores) = (Int(measured.findsPerSecond), Int(measured.storesPerSecond))
      note = "\(title): \(finds) finds or \(stores) stores a second by 8 threads; \(memory ?? "")"
    }
    return [note]
  }

  private var home: String { "\(folder)/bailey-bench-\(getpid())" }

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
    try body(BrokerClient(socket: "\(home)/home/run/broker.sock"))
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

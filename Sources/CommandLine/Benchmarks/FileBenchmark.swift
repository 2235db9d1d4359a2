// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc

/// `bailey bench files`: the same work on Bailey, its peers and the plain folder, on a tmpfs and on the disk.
package struct FileBenchmark: Sendable {
  /// The `bailey` program to measure.
  let program: String
  let rounds: Int
  let media: [Medium]
  let parts: Set<Part>
  let progress: @Sendable (String) -> Void

  package struct Medium: Sendable {
    package let name: String
    package let folder: String

    package init(name: String, folder: String) {
      self.name = name
      self.folder = folder
    }
  }

  /// The parts of the benchmark that can be measured by themselves.
  package enum Part: CaseIterable, Sendable { case large, random, tree, small }

  package init(
    program: String, rounds: Int, media: [Medium], parts: Set<Part>, progress: @escaping @Sendable (String) -> Void
  ) {
    self.program = program
    self.rounds = rounds
    self.media = media
    self.parts = parts
    self.progress = progress
  }

  package func run() throws(BenchmarkError) -> FileOutcome {
    guard BenchmarkProgram.path(of: "fio") != nil else { throw .notInstalled(program: "fio") }
    let own = BaileyInstance(program: program)
    let others: [any MeasuredFilesystem] = [Gocryptfs(), Securefs()]
    let missing = others.map(\.name).filter { BenchmarkProgram.path(of: $0) == nil }
    let systems: [any MeasuredFilesystem] =
      [own] + others.filter { !missing.contains($0.name) } + [PlainFolder()]
    var memory = ServerMemory()
    var transport: ServerProcess.Transport?
    var tables: [BenchmarkTable] = []
    for medium in media {
      var table = BenchmarkTable(
        title: medium.name, systems: systems.map(\.name), peers: Set(systems.filter(\.isPeer).map(\.name)))
      let folder = "\(medium.folder)/bailey-bench-\(getpid())"
      try BenchmarkProgram.run("mkdir", [folder])
      defer { _ = try? BenchmarkProgram.run("rm", ["-rf", folder]) }
      // Before ext4 reuses an inode number it checks whether the inode was freed recently, which can take longer than
      // all the rest. With this attribute it spreads the folders below. Other file systems refuse the attribute.
      _ = try? BenchmarkProgram.run("chattr", ["+T", folder])
      // In turn, so that whatever else the machine does meanwhile hits all of them alike. Each round begins with another.
      for round in 0..<rounds {
        for index in systems.indices.map({ ($0 + round) % systems.count }) {
          progress("\(medium.name), round \(round + 1) of \(rounds): \(systems[index].name)")
          try measure(systems[index], in: "\(folder)/\(round)-\(index)", into: &table, &memory, &transport)
        }
      }
      tables.append(table)
    }
    return FileOutcome(tables: tables, memory: memory, transport: transport, missing: missing)
  }

  private func measure(
    _ system: any MeasuredFilesystem, in folder: String, into table: inout BenchmarkTable, _ memory: inout ServerMemory,
    _ transport: inout ServerProcess.Transport?
  ) throws(BenchmarkError) {
    try system.whileMounted(in: folder) { path in
      // Writes out what the system before has left dirty, so that it does not slow this one down.
      try BenchmarkProgram.run("sync", ["-f", folder])
      let isOwn = system is BaileyInstance
      if isOwn { memory.noteIdle(below: folder) }
      try fill(&table, of: system.name, working: path, beside: folder)
      guard isOwn else { return }
      memory.notePeak(below: folder)
      transport = ServerProcess("bailey-fs", below: folder)?.transport
    }
  }

  private func fill(
    _ table: inout BenchmarkTable, of system: String, working path: String, beside folder: String
  ) throws {
    let work = try FileWorkloads(in: path)
    if parts.contains(.large) { try measureLarge(work, &table, system) }
    if parts.contains(.random) { try measureRandom(work, folder, &table, system) }
    if parts.contains(.tree) {
      table.add(try SourceTree.extract(into: path, beside: folder), to: Metrics.extract, of: system)
    }
    if parts.contains(.small) { try measureSmall(work, &table, system) }
  }

  /// How often a measurement of a second or less is repeated in a round, because a short one is easily disturbed.
  private static let repetitions = 3

  private func measureLarge(
    _ work: borrowing FileWorkloads, _ table: inout BenchmarkTable, _ system: String
  ) throws {
    table.add(try work.sequentialWrite("large"), to: Metrics.write, of: system)
    for _ in 0..<Self.repetitions {
      table.add(try work.sequentialRead("large", .cold), to: Metrics.coldRead, of: system)
    }
    _ = try work.sequentialRead("large", .hot)
    table.add(try work.sequentialRead("large", .hot), to: Metrics.hotRead, of: system)
    try work.folder.unlink("large")
  }

  private func measureRandom(
    _ work: borrowing FileWorkloads, _ folder: String, _ table: inout BenchmarkTable, _ system: String
  ) throws {
    let random = RandomWorkload(path: work.path, store: folder)
    for jobs in [1, 4] {
      for _ in 0..<Self.repetitions {
        table.add(try random.run(.read, jobs: jobs), to: Metrics.randomRead(jobs), of: system)
        table.add(try random.run(.write, jobs: jobs), to: Metrics.randomWrite(jobs), of: system)
      }
      try random.cleanUp(work.folder, jobs: jobs)
    }
  }

  private func measureSmall(
    _ work: borrowing FileWorkloads, _ table: inout BenchmarkTable, _ system: String
  ) throws {
    table.add(try work.create(), to: Metrics.create, of: system)
    table.add(try work.stat(), to: Metrics.stat, of: system)
    table.add(try work.rename(), to: Metrics.rename, of: system)
    table.add(try work.remove(), to: Metrics.remove, of: system)
  }
}

// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import ProtectedFiles
import SystemCalls
import Testing
import Threads

/// Crashes at every point of writing, cutting and punching one file.
@Suite struct ContentCrashTests {
  /// Synced blocks are there and whole, as they were or as a later step made them. Only a block behind the first that a
  /// program was replacing altogether, or one that was never synced, may be lost; the latter may also read as zeros.
  @Test(arguments: scripts + (0..<24).map(FileScript.random)) func `A power cut keeps what was synced`(
    script: FileScript
  )
    throws
  {
    try record(script, .absent).forEachPowerCut { wreck in
      let done = wreck.reached.last ?? -1
      guard let promised = script.synced(after: max(done, 0)) else { return }
      let last = min(done + 1, script.steps.count)
      let expendable = script.replaced(from: promised, through: last)
      try wreck.inspect { folder in
        let found = try blocks(in: folder, .absent)
        for (index, block) in found.enumerated() {
          let acceptable = (promised...last).contains { found.shows(script.versions[$0], block: index) }
          let isNew = index * BlockLayout.plainBlock >= script.versions[promised].count
          let isZero = block?.span.isZero ?? false
          let mayBeLost = expendable.contains(index) || isNew
          let isRight = block == nil ? mayBeLost : acceptable || (isNew && isZero)
          #expect(
            isRight,
            "\(script.name); block \(index) is \(block == nil ? "damaged" : "wrong"): \(wreck.story)")
        }
        let least = (promised...last).map { script.versions[$0].count }.min() ?? 0
        #expect(found.count >= BlockLayout.blockCount(ofPlain: least), "\(script.name): \(wreck.story)")
      }
    }
  }

  /// The kernel keeps what it was given: everything done is there, and what was being done is there or not.
  @Test(arguments: scripts + (0..<24).map(FileScript.random)) func `A kill loses nothing`(script: FileScript) throws {
    try record(script, .used).forEachKill { wreck in
      guard let done = wreck.reached.last else { return }
      let versions = script.versions[done...min(done + 1, script.steps.count)]
      try wreck.inspect { folder in
        let found = try blocks(in: folder, .used)
        for index in found.indices {
          let acceptable = versions.contains { found.shows($0, block: index) }
          #expect(
            acceptable, "\(script.name); block \(index) is \(found[index] == nil ? "damaged" : "wrong"): \(wreck.story)"
          )
        }
        let least = versions.map(\.count).min() ?? 0
        #expect(found.count >= BlockLayout.blockCount(ofPlain: least), "\(script.name): \(wreck.story)")
      }
    }
  }

  /// What no sync has reached needs no guard, and no wait.
  @Test func `Who appends in pieces does not wait for the disk`() throws {
    var stored = try StoredFile(in: try ScratchFolder(), .absent)
    var file = Optional(try stored.create())
    try stored.perform(.write(at: 0, count: 5000), 0, on: &file)
    try stored.perform(.sync, 1, on: &file)
    try stored.perform(.write(at: 5000, count: 5000), 2, on: &file)
    let syncs = Locked(0)
    let plan = FaultPlan { pending in
      if [.fsync, .fdatasync].contains(pending.call) { syncs.withLock { $0 += 1 } }
      return nil
    }
    try FaultPlan.$current.withValue(plan) {
      for piece in 0..<20 { try stored.perform(.write(at: 10_000 + 24 * piece, count: 24), 3 + piece, on: &file) }
      #expect(syncs.withLock { $0 } == 0)
      try stored.perform(.write(at: 10, count: 24), 23, on: &file)
      #expect(syncs.withLock { $0 } > 0)
    }
  }

  @Test func `Who overwrites in turn waits for many blocks at once`() throws {
    var stored = try StoredFile(in: try ScratchFolder(), .absent)
    var file = Optional(try stored.create())
    try stored.perform(.write(at: 0, count: 16 * 4096), 0, on: &file)
    try stored.perform(.sync, 1, on: &file)
    let syncs = Locked(0)
    let plan = FaultPlan { pending in
      if pending.call == .fdatasync { syncs.withLock { $0 += 1 } }
      return nil
    }
    try FaultPlan.$current.withValue(plan) {
      for block in 0..<16 { try stored.perform(.write(at: 4096 * block + 9, count: 24), 2 + block, on: &file) }
    }
    #expect(syncs.withLock { $0 } == 2)
  }

  // MARK: - Parts

  private func record(_ script: FileScript, _ journal: StoredFile.Journal) throws -> CrashHistory<Int> {
    let scratch = try ScratchFolder()
    var stored = try StoredFile(in: scratch, journal)
    return try CrashRecorder.record(scratch.path) { recorder in
      try stored.run(script) { recorder.reached($0) }
    }
  }

  private func blocks(in folder: ScratchFolder, _ journal: StoredFile.Journal) throws -> [[UInt8]?] {
    var stored = try StoredFile(in: folder, journal)
    let finding = try stored.openAndClose()
    #expect(try stored.openAndClose() == finding, "what is found first stays")
    return finding.blocks
  }

  static let scripts: [FileScript] = [
    FileScript("a small file", [.write(at: 0, count: 300), .sync, .close]),
    FileScript("two blocks and a bit", [.write(at: 0, count: 9000), .sync, .close]),
    FileScript("append in a block", [.write(at: 0, count: 300), .sync, .write(at: 300, count: 200), .close]),
    FileScript("append over blocks", [.write(at: 0, count: 5000), .sync, .write(at: 5000, count: 9000), .close]),
    FileScript("append and sync", [.write(at: 0, count: 5000), .sync, .write(at: 5000, count: 900), .sync, .close]),
    FileScript(
      "append in pieces",
      [.write(at: 0, count: 5000), .sync, .write(at: 5000, count: 4000), .write(at: 9000, count: 24), .close]),
    FileScript(
      "overwrite, cut, sync, append in pieces",
      [
        .write(at: 0, count: 9000), .sync, .write(at: 8500, count: 9), .truncate(4096), .sync,
        .write(at: 4096, count: 4500), .write(at: 8596, count: 24), .write(at: 8620, count: 24),
      ]),
    FileScript("overwrite in a block", [.write(at: 0, count: 9000), .sync, .write(at: 5000, count: 10), .close]),
    FileScript(
      "overwrite, sync, overwrite",
      [.write(at: 0, count: 4096), .sync, .write(at: 9, count: 9), .sync, .write(at: 50, count: 9)]),
    FileScript(
      "overwrite twice", [.write(at: 0, count: 9000), .sync, .write(at: 1, count: 1), .write(at: 7, count: 9)]),
    FileScript("overwrite over blocks", [.write(at: 0, count: 13000), .sync, .write(at: 4000, count: 5000), .close]),
    FileScript(
      "overwrite in pieces",
      [
        .write(at: 0, count: 17000), .sync, .write(at: 4000, count: 24), .write(at: 4024, count: 4096),
        .write(at: 8120, count: 24), .write(at: 8192, count: 4096), .write(at: 16900, count: 200),
      ]),
    FileScript("overwrite whole blocks", [.write(at: 0, count: 9000), .sync, .write(at: 0, count: 8192), .close]),
    FileScript("cut in a block", [.write(at: 0, count: 9000), .sync, .truncate(5000), .close]),
    FileScript("cut between blocks", [.write(at: 0, count: 9000), .sync, .truncate(4096), .close]),
    FileScript(
      "cut to nothing and write", [.write(at: 0, count: 9000), .sync, .truncate(0), .write(at: 0, count: 40)]),
    FileScript("cut and grow", [.write(at: 0, count: 9000), .sync, .truncate(4100), .truncate(9000), .close]),
    FileScript(
      "cut, sync, append",
      [.write(at: 0, count: 9000), .sync, .truncate(5000), .sync, .write(at: 5000, count: 100), .close]),
    FileScript("grow in a block", [.write(at: 0, count: 100), .sync, .truncate(200), .close]),
    FileScript("grow over blocks", [.write(at: 0, count: 100), .sync, .truncate(20000), .sync, .close]),
    FileScript("write beyond the end", [.write(at: 0, count: 100), .sync, .write(at: 13000, count: 50), .sync]),
    FileScript(
      "overwrite, sync, replace",
      [.write(at: 0, count: 4096), .sync, .write(at: 9, count: 9), .sync, .write(at: 0, count: 4096)]),
    FileScript(
      "overwrite, close, replace",
      [.write(at: 0, count: 4096), .sync, .write(at: 9, count: 9), .close, .write(at: 0, count: 4096), .sync]),
    FileScript(
      "overwrite, cut to nothing, sync",
      [.write(at: 0, count: 1900), .sync, .write(at: 9, count: 9), .truncate(0), .sync, .write(at: 0, count: 3)]),
    FileScript(
      "fill a hole in part",
      [.write(at: 0, count: 10), .truncate(9000), .sync, .write(at: 5000, count: 10), .write(at: 8900, count: 10)]),
    FileScript("cut what was never synced", [.write(at: 0, count: 9000), .truncate(5000), .write(at: 5000, count: 9)]),
    FileScript("punch", [.write(at: 0, count: 16384), .sync, .punch(4000..<12500), .sync, .close]),
    FileScript(
      "allocate and write", [.write(at: 0, count: 100), .sync, .allocate(0..<9000), .write(at: 90, count: 20)]),
    FileScript(
      "close without a sync, then append",
      [
        .write(at: 0, count: 5000), .sync, .close, .write(at: 5000, count: 100), .close, .write(at: 5100, count: 9),
        .close,
      ]
    ),
    FileScript(
      "overwrite after a reopening",
      [.write(at: 0, count: 5000), .sync, .close, .write(at: 10, count: 10), .close, .write(at: 30, count: 5), .sync]),
  ]
}

extension [[UInt8]?] {
  /// Whether a block is what it is in a version; zeros stand for what a later growth added.
  func shows(_ version: [UInt8], block index: Int) -> Bool {
    guard let block = self[index] else { return false }
    var wanted = [UInt8](version.block(index))
    let isLast = index == count - 1
    if !isLast && wanted.count < block.count { wanted += [UInt8](repeating: 0, count: block.count - wanted.count) }
    return FileImage(block) == FileImage(wanted)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LinuxSystem
import RunningInstance
import Testing

/// Programs are killed at random moments under load; what was synced before is there and whole afterwards.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "/dev/fuse"), "no /dev/fuse here"))
struct KillTests {
  /// How often each test kills; 300 in all, fewer where `BAILEY_KILL_ROUNDS` asks for a quick run.
  static let rounds = ProcessInfo.processInfo.environment["BAILEY_KILL_ROUNDS"].flatMap(Int.init) ?? 150

  @Test(arguments: ["bailey-fs", "bailey-enclave"])
  func whatWasSyncedSurvivesAKill(program: String) throws {
    try withInstance { instance in
      var journal = SyncedFiles(folder: instance.mount.appending(path: "load"))
      var generator = SystemRandomNumberGenerator()
      for round in 0..<Self.rounds {
        try comeBack(instance)
        try journal.prepare()
        let deadline = Date().addingTimeInterval(Double.random(in: 0.005...0.06, using: &generator))
        let victim = try #require(instance.processes(named: program).first, "round \(round): \(program) is not running")
        let killer = Thread {
          Thread.sleep(until: deadline)
          kill(victim, SIGKILL)
        }
        killer.start()
        journal.writeUntilItFails(round: round)
        while !killer.isFinished { Thread.sleep(forTimeInterval: 0.001) }
        if round % 10 == 9 {
          try comeBack(instance)
          try journal.verify()
        }
      }
      try comeBack(instance)
      try journal.verify()
      try instance.succeed(["down"])
      try instance.succeed(["up", "--mount", instance.mount.path])
      try instance.unlock()
      try journal.verify()
    }
  }

  /// Waits until the supervisor has everything running again, and unlocks if the enclave was the one that died.
  private func comeBack(_ instance: RunningInstance) throws {
    let limit = Date().addingTimeInterval(120)
    while true {
      if let state = try? instance.status() {
        if state.contains("\"state\":\"beforeFirstUnlock\"") { _ = try? instance.unlock() }
        if state.contains("\"state\":\"unlocked\""), state.contains("\"files\":\"mounted\"") { return }
      }
      try #require(Date() < limit, "the instance did not come back")
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}

/// Files written, synced and remembered, so that a later look can tell what must be there.
private struct SyncedFiles {
  let folder: URL
  private var synced: [String: (seed: UInt8, count: Int)] = [:]

  init(folder: URL) { self.folder = folder }

  func prepare() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Creates, rewrites, renames and removes until the file system stops answering.
  mutating func writeUntilItFails(round: Int) {
    for index in 0..<10_000 {
      let name = "r\(round)-\(index % 12)"
      let seed = UInt8(truncatingIfNeeded: round &* 31 &+ index)
      let count = [10, 4096, 5000, 70_000][index % 4]
      let temporary = "\(name).new"
      guard Self.write(Self.content(seed, count), to: folder.appending(path: temporary).path) else { return }
      // Between here and the directory's sync either the old or the new file may be the one that is found.
      synced[name] = nil
      guard Self.rename(temporary, name, in: folder.path) else { return }
      synced[name] = (seed, count)
    }
  }

  func verify() throws {
    for (name, expected) in synced {
      let data = try Data(contentsOf: folder.appending(path: name))
      #expect(data == Self.content(expected.seed, expected.count), "\(name) is not what was synced")
    }
  }

  private static func content(_ seed: UInt8, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ ($0 >> 8)) &+ seed })
  }

  private static func write(_ data: Data, to path: String) -> Bool {
    do {
      let file = try FileDescriptor.open(path, O_CREAT | O_TRUNC | O_WRONLY, mode: 0o600)
      try file.write([UInt8](data).span, at: 0)
      try file.sync()
      return true
    } catch {
      return false
    }
  }

  private static func rename(_ old: String, _ new: String, in path: String) -> Bool {
    do {
      let directory = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      try directory.rename(old, to: directory, as: new)
      try directory.sync()
      return true
    } catch {
      return false
    }
  }
}

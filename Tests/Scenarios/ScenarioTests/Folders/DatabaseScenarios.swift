// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

private let hasLMDB = (try? Program.run("/usr/bin/python3", ["-c", "import lmdb"]).exitCode) == 0

/// Databases and the like in a folder that an app was handed, used by programs inside and outside of it at once.
///
/// `database.py` is run on both sides. It prints what it was told was done, and fails where something is wrong.
@Suite(
  .serialized,
  .enabled(
    if: Program.canConfine && ["python3", "sqlite3", "git"].allSatisfy(Program.isInstalled) && hasLMDB,
    "needs bwrap, FUSE, git, sqlite3 and python3-lmdb"))
struct DatabaseScenarios {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "database.py")
  private static let chosen = "<key>com.apple.security.files.user-selected.read-write</key><true/>"

  @Test(arguments: OrdinaryUser.everyone)
  func `What two apps and a program outside were told is done is there`(user: UInt32?) throws {
    try withPerson(of: user) { stage in
      let script = try String(contentsOf: Self.script, encoding: .utf8)
      try stage.write(script, to: "database.py")
      let shared = stage.home.appending(path: "Documents").path
      for name in ["One", "Two"] {
        try stage.install(name, script: script, entitlements: Self.chosen)
        try stage.instance.succeed(["app", "share", name, shared], input: "\(RunningInstance.passcode)\n")
      }
      let sides = Sides(stage: stage, shared: shared)
      let rounds = LongTests.rounds(400, of: 4000)
      for kind in ["sqlite", "append", "counter", "flock"] {
        let done = try sides.all(kind, rounds)
        #expect(done.allSatisfy { $0 == rounds }, "\(kind): \(done)")
        #expect(try sides.outside("check", kind) == "\(3 * rounds)\n")
      }
      let commits = try sides.all("git", LongTests.rounds(15, of: 200))
      #expect(commits.allSatisfy { $0 > 0 }, "\(commits)")
      #expect(try sides.outside("check", "git") == "\(commits.reduce(0, +))\n")

      // What would need a mapping that is shared with programs outside is refused at the beginning.
      for kind in ["wal", "lmdb"] {
        let done = try sides.all(kind, rounds)
        #expect(done == [rounds, 0, 0], "\(kind)")
        #expect(try sides.outside("check", kind) == "\(rounds)\n")
      }
      #expect(try sides.inside("One", "mapping") == "ENODEV ENODEV, private: Dear Ada\n")
    }
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `A wait for a lock outside ends with the lock, with a signal, and with the app`(user: UInt32?) throws {
    try withPerson(of: user) { stage in
      let script = try String(contentsOf: Self.script, encoding: .utf8)
      try stage.write(script, to: "database.py")
      try stage.install("One", script: script, entitlements: Self.chosen)
      let shared = stage.home.appending(path: "Documents").path
      try stage.instance.succeed(["app", "share", "One", shared], input: "\(RunningInstance.passcode)\n")
      let sides = Sides(stage: stage, shared: shared)
      let holder = try sides.start(nil, "hold")
      defer { holder.kill() }
      try holder.waitForLine("held")
      let waiter = try sides.start("One", "wait")
      defer { waiter.kill() }
      // More wait than there are threads to serve them, and a signal ends the wait of one.
      try waiter.waitForLine("interrupted 4")
      try waiter.waitForLine("meanwhile Dear Ada")
      holder.kill()
      try waiter.waitForLine("taken 40")
    }
  }
}

/// Where `database.py` runs.
private struct Sides {
  let stage: PersonStage
  let shared: String

  func outside(_ words: String...) throws -> String {
    let all = try stage.instance.asUser("/usr/bin/python3", [script, shared] + words)
    let result = try Program.run(all[0], Array(all.dropFirst()))
    return result.output + result.errors
  }

  func inside(_ app: String, _ words: String...) throws -> String {
    let result = try stage.instance.bailey(["run", app, "--", "/container/Shared/Documents"] + words)
    return result.output + result.errors
  }

  /// In an app, or outside where there is none.
  func start(_ app: String?, _ words: String...) throws -> Background {
    let all =
      if let app {
        try stage.instance.asUser("bailey", ["run", app, "--", "/container/Shared/Documents"] + words)
      } else {
        try stage.instance.asUser("/usr/bin/python3", [script, shared] + words)
      }
    return try Background(all[0], Array(all.dropFirst()), environment: stage.instance.variables)
  }

  /// Outside and in two apps at once: how often each was told that it was done.
  func all(_ kind: String, _ rounds: Int) throws -> [Int] {
    _ = try outside("prepare", kind)
    let running = try ([nil, "One", "Two"] as [String?]).map { try start($0, kind, "\(rounds)") }
    defer { running.forEach { $0.kill() } }
    return try running.map { program in
      try program.wait()
      return program.lines().last.flatMap { Int($0) } ?? -1
    }
  }

  private var script: String { stage.home.appending(path: "database.py").path }
}

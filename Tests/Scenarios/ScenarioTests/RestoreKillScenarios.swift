// SPDX-License-Identifier: Apache-2.0
import Events
import EventualConditions
import Files
import Foundation
import Glibc
import Processes
import RunningInstance
import SystemCalls
import Testing

/// `bailey keychain restore` is killed in its middle, or `baileyd` below it: what was there is as it was, nothing is half
/// there, and another restore completes what the first one began.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct RestoreKillScenarios {
  private static let typed = RunningInstance.passcode + "\ncorrect battery staple\n"
  private static let large = 400_000
  private static let largeOnes = (0..<6).map { "large-\($0)" }
  private static let smallOnes = (0..<4).map { "item-\($0)" }
  private static let services = (0..<6).map { "service-\($0)" }

  /// When to kill.
  enum Moment: Sendable, CustomStringConvertible {
    /// When the log of the keychain has been written so many times.
    case parts(Int)
    /// When so many bytes have been written to the log of the file-based keychain that comes after it.
    case fileKeychain(Int)

    var description: String {
      switch self {
      case .parts(let count): "part \(count)"
      case .fileKeychain(let size): "\(size) bytes of the file-based keychain"
      }
    }
  }

  private static let kills: [(victim: String, moment: Moment)] = [
    ("bailey", .parts(1)), ("bailey", .parts(3)), ("bailey", .fileKeychain(1)), ("bailey", .fileKeychain(500_000)),
    ("baileyd", .fileKeychain(1)),
  ]

  @Test func `An interrupted restore is completed by another`() throws {
    try withBackup { program, file in
      var interrupted = 0
      for (victim, moment) in Self.kills {
        try withInstance { target in
          try prepare(target, program)
          guard try restore(target, file, killing: victim, at: moment) else { return }
          interrupted += 1
          try waitUntilAnswering(target)
          try checkWhatWasThere(target, program, "after the kill at \(moment)")
          for name in Self.smallOnes + Self.largeOnes { try checkIsWholeOrAbsent(name, target, program) }

          let again = try target.bailey(["keychain", "restore", file.path, "--json"], input: Self.typed)
          #expect(again.exitCode == 0, "\(moment): \(again)")
          #expect(again.output.contains(#""keychains":["build"],"keychainsPassedOver":[]"#), "\(again)")
          try checkIsComplete(target, program)
        }
      }
      // Where the machine was so slow to kill that all was over, nothing was tried.
      #expect(interrupted * 2 > Self.kills.count, "\(interrupted) of \(Self.kills.count) were interrupted")
    }
  }

  // MARK: - What there is

  private func withBackup(_ body: (ClientProgram, URL) throws -> Void) throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      for name in Self.smallOnes { try #require(program.run("add", name, "secret of \(name)").exitCode == 0) }
      for name in Self.largeOnes { try #require(program.run("add-large", name, "\(Self.large)").exitCode == 0) }
      try #require(instance.security("create-keychain", "-p", "pw", "build").exitCode == 0)
      for service in Self.services {
        let added = try instance.security(
          "add-generic-password", "-a", "me", "-s", service, "-w", secret(of: service), "build")
        try #require(added.exitCode == 0, "\(added)")
      }
      let file = instance.home.deletingLastPathComponent().appending(path: "backup")
      try instance.succeed(["keychain", "backup", file.path], input: Self.typed)
      try body(program, file)
    }
  }

  private func secret(of service: String) -> String { String(repeating: service + " ", count: 12_000) + "end" }

  /// What the other device has already: an item of its own, a newer one of the backup's, and a keychain.
  private func prepare(_ target: RunningInstance, _ program: ClientProgram) throws {
    try #require(run(program, target, "add", "mine", "stays").exitCode == 0)
    try #require(run(program, target, "add", "item-3", "newer").exitCode == 0)
    try #require(target.security("create-keychain", "-p", "own", "own").exitCode == 0)
    let added = try target.security("add-generic-password", "-a", "me", "-s", "s", "-w", "stays too", "own")
    try #require(added.exitCode == 0)
  }

  private func checkWhatWasThere(_ target: RunningInstance, _ program: ClientProgram, _ when: String) throws {
    #expect(try run(program, target, "find", "mine").output == "stays\n", "\(when)")
    #expect(try run(program, target, "find", "item-3").output == "newer\n", "\(when)")
    _ = try target.security("unlock-keychain", "-p", "own", "own")
    #expect(
      try target.security("find-generic-password", "-w", "-s", "s", "own").output == "stays too\n", "\(when)")
  }

  private func checkIsWholeOrAbsent(_ name: String, _ target: RunningInstance, _ program: ClientProgram) throws {
    let found = try run(program, target, "find", name).output
    #expect([expected(name), "-25300\n"].contains(found), "\(name): \(found.prefix(100))")
  }

  private func checkIsComplete(_ target: RunningInstance, _ program: ClientProgram) throws {
    try checkWhatWasThere(target, program, "at the end")
    for name in Self.smallOnes + Self.largeOnes {
      #expect(try run(program, target, "find", name).output == expected(name), "\(name)")
    }
    // It is locked, under the password it had.
    #expect(try target.security("find-generic-password", "-w", "-s", "service-1", "build").exitCode == 36)
    #expect(try target.security("unlock-keychain", "-p", "pw", "build").exitCode == 0)
    for service in Self.services {
      #expect(
        try target.security("find-generic-password", "-w", "-s", service, "build").output == secret(of: service) + "\n")
    }
    // Each is there once, beside what was there before.
    let verified = try target.bailey(["keychain", "verify", "--json"])
    #expect(verified.exitCode == 0, "\(verified)")
    for count in [Self.smallOnes.count + Self.largeOnes.count + 1, Self.services.count, 1] {
      #expect(verified.output.contains("\"items\":\(count),"), "\(verified)")
    }
  }

  private func expected(_ name: String) -> String {
    if name == "item-3" { return "newer\n" }
    return Self.largeOnes.contains(name) ? String(repeating: "a", count: Self.large) + "\n" : "secret of \(name)\n"
  }

  /// The same program at the same path: its private group is the same on the other device.
  private func run(_ program: ClientProgram, _ target: RunningInstance, _ words: String...) throws -> ProgramResult {
    try Program.run("env", [program.path] + words, environment: target.variables)
  }

  // MARK: - Killing

  /// Whether it was killed before it was over.
  private func restore(
    _ target: RunningInstance, _ file: URL, killing victim: String, at moment: Moment
  ) throws -> Bool {
    let daemon = try #require(target.processes(named: "baileyd").first)
    let progress = Progress(of: target)
    let input = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    try input.write(Array(Self.typed.utf8).span)
    try input.rewind()
    let silence = try FileDescriptor.open("/dev/null", O_RDWR)
    let variables = target.variables.map { "\($0)=\($1)" }
    var plan = ChildPlan(
      path: "/usr/bin/env",
      arguments: variables + [try Program.locate("bailey").path, "keychain", "restore", file.path])
    (plan.input, plan.output, plan.errors) = (input.raw, silence.raw, silence.raw)
    let restore = try ChildProcess.start(plan)
    while !progress.has(come: moment) {
      guard try Poll.readable([restore.descriptor.raw], within: .zero) == [false] else { break }
    }
    if victim == "baileyd" { kill(daemon, SIGKILL) } else { try restore.send(SIGKILL) }
    return try restore.wait() != .exited(0)
  }

  private func waitUntilAnswering(_ target: RunningInstance) throws {
    try eventually { (try? target.report().keychain) == "answering" }
  }
}

/// How far a restore has come, seen from outside.
private final class Progress {
  private let folder: String
  /// That of the keychain which is made after the one that is there.
  private var other: String { folder + "/keychains/2/keychain-wal" }
  private var log: String { folder + "/keychain-wal" }
  private var changed: timespec
  private var parts = 0

  init(of instance: RunningInstance) {
    folder = instance.home.path + "/broker"
    changed = timespec()
    changed = status(log)?.st_mtim ?? changed
  }

  func has(come moment: RestoreKillScenarios.Moment) -> Bool {
    switch moment {
    case .parts(let count):
      let now = status(log)?.st_mtim ?? changed
      if (now.tv_sec, now.tv_nsec) != (changed.tv_sec, changed.tv_nsec) { (changed, parts) = (now, parts + 1) }
      return parts >= count
    case .fileKeychain(let size): return Int(status(other)?.st_size ?? 0) >= size
    }
  }

  private func status(_ path: String) -> stat? { try? FileDescriptor.open(path, O_RDONLY).status() }
}

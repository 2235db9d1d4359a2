// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// `baileyd` and the enclave are killed at random moments while programs add, change and delete: every call that
/// returned success has its effect, and no item is half there.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct KeychainKillScenarios {
  static let rounds = LongTests.rounds(60, of: 300)

  @Test func `What returned success is so after kills`() throws {
    try withInstance { instance in
      let program = try ClientProgram("first", of: instance)
      let stop = instance.home.appending(path: "stop").path
      let workers = try (0..<4).map { try program.start("work", "w\($0)", stop) }
      let began = Date()
      for round in 0..<Self.rounds {
        usleep(useconds_t.random(in: 5000...250_000))
        let victim = round % 2 == 0 ? "baileyd" : "bailey-enclave"
        kill(try #require(instance.processes(named: victim).first, "\(victim) does not run"), SIGKILL)
        try comeBack(instance)
      }
      _ = FileManager.default.createFile(atPath: stop, contents: nil)
      for worker in workers { try worker.wait() }
      try judge(try audit(program), workers)
      #expect(try instance.bailey(["keychain", "verify"]).exitCode == 0)
      let lines = workers.map { $0.lines().count }.reduce(0, +)
      print("\(Self.rounds) kills in \(Int(Date().timeIntervalSince(began))) s, \(lines) calls, all as they returned")
    }
  }

  private func comeBack(_ instance: RunningInstance) throws {
    let limit = Date().addingTimeInterval(120)
    while Date() < limit {
      if let report = try? instance.report(), report.keychain == "answering" {
        if report.state == "unlocked" { return }
        if report.state == "beforeFirstUnlock" { _ = try? instance.unlock() }
      }
      usleep(10_000)
    }
    Issue.record("the keychain did not come back: \(instance.log.suffix(2000))")
  }

  /// The version of each item that is there.
  private func audit(_ program: ClientProgram) throws -> [String: String] {
    let result = try program.run("audit")
    #expect(result.exitCode == 0)
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return Dictionary(lines.map { ($0[0], $0[1]) }) { _, _ in "twice" }
  }

  /// What an item may be after calls whose answers are known, and some whose answers were lost.
  private func judge(_ found: [String: String], _ workers: [Background]) throws {
    var unknown = Set(found.keys)
    for (index, worker) in workers.enumerated() {
      for (number, states) in try possible(worker.lines()) {
        let name = "w\(index)-\(number)"
        unknown.remove(name)
        #expect(states.contains(found[name] ?? "absent"), "\(name): \(found[name] ?? "absent"), not \(states)")
      }
    }
    #expect(unknown.isEmpty, "nobody added \(unknown)")
  }

  private func possible(_ lines: [String]) throws -> [Int: Set<String>] {
    var states: [Int: Set<String>] = [:]
    for line in lines {
      let words = line.split(separator: " ")
      let number = try #require(Int(words[0]))
      let before = states[number] ?? ["absent"]
      let after: Set<String> = words[1] == "add" ? ["1"] : words[1] == "update" ? ["2"] : ["absent"]
      switch words[2] {
      case "0": states[number] = after
      case "-25300":
        #expect(before.contains("absent"), "\(line): was \(before)")
        states[number] = ["absent"]
      // Not before it is unlocked: nothing was done.
      case "-25308": states[number] = before
      default: states[number] = before.union(words[1] == "update" && before == ["absent"] ? [] : after)
      }
    }
    return states
  }
}

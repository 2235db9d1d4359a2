// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// What a program reads of a store that was damaged, and what `bailey files fsck` says of it: what was hit answers `EIO`,
/// nothing is ever read wrong, and everything else is as it was.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct FileDamageScenarios {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// What a program meets at paths that were hit.
    let hit: [String: Outcome]
    /// What the check names: by its path in the store what has lost its name.
    let named: Set<String>
    let inflict: @Sendable (Backing) throws -> Void

    var testDescription: String { name }
  }

  enum Outcome: Sendable, Equatable {
    /// It can be opened, and these of its blocks of 4096 bytes answer `EIO`; the others are right.
    case blocks(Set<Int>)
    /// It cannot be reached.
    case refused(Int32)
  }

  private static let contents: [String: [UInt8]] = [
    "docs/plan": bytes(12_288, 1), "docs/other": bytes(12_288, 2), "docs/short": bytes(100, 3),
    "letter": bytes(9000, 4), "photos/cat": bytes(5000, 5), "empty": [],
  ]

  private static func bytes(_ count: Int, _ seed: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 / 16 &* 31) &+ $0 / 4096 &+ seed) }
  }

  static let cases: [Case] = [
    Case(name: "a flipped bit", hit: ["docs/plan": .blocks([1])], named: ["docs/plan"]) {
      try $0.change("docs/plan", Backing.block(1).lowerBound + 70) { $0 ^ 0x04 }
    },
    Case(name: "blocks swapped in a file", hit: ["docs/plan": .blocks([0, 2])], named: ["docs/plan"]) {
      try $0.swap("docs/plan", Backing.block(0), "docs/plan", Backing.block(2))
    },
    Case(
      name: "blocks swapped between files", hit: ["docs/plan": .blocks([1]), "letter": .blocks([1])],
      named: ["docs/plan", "letter"]
    ) { try $0.swap("docs/plan", Backing.block(1), "letter", Backing.block(1)) },
    Case(
      name: "headers swapped", hit: ["docs/plan": .refused(EIO), "docs/other": .refused(EIO)],
      named: ["docs/plan", "docs/other"]
    ) { try $0.swap("docs/plan", 0..<512, "docs/other", 0..<512) },
    Case(name: "a file cut short", hit: ["docs/plan": .blocks([1, 2])], named: ["docs/plan"]) {
      try $0.open("docs/plan").truncate(to: Backing.block(1).lowerBound + 1000)
    },
    Case(
      name: "a file under another's name", hit: ["docs/plan": .refused(ENOENT), "docs/other": .refused(EIO)],
      named: ["docs/other"]
    ) { try $0.move("docs/plan", over: "docs/other") },
    Case(
      name: "the record of a folder",
      hit: ["docs/plan": .refused(EIO), "docs/other": .refused(EIO), "docs/short": .refused(EIO)],
      named: ["docs", "docs/plan", "docs/other", "docs/short"]
    ) { try $0.damageRecord("docs") },
  ]

  @Test(arguments: cases) func `Only what was hit is lost`(damaged: Case) throws {
    try withInstance { instance in
      for (path, bytes) in Self.contents {
        let file = instance.mount.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      }
      let backing = try Backing(of: instance)
      try instance.succeed(["down"])
      try damaged.inflict(backing)
      try instance.succeed(["up", "--passcode-stdin"], input: RunningInstance.passcode + "\n")

      try expectRest(instance, after: damaged)
      let before = try backing.everything()
      let found = try check(instance, exitCode: 1)
      #expect(Set(found.map { backing.plain($0.path) }) == damaged.named && found.allSatisfy { !$0.repaired })
      #expect(try backing.everything() == before, "a check changes nothing")
      try expectRest(instance, after: damaged)

      let mended = try check(instance, "--repair", exitCode: 0)
      #expect(Set(mended.map { backing.plain($0.path) }) == damaged.named && mended.allSatisfy(\.repaired))
      #expect(try check(instance, exitCode: 0).isEmpty)
      for (path, bytes) in Self.contents where damaged.hit[path] == nil {
        #expect(Self.read(path, of: instance, bytes) == .blocks([]), "\(path) after the repair")
      }
    }
  }

  private func expectRest(_ instance: RunningInstance, after damaged: Case) throws {
    for (path, bytes) in Self.contents {
      #expect(Self.read(path, of: instance, bytes) == damaged.hit[path] ?? .blocks([]), "\(path)")
    }
  }

  /// Block by block, as a program does that wants what is left of a file.
  private static func read(_ path: String, of instance: RunningInstance, _ expected: [UInt8]) -> Outcome {
    do throws(SystemError) {
      let file = try FileDescriptor.open(instance.mount.appending(path: path).path, O_RDONLY)
      var lost: Set<Int> = []
      for offset in stride(from: 0, to: expected.count, by: 4096) {
        do throws(SystemError) {
          let found = try file.read(count: 4096, at: offset)
          #expect(found[...] == expected[offset..<min(offset + 4096, expected.count)], "\(path) at \(offset)")
        } catch {
          #expect(error.code == EIO)
          lost.insert(offset / 4096)
        }
      }
      return .blocks(lost)
    } catch {
      return .refused(error.code)
    }
  }

  // MARK: - Checking

  private struct Report: Decodable {
    struct Finding: Decodable {
      let path: String
      let repaired: Bool
    }
    let complete: Bool
    let findings: [Finding]
  }

  private func check(_ instance: RunningInstance, _ words: String..., exitCode: Int32) throws -> [Report.Finding] {
    let result = try instance.bailey(["files", "fsck", "--json"] + words)
    #expect(result.exitCode == exitCode, "\(result)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.complete)
    return report.findings
  }
}

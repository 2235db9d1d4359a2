// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// `BAILEY_TRACE=1` with a real app and the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct TraceScenarios {
  private func keep(_ instance: RunningInstance, _ words: [String], input: String = "") throws -> ProgramResult {
    let traced = instance.variables.merging(["BAILEY_TRACE": "1"]) { $1 }
    return try Program.run("secret-keeper", words, input: input, environment: traced)
  }

  @Test func `A trace says what was asked and why rows were refused`() throws {
    try withInstance { instance in
      let stored = try keep(instance, ["store"], input: "s3cr3t\n")
      let lines = stored.errors.split(separator: "\n").map(String.init)
      #expect(lines[0].hasPrefix("bailey: SecItemAdd {acct: string of 12 bytes, class: genp, pdmn: ak, svce: "))
      #expect(lines[0].hasSuffix("v_Data: data of 6 bytes} -> 0 (No error.)"))
      #expect(lines[1].hasPrefix("bailey:   groups: [bailey.private."))
      #expect(lines[2] == "bailey:   no rows considered")
      // The second addition looks at the first item, which has another account.
      #expect(lines[5] == "bailey:   genp 1 in groups[0], ak: refused, acct differs")
      #expect(lines.count { $0.contains("SecItemAdd") } == 4)
      try keep(instance, ["doom", "a"]).isClean()
      try instance.lock()
      let tried = try keep(instance, ["try", "b"])
      // Each call with its groups; of each row whether it was taken, and why not.
      #expect(tried.errors.components(separatedBy: "bailey: SecItem").count - 1 == 20)
      #expect(tried.errors.components(separatedBy: "  groups: [").count - 1 == 20)
      #expect(tried.errors.contains("genp 1 in groups[0], ak: matches, but the lock state keeps its key away"))
      #expect(tried.errors.contains("genp 3 in groups[0], ck: taken"))
      #expect(tried.errors.contains("genp 4 in groups[0], dk: refused, acct differs"))
      #expect(tried.errors.contains("-25308 (User interaction is not allowed.)"))
      for text in [stored.errors, tried.errors] {
        for value in ["s3cr3t", "secret-keeper", "whenUnlocked", "always", "doomed", "missing", "changed"] {
          #expect(!text.contains(value), "\(value)")
        }
      }
    }
  }

  @Test func `Without it nothing is printed`() throws {
    try withInstance(.absent) { instance in
      let stored = try Program.run("secret-keeper", ["store"], input: "x\n", environment: instance.variables)
      #expect(stored.exitCode == 0)
      #expect(stored.errors.isEmpty)
    }
  }
}

extension ProgramResult {
  fileprivate func isClean() throws { #expect(exitCode == 0) }
}

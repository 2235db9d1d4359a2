// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import SystemCalls
import Testing

/// An app that tries to get out of its sandbox, or into another's place, by each way that is known.
@Suite(.enabled(if: Program.canConfine && Program.isInstalled("python3"), "needs bwrap, FUSE and python3"))
struct EscapeScenarios {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "escape.py")

  @Test(arguments: [[:], ["BAILEY_TRACE": "1"]] as [[String: String]])
  func `Every way out is refused`(variables: [String: String]) throws {
    try withInstance(environment: variables) { instance in
      try instance.makeDeveloper()
      try instance.installSigned(TestBundle("Ledger", identifier: "org.example.Ledger", of: instance))
      try instance.succeed(["run", "Ledger", "write"], input: "hunter2\n")
      let text = try String(contentsOf: Self.script, encoding: .utf8)
      try instance.installSigned(
        TestBundle(script: text, named: "Escape", identifier: "org.example.Escape", of: instance))
      let outside = FileManager.default.temporaryDirectory.appending(path: "bailey-outside-\(UUID().uuidString)")
      try Data("the person's".utf8).write(to: outside)
      defer { try? FileManager.default.removeItem(at: outside) }
      let process = try Background("sleep", ["600"])
      defer { process.kill() }
      let result = try instance.succeed([
        "run", "Escape", "--", instance.mount.appending(path: "Containers/org.example.Ledger").path,
        "\(process.process)", instance.home.appending(path: "run/broker.sock").path, outside.path, "bailey-nobody",
      ])
      print(result.output)
      let lines = result.output.split(separator: "\n")
      #expect(lines.count >= 70)
      #expect(lines.allSatisfy { $0.contains(": refused (") }, "\(lines.filter { !$0.contains(": refused (") })")
      // What was tried, and not merely misspelt.
      #expect(!result.output.contains("NameError") && !result.output.contains("AttributeError"))
      // The other app's items are where they were.
      #expect(try instance.succeed(["run", "Ledger", "read"]).output.hasPrefix("keychain: hunter2\n"))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// Bundles with the real daemons and `bwrap`: signed, installed, started.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct AppScenarios {
  private static let ledger = "org.example.Ledger"

  private func withLedger(_ body: (RunningInstance, TestBundle) throws -> Void) throws {
    try withInstance { instance in
      try instance.makeDeveloper()
      let bundle = try TestBundle("Ledger", identifier: Self.ledger, of: instance)
      try instance.installSigned(bundle)
      try body(instance, bundle)
    }
  }

  private func lines(_ instance: RunningInstance, _ words: String...) throws -> [String] {
    try instance.succeed(["run"] + words).output.split(separator: "\n").map(String.init)
  }

  @Test func `An app keeps a secret and a file in its own container and sees nothing else`() throws {
    try withLedger { instance, bundle in
      // It runs from the store, never from where it was.
      try FileManager.default.removeItem(atPath: bundle.path)
      #expect(try lines(instance, "Ledger", "write", "hunter2") == ["keychain: 0", "file: written"])
      #expect(try lines(instance, "Ledger", "read") == ["keychain: hunter2", "file: entry: hunter2"])
      let entries = instance.mount.appending(path: "Containers/\(Self.ledger)/Documents/entries.txt")
      #expect(try String(contentsOf: entries, encoding: .utf8) == "entry: hunter2\n")
      #expect(try instance.succeed(["files", "class", "get", entries.path]).output == "complete\n")
      let around = try lines(instance, "Ledger", "around")
      #expect(around.contains("app: \(Self.ledger)") && around.contains("network: lo"))
      #expect(around.contains("/home: nothing") && around.contains("/root: nothing"))
      try instance.lock()
      #expect(try lines(instance, "Ledger", "read") == ["keychain: -25308", "file: unreadable"])
    }
  }

  @Test func `Another app has neither the items nor the files of an app`() throws {
    try withLedger { instance, _ in
      try instance.succeed(["run", "Ledger", "write", "hunter2"])
      try instance.installSigned(TestBundle("Ledger", named: "Other", identifier: "org.example.Other", of: instance))
      #expect(try lines(instance, "Other", "read") == ["keychain: -25300", "file: unreadable"])
      // Nor has the program itself, outside of its sandbox.
      let outside = try ClientProgram("Ledger", of: instance, copying: "Ledger").run("read")
      #expect(outside.output.hasPrefix("keychain: -25300\n"))
    }
  }

  @Test func `An app goes on being served when baileyd is killed`() throws {
    try withLedger { instance, _ in
      try instance.succeed(["run", "Ledger", "write", "hunter2"])
      try instance.installSigned(
        TestBundle("keychain-client", identifier: "org.example.Client", of: instance))
      #expect(try instance.succeed(["run", "keychain-client", "add", "me", "secret"]).output.isEmpty)
      for process in instance.processes(named: "baileyd") { kill(process, SIGKILL) }
      let deadline = 200
      for _ in 0..<deadline {
        if try instance.bailey(["run", "keychain-client", "find", "me"]).output == "secret\n" { return }
        usleep(50_000)
      }
      Issue.record("the app was not served again")
    }
  }
}

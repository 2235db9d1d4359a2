// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import RunningInstance
import Testing

/// What was answered, when the app is removed, updated or forgotten: with the real daemons and `bwrap`.
@Suite(.serialized, .enabled(if: Program.canConfine, "no app can be confined here")) struct AnswerScenarios {
  private static let app = "org.example.Viewfinder"
  private static let purposes = ["Camera", "Microphone", "UserTracking"]
    .map { "<key>NS\($0)UsageDescription</key><string>Why it wants this: \($0).</string>" }.joined()
  private static let entitlements = ["device.camera", "device.audio-input"]
    .map { "<key>com.apple.security.\($0)</key><true/>" }.joined()
  private static let nothing = "No app has asked for anything.\n"

  private func withViewfinder(_ body: (RunningInstance) throws -> Void) throws {
    try withInstance { instance throws in
      try instance.makeDeveloper()
      try instance.installSigned(
        TestBundle(
          "Viewfinder", identifier: Self.app, entitlements: Self.entitlements, info: Self.purposes, of: instance))
      try body(instance)
    }
  }

  private func run(_ instance: RunningInstance, _ words: String...) throws -> String {
    let result = try instance.bailey(["run", "Viewfinder"] + words)
    return result.output + result.errors
  }

  private func answers(_ instance: RunningInstance) throws -> String {
    try instance.succeed(["privacy", "list"]).output
  }

  /// Who installs it again may be somebody else.
  @Test func `Answers go with an app that is removed, unless its data is kept; while locked a refusal stays`() throws {
    try withInstance { instance throws in
      try instance.makeDeveloper()
      let bundle = try TestBundle(
        "Viewfinder", identifier: Self.app, entitlements: Self.entitlements, info: Self.purposes, of: instance)
      try instance.installSigned(bundle)
      for (words, lock, kept) in [
        (["--yes"], [], []), (["--keep-data"], [], ["Camera", "UserTracking"]),
        (["--yes"], ["lock", "--now"], ["Camera"]),
      ] {
        try instance.succeed(["privacy", "grant", "UserTracking", Self.app], input: "\(RunningInstance.passcode)\n")
        try instance.succeed(["privacy", "deny", "Camera", Self.app])
        if !lock.isEmpty { try instance.succeed(lock) }
        let removed = try instance.bailey(["app", "remove", Self.app] + words)
        #expect(removed.exitCode == 0 && removed.errors.contains("stays refused") == !lock.isEmpty, "\(removed)")
        if !lock.isEmpty { try instance.unlock() }
        #expect(try bundle.install().exitCode == 0)
        let left = try answers(instance).split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(kept.isEmpty ? left.first == "No" : left.map(String.init) == kept, "\(words) \(lock): \(left)")
        let tracking = kept.contains("UserTracking") ? "authorized" : "notDetermined"
        #expect(try run(instance, "status").contains("tracking: \(tracking)\n"))
        try instance.succeed(["privacy", "reset", "All", Self.app])
      }
    }
  }

  @Test func `A version that claims more says so and asks, and takes the passcode where it leads past answers`() throws
  {
    try withViewfinder { instance throws in
      try instance.succeed(["privacy", "deny", "Microphone", Self.app])
      func update(_ more: String, _ words: String..., input: String = "") throws -> ProgramResult {
        let bundle = try TestBundle(
          "Viewfinder", identifier: Self.app, version: "2.0", entitlements: Self.entitlements + more,
          info: Self.purposes,
          of: instance)
        try bundle.sign()
        return try instance.bailey(["app", "install"] + words + [bundle.path], input: input)
      }
      func version() throws -> Bool {
        try instance.succeed(["app", "list"]).output.contains("2.0")
      }
      let network = "<key>com.apple.security.network.client</key><true/>"
      let asked = try update(network)
      #expect(asked.exitCode == 1 && asked.errors.contains("Nothing was installed."))
      #expect(asked.errors.contains("com.apple.security.network.client: connections to others"))
      let pipeWire = "<key>bailey.sandbox.pipewire</key><true/>"
      for input in ["", "wrong\n"] {
        let refused = try update(network + pipeWire, "--yes", input: input)
        #expect(refused.exitCode == (input.isEmpty ? 1 : 3), "\(refused)")
        #expect(
          refused.errors.contains("What you answered \(Self.app) will not bind it any more: the passcode is needed."))
      }
      #expect(try !version())
      // No word of the owner's is needed for less, and none for what was claimed already.
      #expect(try update(network, "--yes").exitCode == 0)
      #expect(try update(network).exitCode == 0)
      #expect(try update(network + pipeWire, "--yes", input: "\(RunningInstance.passcode)\n").exitCode == 0)
      #expect(try version())
      // What it was given and is not entitled to any more does not count, and is not listed as if it did.
      try instance.succeed(["privacy", "grant", "Camera", Self.app], input: "\(RunningInstance.passcode)\n")
      let less = try TestBundle(
        "Viewfinder", identifier: Self.app, version: "3.0", info: Self.purposes, of: instance)
      try less.sign()
      #expect(try less.install().exitCode == 0)
      #expect(try answers(instance).contains("(is not entitled to it any more)\n"))
      #expect(try run(instance, "status").hasPrefix("camera: denied\n"))
      // Removed with its answers kept, it is no new app.
      try instance.succeed(["app", "remove", "--keep-data", Self.app])
      #expect(try update(pipeWire, "--yes").exitCode == 1)
      try instance.succeed(["privacy", "reset", "All", Self.app])
      #expect(try update(pipeWire).exitCode == 0)
    }
  }

  @Test func `To forget every answer asks first, and the tool of macOS does not`() throws {
    try withViewfinder { instance throws in
      try instance.succeed(["privacy", "deny", "Camera", Self.app])
      let asked = try instance.bailey(["privacy", "reset", "All"])
      #expect(asked.exitCode == 1 && asked.errors.contains("1 answer to 1 app, refusals too, would be forgotten."))
      #expect(try answers(instance).contains("denied"))
      #expect(try instance.succeed(["privacy", "reset", "All", "--yes"]).output == "1 answer was forgotten.\n")
      try instance.succeed(["privacy", "deny", "Camera", Self.app])
      #expect(try instance.tccutil("reset", "All").exitCode == 0)
      #expect(try answers(instance) == Self.nothing)
    }
  }

  @Test func `What was tampered with is thrown away, asked anew, and told in log and status`() throws {
    try withViewfinder { instance throws in
      try instance.succeed(["privacy", "deny", "Camera", Self.app])
      #expect(try !instance.succeed(["status"]).output.contains("thrown away"))
      try instance.succeed(["down"])
      try Program.run("sqlite3", [instance.home.appending(path: "broker/consent").path, "DROP TABLE rows"])
      try instance.succeed(["up", "--mount", instance.mount.path])
      try instance.unlock()
      #expect(try answers(instance) == Self.nothing)
      #expect(try run(instance, "status").hasPrefix("camera: notDetermined\n"))
      #expect(instance.log.contains("is not what was stored last, and was thrown away: apps ask anew"))
      #expect(try instance.succeed(["status"]).output.contains("Answers     thrown away: "))
      #expect(try !instance.succeed(["status", "--json"]).output.contains("\"answersLost\":null"))
      try instance.succeed(["privacy", "deny", "Camera", Self.app])
      #expect(try answers(instance).contains("denied"))
    }
  }

  @Test func `What an app holds elsewhere is deleted where its bundle says, and what is not here cannot be given`()
    throws
  {
    try withInstance { instance throws in
      try instance.makeDeveloper()
      let policy = "<key>BaileyPrivacyPolicyURL</key><string>https://example.org/privacy</string>"
      let deletion = "<key>BaileyDataDeletionURL</key><string>mailto:privacy@example.org</string>"
      try instance.installSigned(
        TestBundle("Viewfinder", identifier: Self.app, info: Self.purposes + policy + deletion, of: instance))
      let lines =
        "  policy    https://example.org/privacy\n"
        + "  deletion  of what was collected, including server copies: mailto:privacy@example.org\n"
      #expect(try instance.succeed(["app", "data", "Viewfinder"]).output.hasSuffix(lines))
      #expect(
        try instance.succeed(["app", "data", "Viewfinder", "--json"]).output.contains("https://example.org/privacy"))
      #expect(try instance.bailey(["app", "remove", "Viewfinder"]).errors.contains(lines))
      let refused = try instance.bailey(
        ["privacy", "grant", "Health", "Viewfinder"], input: "\(RunningInstance.passcode)\n")
      #expect(refused.exitCode == 1 && refused.errors.contains("That is not available here"))
      #expect(try instance.succeed(["app", "data", "Viewfinder", "--delete", "--yes"]).output.hasSuffix(lines))
      #expect(try instance.succeed(["app", "remove", "Viewfinder", "--yes"]).output.hasSuffix(lines))
    }
  }
}

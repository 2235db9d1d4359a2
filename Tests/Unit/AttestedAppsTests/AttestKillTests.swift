// SPDX-License-Identifier: Apache-2.0
import AppAttest
import AppAttestKeys
import AppModel
import AttestedApps
import EventualConditions
import Files
import Foundation
import Glibc
import Keybag
import Processes
import ProtectionModelTesting
import RunningInstance
import SystemCalls
import TemporaryFolder
import Testing

/// kill -9 of whoever makes keys, attests and counts: `attest-writer` is that process, and prints what its app heard.
@Suite struct AttestKillTests {
  private static let now: Int64 = 1_790_000_000
  private static let hash = [UInt8](repeating: 8, count: 32)

  /// What was left, and what the app had heard of.
  private struct Remains {
    let apps: AttestedApps
    let app: AttestedApp
    let key: [UInt8]?
    let attestation: [UInt8]?
    let assertions: [[UInt8]]

    init(_ folder: String, _ lines: [String]) throws {
      func octets(_ word: String) -> [[UInt8]] {
        lines.filter { $0.hasPrefix(word + " ") }.map { line in
          let digits = Array(line.dropFirst(word.count + 1).utf8)
          return stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
          }
        }
      }
      let classKeys = FakeClassKeys()
      apps = try AttestedApps(
        folder + "/attest", keys: AppAttestKeyring(classKeys), classKeys: classKeys, version: "1.0",
        clock: { AttestKillTests.now })
      app = try AttestedAppsTests.app()
      (key, attestation, assertions) = (octets("key").first, octets("attestation").first, octets("assertion"))
    }

    /// The key as a server stores it.
    func verified(_ attestation: [UInt8], _ id: [UInt8]) throws -> AttestedAppKey {
      let root = try #require(try apps.report().root)
      var policy = AppAttestPolicy(appID: app.appID, .development, anchors: [root], time: Int(now))
      (policy.bases, policy.receiptAnchors) = ([.software], [root])
      return try AppAttestationVerification(policy).verify(attestation, keyID: id, clientDataHash: hash).key
    }

    /// A server takes them all, in their order, and then a new one.
    func checkThatCountersRise(_ key: AttestedAppKey) throws {
      var key = key
      let policy = AppAttestPolicy(appID: app.appID, .development, anchors: [], time: Int(now))
      for assertion in assertions + [try apps.assertion(by: key.id, of: app, clientDataHash: hash)] {
        key.counter = try AppAssertionVerification(policy).verify(assertion, by: key, clientDataHash: hash).counter
      }
    }
  }

  private func lines(_ file: borrowing FileDescriptor) throws -> [String] {
    let size = Int(try file.status().st_size)
    let text = String(decoding: try file.read(count: size, at: 0), as: UTF8.self)
    // A line whose end is missing was not heard.
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Runs it until it kills itself at a step, or is killed once its app has heard so many answers.
  private func killed(_ folder: String, at step: String = "never", after count: Int = .max) throws -> Remains {
    let output = try FileDescriptor.open(folder + "/heard", O_RDWR | O_CREAT, mode: 0o600)
    var plan = ChildPlan(
      path: try Program.locate("attest-writer").path, arguments: [folder + "/attest", "\(Self.now)", step])
    plan.output = output.raw
    plan.life = .onItsOwn
    let child = try ChildProcess.start(plan)
    if count < .max {
      defer { try? child.send(SIGKILL) }
      try eventually { try lines(output).count >= count }
    }
    #expect(try child.wait() == .killed(signal: SIGKILL))
    return try Remains(folder, lines(output))
  }

  @Test func `Killed before a key was kept, nothing is left of it`() throws {
    try withTemporaryFolder { folder in
      let remains = try killed(folder, at: "keyMade")
      #expect(try remains.key == nil && remains.apps.report().keys.isEmpty)
    }
  }

  @Test func `Killed before the app heard of its key, another key goes through`() throws {
    try withTemporaryFolder { folder in
      let remains = try killed(folder, at: "keyKept")
      #expect(try remains.key == nil && remains.apps.report().keys.map(\.attested) == [nil])
      let id = try remains.apps.makeKey(of: remains.app)
      _ = try remains.verified(remains.apps.attestedHere(id, of: remains.app, clientDataHash: Self.hash), id)
    }
  }

  @Test(arguments: ["attesting", "attested"])
  func `Killed before the app had its attestation, the same key goes through with the same question`(
    _ step: String
  ) throws {
    try withTemporaryFolder { folder in
      let remains = try killed(folder, at: step)
      let id = try #require(remains.key)
      #expect(remains.attestation == nil)
      let attestation = try remains.apps.attestedHere(id, of: remains.app, clientDataHash: Self.hash)
      try remains.checkThatCountersRise(remains.verified(attestation, id))
      #expect(try remains.apps.report().keys.map(\.id) == [id])
    }
  }

  @Test func `Killed before the app had its attestation, the key has none for another question`() throws {
    try withTemporaryFolder { folder in
      let remains = try killed(folder, at: "attested")
      #expect(throws: AppAttestFailure.alreadyAttested) {
        _ = try remains.apps.attestedHere(
          #require(remains.key), of: remains.app, clientDataHash: [UInt8](repeating: 9, count: 32))
      }
    }
  }

  @Test(arguments: ["counted", "asserted"])
  func `Killed while it asserts, the key is what it was and its counter does not come again`(_ step: String) throws {
    try withTemporaryFolder { folder in
      let remains = try killed(folder, at: step)
      let key = try remains.verified(#require(remains.attestation), #require(remains.key))
      #expect(remains.assertions.isEmpty)
      let policy = AppAttestPolicy(appID: remains.app.appID, .development, anchors: [], time: Int(Self.now))
      let next = try remains.apps.assertion(by: key.id, of: remains.app, clientDataHash: Self.hash)
      #expect(try AppAssertionVerification(policy).verify(next, by: key, clientDataHash: Self.hash).counter > 1)
    }
  }

  @Test func `Killed at any time, whatever the app heard of counts, and no counter comes again`() throws {
    for round in 0..<LongTests.rounds(4, of: 200) {
      try withTemporaryFolder { folder in
        let remains = try killed(folder, after: round * 47 % 150)
        guard let id = remains.key else { return }
        let attestation =
          try remains.attestation ?? remains.apps.attestedHere(id, of: remains.app, clientDataHash: Self.hash)
        try remains.checkThatCountersRise(remains.verified(attestation, id))
        #expect(try remains.apps.report().keys.map(\.id) == [id])
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import PythonPeers
import RunningInstance
import SoftwareTPM
import Testing

/// An instance whose apps an organisation's issuer vouches for: with the real daemons, a TPM, and `Examples/guarded-notes`.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed"))
struct IssuerScenarios {
  private static let peer = PythonPeer(
    "devicecheck-peer", packages: ["devicecheck==1.3.3", "pyjwt[crypto]", "requests"], modules: "devicecheck, jwt",
    script: "Scenarios/EnrolmentTests/bits.py")

  /// The app's server sets and reads its bits by the app's token, as it would at Apple's service.
  private func checkBits(_ stage: IssuerStage) throws {
    guard Self.peer.isThere() else { return }
    let team = try String(#require(stage.appID().split(separator: ".").first))
    let folder = stage.instance.home.deletingLastPathComponent().path
    for words in [
      ["team", "add", team, "Team"], ["app", "add", IssuerStage.identifier, "Notes", "--team", team],
      ["key", "new", "--app", IssuerStage.identifier, "--output", folder],
    ] {
      let added = try Program.run("bailey-identity", words + ["--home", stage.home])
      #expect(added.exitCode == 0, "\(words): \(added)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let key = try #require(files.first { $0.hasPrefix("AuthKey_") && $0.hasSuffix(".p8") })
    let token = try stage.instance.bailey(["run", "GuardedNotes", "token"]).output.trimmingCharacters(in: .newlines)
    let answers = try Self.peer.answers(
      to: ["query", "update 1 0", "query", "validate", "bad"], as: String.self, "http://127.0.0.1:\(stage.port)", team,
      IssuerStage.identifier, String(key.dropFirst("AuthKey_".count).dropLast(".p8".count)), "\(folder)/\(key)", token)
    #expect(
      answers == [
        "200 Failed to find bit state", "200", "200 True False month", "200",
        "400 Missing or incorrectly formatted device token payload",
      ], "\(answers) \(token)")
  }

  @Test func `An enrolled instance has its apps' keys attested by the organisation, and by itself again when it left`()
    throws
  {
    try IssuerStage.with { stage in
      let server = try stage.serve()
      // It is told by which name to add it there.
      let unknown = try stage.enroll()
      #expect(unknown.exitCode == 1 && unknown.errors.contains("endorsementKeyUnknown"), "\(unknown)")
      let name = try #require(unknown.errors.firstMatch(of: /--endorsement-key ([0-9a-f]{64})/)?.1)
      #expect(try stage.identity("machine", "add", "Desk", "--endorsement-key", String(name)).exitCode == 0)
      #expect(stage.issuers.isEmpty)
      // Whoever may not give the passcode changes nothing, wherever they begin.
      #expect(try stage.enroll().exitCode != 0 && stage.enroll(passcode: "4321\n").exitCode == 3)
      #expect(try stage.instance.bailey(["attest", "leave"]).exitCode != 0 && stage.issuers.isEmpty)
      let enrolled = try stage.enroll(passcode: RunningInstance.passcode + "\n")
      try #require(enrolled.exitCode == 0, "\(enrolled)")
      try eventually { stage.issuers.count == 1 }

      let registration = try stage.register()
      let accepted = try stage.verdict(registration, stage.appID())
      #expect(accepted.exitCode == 0, "\(accepted) \(registration)")
      let root = try stage.instance.succeed(["attest", "root"]).output
      #expect(try stage.identity("machine", "root").output.contains(root.trimmingCharacters(in: .newlines)))

      try checkBits(stage)

      // Nobody is there to ask: later, with the same key, which goes through then.
      try stage.instance.succeed(["attest", "reset", IssuerStage.identifier])
      server.kill()
      #expect(try stage.register() == "DCError 4\n")
      let doctor = try stage.instance.bailey(["attest", "doctor", IssuerStage.identifier])
      #expect(doctor.exitCode == 1 && doctor.output.contains("issuerUnavailable"), "\(doctor)")
      #expect(doctor.output.contains("Issuer: http://127.0.0.1:\(stage.port)"), "\(doctor)")
      // What asks is killed too, and comes again; while it is locked, an app attests as before.
      for process in stage.issuers { kill(process, SIGKILL) }
      let second = try stage.serve()
      defer { second.kill() }
      try stage.instance.lock()
      var later = ""
      try eventually {
        later = try stage.register()
        return later.hasPrefix("{")
      }
      #expect(try stage.verdict(later, stage.appID()).exitCode == 0, "\(later)")
      #expect(try stage.instance.succeed(["attest", "list"]).output.split(separator: "\n").count == 1)

      // A machine that is trusted no more gets no key.
      try stage.instance.succeed(["unlock"], input: RunningInstance.passcode + "\n")
      try stage.instance.succeed(["attest", "reset", IssuerStage.identifier])
      let id = String(try stage.identity("machine", "list").output.prefix(10))
      #expect(try stage.identity("machine", "revoke", id).exitCode == 0)
      #expect(try stage.register() == "DCError 3\n")

      #expect(try stage.instance.bailey(["attest", "leave"], input: "4321\n").exitCode == 3)
      #expect(stage.issuers.count == 1)
      try stage.instance.succeed(["attest", "leave"], input: RunningInstance.passcode + "\n")
      try eventually { stage.issuers.isEmpty }
      let own = try stage.verdict(stage.register(), stage.appID())
      #expect(own.exitCode == 1 && own.output.contains("chain"), "\(own)")

      // A TPM that is in no list is known by its maker's certificate.
      #expect(try stage.identity("machine", "remove", id).exitCode == 0)
      #expect(try stage.enroll(passcode: RunningInstance.passcode + "\n").exitCode == 1)
      #expect(try stage.identity("machine", "trust", stage.authority).exitCode == 0)
      let certified = try stage.enroll(passcode: RunningInstance.passcode + "\n")
      #expect(certified.exitCode == 0, "\(certified)")
      try stage.instance.succeed(["attest", "reset", IssuerStage.identifier])
      var anew = ""
      try eventually {
        anew = try stage.register()
        return anew.hasPrefix("{")
      }
      #expect(try stage.verdict(anew, stage.appID()).exitCode == 0, "\(anew)")
    }
  }
}

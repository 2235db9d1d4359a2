// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import Glibc
import RunningInstance
import SoftwareTPM
import Testing

/// kill -9 of each process that has a part in an enrolment, at each of its steps: it goes on, or is as before.
@Suite(
  .serialized, .enabled(if: Program.canConfine, "no app can be confined here"),
  .enabled(if: SoftwareTPM.isInstalled, "swtpm is not installed"))
struct EnrolmentKillScenarios {
  private enum Victim: String, CaseIterable, Sendable {
    case command = "bailey"
    case broker = "baileyd"
    case enclave = "bailey-enclave"
    case asker = "bailey-issuer"
    case issuer = "bailey-identity"

    func processes(of stage: IssuerStage, _ server: Int32) -> [Int32] {
      switch self {
      case .issuer: [server]
      case .broker, .enclave, .asker: stage.instance.processes(named: rawValue)
      case .command:
        // The supervisor is the same program.
        stage.instance.processes(named: rawValue).filter { process in
          let words = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
          return words.split(separator: "\0").dropFirst().prefix(2) == ["attest", "enroll"]
        }
      }
    }
  }

  private struct Round {
    let moment: EnrolmentMoment
    let victim: Victim
  }

  /// Of all, those after which most could be lost: what the issuer believes, and this machine does not know yet.
  private static let sample = [
    Round(moment: .enrolled, victim: .enclave), Round(moment: .keeping, victim: .broker),
  ]
  private static let all = EnrolmentMoment.allCases.flatMap { moment in
    Victim.allCases.map { Round(moment: moment, victim: $0) }
  }

  @Test func `Killed at any step, an enrolment goes on or is as before, and the next one is the same machine's`() throws
  {
    var relay: IssuerRelay?
    defer { relay?.stop() }
    let front: IssuerStage.Front = { port in
      let new = try IssuerRelay(to: port)
      relay = new
      return new.address
    }
    try IssuerStage.with(.plain, behind: front) { stage in
      let relay = try #require(relay)
      var server = try stage.serve()
      defer { server.kill() }
      let unknown = try stage.enroll(passcode: RunningInstance.passcode + "\n")
      let name = try #require(unknown.errors.firstMatch(of: /--endorsement-key ([0-9a-f]{64})/)?.1, "\(unknown)")
      try #require(try stage.identity("machine", "add", "Desk", "--endorsement-key", String(name)).exitCode == 0)
      // Nothing was there before: an enrolment that was killed is none.
      let first = Round(moment: .enrolled, victim: .command)
      #expect(try enroll(first, stage, relay, &server) != 0)
      let doctor = try stage.instance.bailey(["attest", "doctor", IssuerStage.identifier])
      #expect(!doctor.output.contains("Issuer:"), "\(doctor)")
      try complete(stage)
      let machine = try machines(of: stage)
      try #require(machine.count == 1, "\(machine)")

      for round in LongTests.areWanted ? Self.all : Self.sample {
        let code = try enroll(round, stage, relay, &server)
        // Whatever became of it, this machine speaks by the key that it has, and the issuer believes it.
        let registration = try registered(stage)
        let verdict = try stage.verdict(registration, stage.appID())
        #expect(verdict.exitCode == 0, "\(round), \(code): \(verdict)")
        #expect(try machines(of: stage) == machine, "\(round)")
        if code != 0 { try complete(stage) }
        #expect(try machines(of: stage) == machine, "\(round)")
      }
      #expect(try stage.verdict(registered(stage), stage.appID()).exitCode == 0)
    }
  }

  /// Enrols while something is killed, and waits until all is there again. Returns how the command ended.
  private func enroll(
    _ round: Round, _ stage: IssuerStage, _ relay: IssuerRelay, _ server: inout Background
  ) throws -> Int32 {
    let serving = server.process
    relay.plan(round.moment) {
      for process in round.victim.processes(of: stage, serving) { kill(process, SIGKILL) }
    }
    let result = try stage.enroll(passcode: RunningInstance.passcode + "\n")
    try eventually("\(round) came, \(result)") { !relay.isPlanned }
    if round.victim == .issuer {
      server.kill()
      server = try stage.serve()
    }
    try comeBack(stage.instance)
    return result.exitCode
  }

  private func complete(_ stage: IssuerStage) throws {
    let result = try stage.enroll(passcode: RunningInstance.passcode + "\n")
    #expect(result.exitCode == 0, "\(result)")
  }

  private func comeBack(_ instance: RunningInstance) throws {
    try eventually("the instance is back") {
      let report = try instance.report()
      if report.state == "beforeFirstUnlock" { try instance.unlock() }
      return report.state == "unlocked" && report.keychain == "answering" && report.files == "mounted"
    }
  }

  /// What the app says to its server once its issuer can be asked again.
  private func registered(_ stage: IssuerStage) throws -> String {
    var registration = ""
    try eventually("the app registers") {
      registration = try stage.register()
      return registration.hasPrefix("{")
    }
    return registration
  }

  /// The identifiers of the machines that the issuer knows.
  private func machines(of stage: IssuerStage) throws -> [String] {
    try stage.identity("machine", "list").output.split(separator: "\n").map { String($0.prefix(10)) }
  }
}

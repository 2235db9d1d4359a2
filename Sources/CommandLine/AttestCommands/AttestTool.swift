// SPDX-License-Identifier: Apache-2.0
import Advice
import AppAttest
import Clocks
import CommandLineParsing
import JSONCoding
import PasskeyCommands
package import TerminalConsole

/// Carries out `bailey attest`.
package struct AttestTool {
  let console: Console

  package static func run(_ action: AttestAction, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      switch action {
      case .verify(let file, let form): try AttestTool(console: console).verify(file, form)
      case .makeIssuer(let folder): try AttestTool(console: console).makeIssuer(folder)
      case .attest(let folder, let request): try AttestTool(console: console).attest(folder, request)
      case .assert(let folder, let keyID, let hash):
        try AttestTool(console: console).assert(folder, keyID: keyID, hash)
      case .machineKey(let tpm): try MachineTool(console: console).printKey(tpm)
      case .enrol(let folder, let request): try MachineTool(console: console).enrol(folder, request)
      case .attestByServer(let folder, let request): try MachineTool(console: console).attest(folder, request)
      case .doctor(let app, let form): try AttestedKeysTool(console: console).diagnose(app, form)
      case .list(let form): try AttestedKeysTool(console: console).list(form)
      case .reset(let app): try AttestedKeysTool(console: console).reset(app)
      case .enrolInstance(let request): try EnrolmentTool(console: console).enrol(request)
      case .leaveIssuer: try EnrolmentTool(console: console).leave()
      case .root: try AttestedKeysTool(console: console).printRoot()
      }
    }
  }

  private func verify(_ path: String, _ form: OutputForm) throws(CommandFailure) {
    let bytes = try InputFile.judged(path, atMost: AttestFile.limits.bytes, console)
    let file: AttestFile
    do { file = try AttestFile(bytes, now: WallClock.seconds) } catch {
      throw .particular("\(Printable.oneLine(path)) \(error.sentence)", .usage)
    }
    do {
      let accepted = try Self.accepted(file)
      switch form {
      case .json: console.print(accepted.json)
      case .text: console.print(accepted.sentence)
      }
    } catch {
      switch form {
      case .json: console.print(error.json)
      case .text: for refusal in error.all { console.print("\(refusal.reason.rawValue): \(refusal.sentence)") }
      }
      throw .particular("It is refused: \(error.first.reason.rawValue).", .failed)
    }
  }

  private static func accepted(_ file: AttestFile) throws(AppAttestRefusals) -> AcceptedObject {
    switch file.object {
    case .attestation(let object, let keyID):
      let verified = try AppAttestationVerification(file.policy).verify(
        object, keyID: keyID, clientDataHash: file.clientDataHash)
      return AcceptedObject(kind: "attestation", key: verified.key, launch: verified.launch, attestation: verified)
    case .assertion(let object, var stored):
      let verified = try AppAssertionVerification(file.policy).verify(
        object, by: stored, clientDataHash: file.clientDataHash)
      stored.counter = verified.counter
      return AcceptedObject(kind: "assertion", key: stored, launch: verified.launch, attestation: nil)
    }
  }
}

/// The accepted object, and the key as it is to be stored.
private struct AcceptedObject {
  let kind: String
  let key: AttestedAppKey
  let launch: LaunchData?
  let attestation: VerifiedAppAttestation?

  var sentence: String { "Accepted: \(kind) of key \(key.id.base64), counter \(key.counter)." }

  var json: JSONValue {
    .members([
      "accepted": .bool(true), "refusals": .array([]), "key": key.json,
      "category": launch?.category.value.map { .number(Int($0)) } ?? .null,
      "bundleVersion": launch?.bundleVersion.value.map { .string($0) } ?? .null,
      "systemVersion": attestation?.systemVersion.map { .string($0) } ?? .null,
      "receipt": attestation.map { .string($0.receipt.base64) } ?? .null,
    ])
  }
}

extension AppAttestRefusals {
  fileprivate var json: JSONValue {
    .members([
      "accepted": .bool(false),
      "refusals": .array(
        all.map { .members(["reason": .string($0.reason.rawValue), "message": .string($0.sentence)]) }),
      "key": .null,
    ])
  }
}

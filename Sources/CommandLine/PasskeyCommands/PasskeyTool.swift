// SPDX-License-Identifier: Apache-2.0
import Advice
import Base64Coding
import COSEKeys
import Clocks
import CommandLineParsing
import JSONCoding
import PasskeyItems
package import TerminalConsole
import WebAuthn

/// Carries out `bailey passkey`.
package struct PasskeyTool {
  private let console: Console

  package static func run(_ action: PasskeyAction, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      switch action {
      case .verify(let file, let form): try PasskeyTool(console: console).verify(file, form)
      case .list(let site, let deleted, let form):
        try OwnPasskeys(console: console).list(site, includingDeleted: deleted, form)
      case .show(let word, let form): try OwnPasskeys(console: console).show(word, form)
      case .delete(let word): try OwnPasskeys(console: console).change(.delete, word)
      case .restore(let word): try OwnPasskeys(console: console).change(.restore, word)
      case .new(let choice): try OwnPasskeys(console: console).new(isOfThisDeviceOnly: choice)
      case .rename(let word, let name): try OwnPasskeys(console: console).change(.rename, word, name: name)
      case .export(let file, let site, let confirmation, let form):
        try PasskeyExport(console: console, confirmation: confirmation).write(file, of: site, form)
      case .import(let file, let confirmation, let form):
        try PasskeyImport(console: console, confirmation: confirmation).read(file, form)
      }
    }
  }

  private func verify(_ path: String, _ form: OutputForm) throws(CommandFailure) {
    let bytes = try InputFile.judged(path, atMost: CeremonyFile.limits.bytes, console)
    let file: CeremonyFile
    do { file = try CeremonyFile(bytes, now: WallClock.seconds) } catch {
      throw .particular("\(Printable.oneLine(path)) \(error.sentence)", .usage)
    }
    let outcome: Result<CredentialRecord, Refusals>
    switch file.ceremony {
    case .registration(let options, let response):
      guard let verification = RegistrationVerification(options, file.policy, file.mediation) else { throw noParty }
      outcome = Result { () throws(Refusals) in try verification.verify(response).record }
    case .authentication(let options, let response, let stored):
      let person: AuthenticationVerification.Person =
        options.allowedCredentials.isEmpty ? .stated : stored.map { .known($0.userHandle) } ?? .stated
      guard let verification = AuthenticationVerification(options, file.policy, person) else { throw noParty }
      outcome = Result { () throws(Refusals) in
        let assertion = try verification.verify(response, stored: stored)
        guard let stored else { preconditionFailure("a sign-in was accepted without its record") }
        return stored.after(assertion)
      }
    }
    try report(outcome, form)
  }

  private var noParty: CommandFailure {
    .particular("The options name no relying party, and the origins are not of one host.", .usage)
  }

  private func report(_ outcome: Result<CredentialRecord, Refusals>, _ form: OutputForm) throws(CommandFailure) {
    switch (outcome, form) {
    case (.success(let record), .json): console.print(record.accepted)
    case (.success(let record), .text):
      console.print("Accepted: credential \(Base64URL.encode(record.id)), \(record.publicKey.algorithm.name).")
    case (.failure(let refusals), .json): console.print(refusals.json)
    case (.failure(let refusals), .text):
      for refusal in refusals.all {
        console.print("\(refusal.reason.rawValue) (\(refusal.step.text)): \(refusal.sentence)")
      }
    }
    guard case .failure(let refusals) = outcome else { return }
    throw .particular(
      "The response is refused: \(refusals.first.reason.rawValue), \(refusals.first.step.text).", .failed)
  }
}

extension CredentialRecord {
  /// The record as it is to be stored after a sign-in.
  fileprivate func after(_ assertion: VerifiedAssertion) -> CredentialRecord {
    var record = self
    record.signCount = assertion.signCount
    record.isBackedUp = assertion.isBackedUp
    return record
  }

  fileprivate var accepted: JSONValue {
    .members(["accepted": .bool(true), "refusals": .array([]), "step": .null, "credential": json])
  }
}

extension Refusals {
  fileprivate var json: JSONValue {
    .members([
      "accepted": .bool(false),
      "refusals": .array(
        all.map {
          .members([
            "reason": .string($0.reason.rawValue), "section": .string($0.step.section.rawValue),
            "step": .number($0.step.number), "message": .string($0.sentence),
          ])
        }),
      "step": .string(first.step.text),
    ])
  }
}

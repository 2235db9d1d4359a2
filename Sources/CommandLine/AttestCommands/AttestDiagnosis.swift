// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import AppModel
import JSONCoding
import TerminalConsole

/// Why an app cannot attest, by what is installed and what was refused.
struct AttestDiagnosis {
  /// The application identifier of the app that is asked about.
  private let appID: String?
  /// The organisation's issuer, where there is one.
  private let issuer: String?
  private let facts: [String]
  private let findings: [Finding]

  struct Finding {
    let program: String
    let failure: AppAttestFailure
    /// Seconds since 1970; nil where it holds now.
    let time: Int64?
  }

  /// An app in its state of now, or everything that was refused.
  init(_ word: String?, among apps: [InstalledApp], _ report: AttestReport, _ enrolment: IssuerEnrolment? = nil) {
    issuer = enrolment?.server
    var facts = enrolment.map { ["Issuer: \($0.server), which knows this machine as \($0.machine)"] } ?? []
    var findings: [Finding] = []
    if !report.isClockRight { findings.append(Finding(program: word ?? "", failure: .clockWrong, time: nil)) }
    guard let word else {
      appID = nil
      findings += report.refusals.map { Finding(program: $0.program, failure: $0.failure, time: $0.time) }
      (self.facts, self.findings) = (facts + ["\(report.keys.count) keys of apps are kept."], Self.latest(findings))
      return
    }
    let app = apps.first { $0.identifier == word }
    let appID = app?.requirement.applicationIdentifier
    self.appID = appID
    if let app {
      let publisher = app.requirement.publisher == .adHoc ? "ad hoc: category 7" : "by \(app.signer): category 6"
      facts.append("Application identifier: \(app.requirement.applicationIdentifier)")
      facts.append("Signed \(publisher)")
      let keys = report.keys.filter { $0.appID == app.requirement.applicationIdentifier }
      facts.append("Keys: \(keys.count), of which attested: \(keys.filter { $0.attested != nil }.count)")
    } else {
      findings.append(Finding(program: word, failure: .noApplicationIdentifier, time: nil))
    }
    findings += report.refusals.filter { $0.program == appID || $0.program == word }.map {
      Finding(program: $0.program, failure: $0.failure, time: $0.time)
    }
    (self.facts, self.findings) = (facts, Self.latest(findings))
  }

  /// The findings without repetitions, each at its latest time.
  private static func latest(_ findings: [Finding]) -> [Finding] {
    findings.enumerated().filter { index, finding in
      !findings[(index + 1)...].contains { $0.program == finding.program && $0.failure == finding.failure }
    }.map(\.element)
  }

  var isWell: Bool { findings.isEmpty }

  /// What the findings come to. A refusal that is past may have been followed by a call that went through.
  var verdict: String {
    findings.contains { $0.time == nil } ? "As it is now, nothing is attested." : "Refused calls are listed above."
  }

  var lines: [String] {
    facts.map { Printable.oneLine($0) } + findings.map(\.line) + (isWell ? ["Nothing was refused."] : [])
  }

  var json: JSONValue {
    .members([
      "appId": appID.map { .string($0) } ?? .null, "issuer": issuer.map { .string($0) } ?? .null, "well": .bool(isWell),
      "findings": .array(
        findings.map {
          .members([
            "program": .string($0.program), "reason": .string($0.failure.name),
            "time": $0.time.map { .number(Int($0)) } ?? .null, "message": .string($0.failure.sentence),
          ])
        }),
    ])
  }
}

extension AttestDiagnosis.Finding {
  fileprivate var line: String {
    let moment = time.map { " (\(DateText.utc($0)))" } ?? ""
    let whose = program.isEmpty ? "" : "\(Printable.oneLine(program)): "
    return "\(whose)\(failure.name)\(moment). \(failure.sentence)"
  }
}

extension AppAttestFailure {
  /// The stable name, which scripts read.
  var name: String { "\(self)" }

  var sentence: String {
    switch self {
    case .noApplicationIdentifier:
      "DCError 2. It is no app that Bailey started from a signed bundle, so it has no application identifier that could be "
        + "attested; what it says of itself in arguments, environment or Info.plist counts for nothing. Try: bailey app sign, "
        + "bailey app install, then bailey run"
    case .hashTooShort:
      "DCError 2. It gave a clientDataHash of fewer than 16 bytes: give the SHA-256 of the client data, and not its text"
    case .keyGone:
      "DCError 2. It named a key that is not there: keys go with the app's removal, a restore and an erase, while a keychain "
        + "item with the identifier may stay. Let it forget the identifier, call generateKey once, and attest the new key"
    case .clockWrong:
      "DCError 2. The clock is before an attestation that was made already, or outside of the root certificate's years. Set "
        + "it; the same key goes through then"
    case .alreadyAttested: "DCError 3. A key is attested once: keep what attestKey gave until the server has it"
    case .notAttested: "DCError 3. The key was not attested yet: attestKey comes before generateAssertion"
    case .tooManyKeys: "DCError 0. It made more keys than an app may have. Try: bailey attest reset"
    case .locked: "DCError 4. It asked before the first unlock. Try: bailey unlock; the same key goes through then"
    case .unavailable: "DCError 0. The enclave or the disk failed. Try: bailey status"
    case .issuerUnavailable:
      "DCError 4. The organisation's issuer could not be reached, or had too many requests; the same key goes through later"
    case .issuerRefused:
      "DCError 3. The organisation's issuer does not know this machine or this address of its own, or trusts the machine no "
        + "more. Ask there; else: bailey attest enroll"
    case .issuerAnswerTooLong:
      "DCError 0. What the organisation's issuer answered is longer than the 32 KiB that are taken. Ask there; Bailey's own is "
        + "'bailey-identity'"
    case .notEnrolled:
      "DCError 1. It asked for a device token, which an organisation's issuer gives: bailey attest enroll"
    case .hashTooLong: "DCError 2. It gave a clientDataHash of more than 512 bytes: give the SHA-256 of the client data"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Advice
import AppAttest
import AppAttestKeys
import AppModel
import AppNames
import BrokerClient
import Clocks
import CommandLineParsing
import InstanceAccess
import JSONCoding
import TerminalConsole

/// The owner's commands for the keys of apps that attest.
struct AttestedKeysTool {
  let console: Console

  func list(_ form: OutputForm) throws(CommandFailure) {
    let keys = try report(BrokerAccess.open()).keys
    switch form {
    case .json: console.print(.array(keys.map(\.json)))
    case .text:
      for key in keys { console.print(key.line) }
      if keys.isEmpty { console.print("No app has a key.") }
    }
  }

  func reset(_ word: String) throws(CommandFailure) {
    let client = try BrokerAccess.open()
    let apps = try AppDirectory(installedOf: client)
    var known: String?
    var unknown: CommandFailure?
    do { known = try apps.installedApp(word).requirement.applicationIdentifier } catch { unknown = error }
    let count: Int
    do { count = try client.resetAttestKeys(of: known ?? word) } catch { throw .broker(error) }
    // Keys of an app that is gone are known by what their app was.
    if count == 0, let unknown { throw unknown }
    console.print(count == 0 ? "It had no key." : count == 1 ? "One key is removed." : "\(count) keys are removed.")
  }

  func printRoot() throws(CommandFailure) {
    let root: [UInt8]
    let client = try BrokerAccess.open()
    do { root = try client.attestRoot() } catch { throw .broker(error) }
    console.print(String(PEMText.certificate(root).dropLast()))
  }

  /// Fails where something is wrong, after it was said.
  func diagnose(_ word: String?, _ form: OutputForm) throws(CommandFailure) {
    let client = try BrokerAccess.open()
    let report = try report(client)
    let apps = try AppDirectory(installedOf: client)
    let identifier = try word.map { word throws(CommandFailure) in try Self.identifier(word, in: apps) }
    let enrolment: IssuerEnrolment?
    do { enrolment = try client.issuerEnrolment() } catch { throw .broker(error) }
    let diagnosis = AttestDiagnosis(identifier, among: apps.installed, report, enrolment)
    switch form {
    case .json: console.print(diagnosis.json)
    case .text: for line in diagnosis.lines { console.print(line) }
    }
    guard diagnosis.isWell else { throw .particular(diagnosis.verdict, .failed) }
  }

  /// The app that the word names; the word itself where no app has that name: it is diagnosed as what is no app.
  private static func identifier(_ word: String, in apps: AppDirectory) throws(CommandFailure) -> String {
    do { return try apps.installedApp(word).identifier } catch {
      if case .app(.ambiguous) = error { throw error }
      return word
    }
  }

  private func report(_ client: BrokerClient) throws(CommandFailure) -> AttestReport {
    do { return try client.attestReport() } catch { throw .broker(error) }
  }
}

extension AttestedKeyListing {
  fileprivate var line: String {
    let state = attested.map { "attested \(DateText.utc($0))" } ?? "not attested"
    return "\(Printable.oneLine(appID))  \(id.base64)  made \(DateText.utc(made)), \(state)"
  }

  fileprivate var json: JSONValue {
    .members([
      "appId": .string(appID), "keyId": .string(id.base64), "made": .number(Int(made)),
      "attested": attested.map { .number(Int($0)) } ?? .null,
    ])
  }
}

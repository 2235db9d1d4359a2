// SPDX-License-Identifier: Apache-2.0
import Advice
import AppNames
import BrokerClient
import BrokerMessages
import CommandLineParsing
import ConsentModel
import InstanceAccess
import JSONCoding
import PromptModel
import ProofModel
import PropertyLists
import SecretAccess
import SecretCommands
import SecretMemory
package import TerminalConsole

/// Carries out `bailey privacy`.
package struct PrivacyTool {
  private let console: Console
  private let client: BrokerClient

  package static func run(_ action: PrivacyAction, on console: Console) -> ExitCode {
    if case .evidence(let action) = action { return EvidenceTool.run(action, on: console) }
    return CommandRun.run(on: console) { () throws(CommandFailure) in
      try PrivacyTool(console: console, client: BrokerAccess.open()).carryOut(action)
    }
  }

  private func carryOut(_ action: PrivacyAction) throws(CommandFailure) {
    switch action {
    case .list(let app, let form): try list(app, form)
    case .grant(let service, let app): try grant(self.service(service), app)
    case .deny(let service, let app): try deny(self.service(service), app)
    case .giveEmpty(let service, let app): try giveEmpty(self.service(service), app)
    case .reset(let service, let app, let consent): try reset(service, app, consent)
    case .prune:
      let count = try asking { () throws(BrokerClientError) in try client.pruneConsent() }
      console.print("\(Self.answers(count)) to apps that are gone \(count == 1 ? "was" : "were") forgotten.")
    case .policyShow:
      let text = try asking { () throws(BrokerClientError) in try client.consentPolicy() }
      console.print(text.map { String(decoding: $0, as: UTF8.self) } ?? "There is no policy.")
    case .policySet(let file): try setPolicy(file)
    case .evidence: break
    case .policyRemove:
      let proof = try proof(.setPolicy(nil))
      try asking { () throws(BrokerClientError) in try client.setConsentPolicy(nil, provedAs: proof) }
      console.print("There is no policy now.")
    }
  }

  private static func answers(_ count: Int) -> String { count == 1 ? "1 answer" : "\(count) answers" }

  /// Case does not count for people; it does for scripts written for `tccutil`.
  private func service(_ word: String) throws(CommandFailure) -> ConsentService {
    let found = ConsentService.allCases.first { $0.name.lowercased() == word.lowercased() }
    guard let service = ConsentService(name: word) ?? found else {
      let names = ConsentService.allCases.map(\.name)
      let meant = closest(to: word, among: names).map { " Did you mean '\($0)'?" } ?? ""
      throw .particular(
        "There is no service '\(Printable.oneLine(word))'.\(meant)\nTry one of: \(names.joined(separator: ", "))",
        .usage)
    }
    return service
  }

  // MARK: - Lists

  private func list(_ word: String?, _ form: OutputForm) throws(CommandFailure) {
    let apps = try PrivacyDirectory(client)
    let app = try word.map { (word) throws(CommandFailure) in try apps.app(word) }
    let table = apps.enforcement
    let rows = apps.rows.filter { app == nil || $0.client == app }
    let policy = try rows.contains { $0.reason == .mdmPolicy } ? policyName() : nil
    let passwords = app == nil ? Self.passwords() : []
    switch form {
    case .json:
      console.print(
        .array(
          rows.map { $0.json(table.enforcement(of: $0.service, for: $0.client), policy) } + passwords.map(\.json)))
    case .text:
      if rows.isEmpty, passwords.isEmpty {
        console.print(
          app == nil
            ? "No app has asked for anything." : "You have given it no answer: what it wants it asks for when it runs.")
      }
      for row in rows {
        let enforcement = table.enforcement(of: row.service, for: row.client)
        console.print(row.line(enforcement, policy))
        if app != nil { console.print("    " + enforcement.sentence) }
      }
      for row in passwords { console.print(row.line) }
    }
  }

  /// The desktop's programs that may read what others stored, where this session has Bailey's service.
  private static func passwords() -> [SecretPermissions.Row] {
    SecretPermissions()?.rows() ?? []
  }

  /// The name of the policy that the owner has set; nil where there is none.
  private func policyName() throws(CommandFailure) -> String? {
    let text = try asking { () throws(BrokerClientError) in try client.consentPolicy() }
    return text.flatMap { try? ConsentPolicy(xml: $0.span).name }
  }

  /// An answer that does less than it says: a refusal that does not bind, or a permission that gives nothing.
  private func noteLimits(
    of service: ConsentService, _ app: ConsentClient.Key, isRefusal: Bool, _ apps: PrivacyDirectory
  ) {
    let enforcement = apps.enforcement.enforcement(of: service, for: app)
    if !enforcement.isEnforced || (enforcement == .absent && !isRefusal) { console.note(enforcement.sentence) }
  }

  // MARK: - Changes

  private func grant(_ service: ConsentService, _ word: String) throws(CommandFailure) {
    guard service.isAvailableHere else { throw .broker(.refused(.consent(.notAvailableHere))) }
    let apps = try PrivacyDirectory(client)
    let app = try apps.presentApp(word)
    // Whoever gives the passcode sees first for which app.
    if app.identifier != word { console.note("'\(Printable.oneLine(word))' is \(app.printable).") }
    let proof = try proof(.grant(service, to: app))
    try asking { () throws(BrokerClientError) in try client.grantConsent(service, to: app, provedAs: proof) }
    console.print("\(app.printable) may \(service.operation).")
    noteLimits(of: service, app, isRefusal: false, apps)
  }

  private func deny(_ service: ConsentService, _ word: String) throws(CommandFailure) {
    let apps = try PrivacyDirectory(client)
    let (app, absence) = try apps.refusedApp(word)
    try asking { () throws(BrokerClientError) in try client.denyConsent(service, to: app) }
    console.print("\(app.printable) may not \(service.operation).")
    note(absence)
    noteLimits(of: service, app, isRefusal: true, apps)
  }

  private func giveEmpty(_ service: ConsentService, _ word: String) throws(CommandFailure) {
    let apps = try PrivacyDirectory(client)
    let (app, absence) = try apps.refusedApp(word)
    try asking { () throws(BrokerClientError) in try client.giveEmpty(service, to: app) }
    console.print("\(app.printable) is told that it may \(service.operation), and gets \(service.emptySource).")
    note(absence)
    noteLimits(of: service, app, isRefusal: true, apps)
  }

  /// A refusal is kept for an app that is not there: that it does nothing today must not go unnoticed.
  private func note(_ absence: AppNameError?) {
    if let absence { console.note("\(absence.sentence)\nThe answer is kept, and counts once it is there.") }
  }

  private func reset(_ word: String, _ name: String?, _ consent: ResetConsent) throws(CommandFailure) {
    let service = word.lowercased() == "all" ? nil : try service(word)
    if service == nil, name == nil, consent == .asked { try askForAll() }
    let app = try name.map { (name) throws(CommandFailure) in try PrivacyDirectory(client).app(name) }
    let count = try asking { () throws(BrokerClientError) in try client.resetConsent(service, of: app) }
    console.print("\(Self.answers(count)) \(count == 1 ? "was" : "were") forgotten.")
  }

  /// Refusals go too, and nothing brings them back.
  private func askForAll() throws(CommandFailure) {
    let rows = try asking { () throws(BrokerClientError) in try client.consents() }
    let answered = rows.filter { $0.reason != .mdmPolicy }
    guard !answered.isEmpty else { return }
    let apps = Set(answered.map(\.client)).count
    console.note(
      "\(Self.answers(answered.count)) to \(apps == 1 ? "1 app" : "\(apps) apps"), refusals too, would be forgotten.")
    if console.inputIsTerminal {
      console.writeInPlace("Forget them? [y/N] ")
      if ["y", "yes"].contains(console.readLine()?.lowercased() ?? "") { return }
    }
    throw .particular("Nothing was forgotten.\nTry: bailey privacy reset All --yes, or name an app", .failed)
  }

  /// The property list is read here too, because only here can the person be told what is wrong with it.
  private func setPolicy(_ file: String) throws(CommandFailure) {
    let text = try InputFile.contents(of: file, atMost: PropertyListLimits.bytes, console)
    let policy: ConsentPolicy
    do { policy = try ConsentPolicy(xml: text.span) } catch {
      throw .particular("\(InputFile.name(of: file)): \(error.sentence)", .failed)
    }
    for defect in policy.defects { console.note("Left out: \(defect.sentence)") }
    guard policy.count > 0 || policy.defects.isEmpty else {
      throw .particular(
        "\(InputFile.name(of: file)): there is nothing in it that can be put in force. The policy is as it was.",
        .failed)
    }
    let proof = try proof(.setPolicy(text))
    try asking { () throws(BrokerClientError) in try client.setConsentPolicy(text, provedAs: proof) }
    let name = policy.name.map { " '\(Printable.oneLine($0))'" } ?? ""
    let left = policy.defects.isEmpty ? "" : ", \(policy.defects.count) left out"
    console.print("The policy\(name) is in force: \(policy.count) rule\(policy.count == 1 ? "" : "s")\(left).")
  }

  /// Has the owner enter the passcode for a purpose; nil where there is no passcode.
  private func proof(_ purpose: ProofPurpose) throws(CommandFailure) -> QuestionNumber? {
    guard try OwnerProof.isNeeded() else { return nil }
    let passcode: SecretBytes
    do { passcode = try PasscodeInput(console: console).read("Passcode: ") } catch {
      throw .particular(Advice(for: error, of: .passcode).text + "\nNothing was changed.", .failed)
    }
    return try OwnerProof.prove(purpose, by: passcode)
  }

  private func asking<Result>(_ body: () throws(BrokerClientError) -> Result) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw .broker(error) }
  }
}

// MARK: - As they are shown

extension ConsentClient.Key {
  fileprivate var printable: String { Printable.oneLine(identifier) }
}

extension ConsentService {
  /// The sentence about an app that gets an empty source in place of a refusal.
  fileprivate var emptySource: String {
    switch self {
    case .camera: "black pictures"
    case .microphone: "silence"
    case .location: "no location"
    case .photos: "no photos"
    case .contacts: "no contacts"
    case .calendar: "no events"
    case .reminders: "no reminders"
    default: "nothing"
    }
  }
}

extension ConsentListing {
  fileprivate func line(_ enforcement: Enforcement, _ policy: String?) -> String {
    let name = self.name + NameLook(of: self.name).remark
    let app =
      name.isEmpty || name == client.identifier ? client.printable : "\(client.printable) (\(Printable.oneLine(name)))"
    let answer =
      answer == .empty ? "\(answer.name) (is told that it may, and gets \(service.emptySource))" : answer.name
    let source =
      reason != .mdmPolicy ? "" : policy.map { ", by the policy '\(Printable.oneLine($0))'" } ?? ", by the policy"
    return "\(service.name)  \(app)  \(answer)\(source)\(enforcement.remark)\(condition.remark)"
  }

  fileprivate func json(_ enforcement: Enforcement, _ policy: String?) -> JSONValue {
    .members([
      "service": .string("kTCCService" + service.name),
      "client": .string(client.identifier),
      "client_type": .number(Int(client.kind.rawValue)),
      "name": .string(name),
      "answer": .string(answer.name),
      "auth_value": .number(answer.authValue),
      "auth_reason": .number(Int(reason.rawValue)),
      "last_modified": .number(Int(changed)),
      "condition": .string("\(condition)"),
      "enforced": .bool(enforcement.isEnforced),
      "enforcement": .string(enforcement.rawValue),
      "policy": reason == .mdmPolicy ? .string(policy ?? "") : .null,
    ])
  }
}

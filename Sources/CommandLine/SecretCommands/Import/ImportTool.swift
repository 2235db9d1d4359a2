// SPDX-License-Identifier: Apache-2.0
import Advice
import CommandLineParsing
import CryptoPrimitives
import KeychainModel
import MessageBus
import OwnProcess
import SecretAccess
import SecretServiceModel
import SystemCalls
import TerminalConsole

/// `bailey secrets import`: brings in what another Secret Service, or `pass`, keeps.
///
/// It never takes the place of anything. Done a second time it changes nothing.
struct ImportTool {
  private let console: Console
  private let target: SecretStore
  /// The collection for what belongs to none.
  private let standard: String
  private let mode: ImportMode

  static func run(
    _ source: ImportSource, _ mode: ImportMode, _ form: OutputForm, _ console: Console
  ) throws(CommandFailure) {
    let candidates: [ImportCandidate]
    switch source {
    case .service(let address): candidates = try ServiceSource(address).candidates(mode)
    case .pass(let folder): candidates = try PasswordStore(folder).candidates()
    }
    let session = try? SessionBus()
    let own = session?.owner()?.isBailey == true ? nil : try privateSecrets()
    guard let connection = own?.connection ?? session?.busConnection else { throw Self.silent }
    let tool = try ImportTool(on: connection, mode, console)
    // Its name could have become another program's meanwhile.
    if let own { guard tool.target.service == own.serviceName else { throw Self.silent } }
    let report = try tool.bring(candidates)
    extendLifetime(own)
    tool.tell(report, form)
    guard report.failed == 0 else {
      throw .particular(
        report.failed == 1 ? "1 secret is not brought in." : "\(report.failed) secrets are not brought in.", .failed)
    }
  }

  /// Another service has the name on the session's bus, or there is no such bus.
  private static func privateSecrets() throws(CommandFailure) -> PrivateSecrets {
    let program: String
    do { program = try Environment.executablePath() + "-secrets" } catch {
      throw .particular("This program does not know where it is: \(error.reason).", .failed)
    }
    do throws(PrivateSecrets.Failure) { return try PrivateSecrets(program) } catch {
      switch error {
      case .program(let name, let error): throw .particular("\(name) cannot be started: \(error.reason).", .failed)
      case .silent: throw silent
      }
    }
  }

  /// What no item has.
  private static let nothing =
    LookupAttributes([LookupAttributes.Pair("bailey:import", "")]) ?? .none

  private static let silent = CommandFailure.particular(
    "bailey-secrets does not answer. Is Bailey running?\nTry: bailey up", .failed)

  private init(on connection: BusConnection, _ mode: ImportMode, _ console: Console) throws(CommandFailure) {
    self.mode = mode
    self.console = console
    (target, standard) = try Self.asking { () throws(BusError) in
      let target = try SecretStore(on: connection)
      guard let standard = try target.collection(withAlias: "default") else { throw .malformed }
      // Before the first unlock it is not known what there is: nothing would be found, and all of it would be brought in again.
      _ = try target.search(Self.nothing)
      return (target, standard)
    }
  }

  /// What Bailey's own service answers.
  private static func asking<Result>(_ body: () throws(BusError) -> Result) throws(CommandFailure) -> Result {
    do throws(BusError) { return try body() } catch {
      if case .refused("org.freedesktop.Secret.Error.IsLocked", _) = error {
        throw .particular("Bailey is locked.\nTry: bailey unlock", .refusedByLockState)
      }
      throw silent
    }
  }

  // MARK: - One by one

  private func bring(_ candidates: [ImportCandidate]) throws(CommandFailure) -> ImportReport {
    var report = ImportReport()
    var collections = try collections()
    /// The items made in this run. A second one with the same attributes is another secret of the same source, and no
    /// change of the first.
    var made: Set<String> = []
    for candidate in candidates {
      let path = if let label = candidate.collection { collections[label] } else { standard }
      let there = try matches(candidate)
      let before = there.filter { !made.contains($0) }
      if mode == .show {
        report.add(candidate.label, before.isEmpty ? .imported : .present)
        continue
      }
      let outcome = try bring(candidate, into: path, there: there, before, &collections)
      report.add(candidate.label, outcome.0)
      made.formUnion(outcome.made)
    }
    return report
  }

  private func bring(
    _ candidate: ImportCandidate, into path: String?, there: [String], _ before: [String],
    _ collections: inout [String: String]
  ) throws(CommandFailure) -> (ImportReport.Outcome, made: Set<String>) {
    let content: SecretContent
    switch candidate.secret() {
    case .success(let found): content = found
    case .failure(let defect): return (.failed(defect), [])
    }
    if there.contains(where: { has($0, content) }) { return (.present, []) }
    guard before.isEmpty else { return (.failed(.conflict), []) }
    do throws(BusError) {
      let known = if let path { path } else { try collection(candidate.collection ?? "", &collections) }
      guard let path = known, try target.create(candidate.label, candidate.attributes, content, in: path)
      else { return (.failed(.notTaken), []) }
      return (.imported, Set(try target.search(candidate.attributes)).subtracting(there))
    } catch {
      if case .refused("org.freedesktop.Secret.Error.IsLocked", _) = error {
        throw .particular(
          "Bailey is locked. What was brought in before stays, and is not brought in again.\nTry: bailey unlock",
          .refusedByLockState)
      }
      return (.failed(.notTaken), [])
    }
  }

  private func has(_ path: String, _ content: SecretContent) -> Bool {
    guard let there = (try? target.secret(of: path)) ?? nil else { return false }
    return there.secret.withBytes { one in
      content.secret.withBytes { other in one.count == other.count && equalInConstantTime(one, other) }
    }
  }

  /// The items of Bailey's with the same attributes and no others; of what has none, the ones with the same label.
  private func matches(_ candidate: ImportCandidate) throws(CommandFailure) -> [String] {
    try Self.asking { () throws(BusError) in
      var same: [String] = []
      let wanted = candidate.attributes.withoutGenericSchema
      for item in try target.search(wanted) {
        let found = try target.item(at: item)
        guard found.attributes?.withoutGenericSchema == wanted else { continue }
        if !wanted.pairs.isEmpty || found.label == candidate.label { same.append(item) }
      }
      return same
    }
  }

  // MARK: - Collections

  /// Paths by labels; the first of those with the same one.
  private func collections() throws(CommandFailure) -> [String: String] {
    let all = try Self.asking { () throws(BusError) in try target.collections() }
    return Dictionary(all.map { ($0.label, $0.path) }) { first, _ in first }
  }

  private func collection(_ label: String, _ known: inout [String: String]) throws(BusError) -> String? {
    let path = try target.createCollection(label)
    known[label] = path
    return path
  }

  // MARK: - What became of it

  private func tell(_ report: ImportReport, _ form: OutputForm) {
    guard form == .text else { return console.print(report.json) }
    for line in report.lines(isDone: mode == .apply) { console.print(line) }
    let (new, present) = (report.count(.imported), report.count(.present))
    switch mode {
    case .apply: console.print("Brought in: \(new). There already: \(present). Not brought in: \(report.failed).")
    case .show:
      console.print("To be brought in: \(new). There already, by their attributes: \(present).")
      if new > 0 { console.print("Nothing is done yet. To do it: the same with --apply") }
    }
    if mode == .apply, new > 0 {
      console.note(
        "Each program is asked about once before it reads what was brought in. What it came from still has all of it.")
    }
  }
}

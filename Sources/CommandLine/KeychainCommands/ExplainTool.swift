// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import AppNames
import BrokerClient
import BrokerMessages
import CommandLineParsing
import InstanceAccess
import JSONCoding
import KeychainModel
import PropertyLists
import ProtectionModel
import QueryDiagnosis
import SystemCalls
import TerminalConsole

/// Carries out `bailey keychain explain`.
struct ExplainTool {
  let console: Console

  func run(_ request: ExplainRequest) -> ExitCode {
    do throws(CommandFailure) {
      let bytes = try InputFile.contents(of: request.file, atMost: PropertyListLimits.bytes, console)
      let calls: [WrittenCall]
      do { calls = try WrittenCall.read(bytes, as: request.call.flatMap { CallKind(word: $0) }) } catch {
        throw .query(path: request.file, error)
      }
      return show(Diagnosis(try context(request.app)).diagnose(calls), request.form)
    } catch {
      console.note("bailey: " + error.sentence)
      return error.exitCode
    }
  }

  func show(_ diagnoses: [CallDiagnosis], _ form: OutputForm) -> ExitCode {
    switch form {
    case .json: console.print(.members(["calls": .array(diagnoses.map { DiagnosisText($0).json })]))
    case .text:
      console.print(diagnoses.map { DiagnosisText($0).lines.joined(separator: "\n") }.joined(separator: "\n\n"))
    }
    return diagnoses.allSatisfy(\.isClean) ? .done : .failed
  }

  // MARK: - What is known

  /// The context of the diagnosis. Without an instance the dictionary alone is examined, and a note says so. What an
  /// instance does not tell is left nil, and the diagnosis leaves it open.
  private func context(_ app: String?) throws(CommandFailure) -> DiagnosisContext {
    let client: BrokerClient
    do throws(CommandFailure) {
      client = try BrokerAccess.open()
    } catch {
      guard case .broker(.unreachable) = error, app == nil else { throw error }
      console.note("Bailey is not running: groups and items are not looked at.")
      return DiagnosisContext()
    }
    var context = DiagnosisContext()
    if let app {
      context.groups = try groups(of: app, client)
    } else {
      context.groups = try? client.access().groups
      context.rows = client
    }
    context.hasPasscode = try? client.hasPasscode()
    if let state = try? client.lockState(otherThan: nil, seconds: 0) {
      context.isAvailable = { state.permitsWrap($0.keyClass) }
    }
    return context
  }

  private func groups(of word: String, _ client: BrokerClient) throws(CommandFailure) -> [String] {
    let directory = try AppDirectory(withProgramsOf: client)
    let app = try directory.app(word)
    if app.kind == .bundle { return try directory.installedApp(app.identifier).entitlements.accessGroups }
    let programs: [RegisteredApp]
    do { programs = try client.registrations() } catch { throw .broker(error) }
    guard let found = programs.first(where: { $0.path == Array(app.identifier.utf8) }) else {
      throw .notRegistered(path: word)
    }
    return found.groups
  }
}

/// The outcome of a call, as it is shown.
struct DiagnosisText {
  private let diagnosis: CallDiagnosis

  init(_ diagnosis: CallDiagnosis) { self.diagnosis = diagnosis }

  var lines: [String] {
    let head = diagnosis.kind.rawValue + (diagnosis.itemClass.map { " of \(ClassName.name(of: $0)) items" } ?? "")
    var lines = ["\(head): \(outcome)"]
    lines += diagnosis.pitfalls.map { pitfall in
      "  \(pitfall.weight.rawValue): \(Printable.oneLine(pitfall.sentence(of: diagnosis.itemClass)))"
    }
    guard let report = diagnosis.report else { return lines }
    if diagnosis.outcome == .failure(.itemNotFound) { lines.append("  " + Self.reason(report)) }
    guard !report.rows.isEmpty else { return lines }
    lines.append("  items that were looked at:")
    lines += report.rows.map { "    " + RowText.line($0, report.groups) }
    if report.unlisted > 0 { lines.append("    and \(report.unlisted) more") }
    return lines
  }

  /// Why nothing was found, in the words of what was looked at.
  private static func reason(_ report: SearchReport) -> String {
    guard !report.rows.isEmpty else {
      let groups = report.groups.map { Printable.oneLine($0) }.joined(separator: ", ")
      return "Nothing of this class is in \(groups.isEmpty ? "the groups that are searched" : groups). "
        + "What is there: bailey keychain list"
    }
    let differing = report.rows.map { row in
      if case .differs(let attributes) = row.outcome { Set(attributes.map(\.rawValue)) } else { Set<String>() }
    }
    let everywhere = differing.dropFirst().reduce(differing[0]) { $0.intersection($1) }.sorted()
    let count = report.rows.count + report.unlisted
    let looked =
      count == 1 ? "The one item that was looked at differs" : "Each of the \(count) items that were looked at differs"
    return everywhere.isEmpty || report.unlisted > 0
      ? "No item has all that is asked for; each differs in what stands beside it below."
      : "\(looked) in \(everywhere.joined(separator: ", ")). What they have: bailey keychain list"
  }

  private var outcome: String {
    switch diagnosis.outcome {
    case .success(nil): "errSecSuccess (0)"
    case .success(let count?): "errSecSuccess (0), \(count) \(count == 1 ? "item" : "items")"
    case .failure(let status): "\(status.constant) (\(status.rawValue)): \(status.message)"
    case .asks: "asks the person first; errSecInteractionNotAllowed (-25308) where no agent is running: bailey agent"
    case .unknown: "depends on what is in the keychain"
    }
  }

  var json: JSONValue {
    .members([
      "call": .string(diagnosis.kind.rawValue),
      "class": diagnosis.itemClass.map { .string($0.rawValue) } ?? .null,
      "status": diagnosis.status.map { .number(Int($0)) } ?? .null,
      "asks": .bool(diagnosis.outcome == .asks),
      "items": items,
      "findings": .array(
        diagnosis.pitfalls.map { pitfall in
          .members([
            "weight": .string(pitfall.weight.rawValue), "name": .string(pitfall.name),
            "status": pitfall.status.map { .number(Int($0.rawValue)) } ?? .null,
            "keys": .array(pitfall.keys.map { .string($0) }),
            "text": .string(pitfall.sentence(of: diagnosis.itemClass)),
          ])
        }),
      "groups": diagnosis.report.map { .array($0.groups.map { .string($0) }) } ?? .null,
      "rows": diagnosis.report.map { report in .array(report.rows.map { RowText.json($0, report.groups) }) } ?? .null,
    ])
  }

  private var items: JSONValue {
    if case .success(let count?) = diagnosis.outcome { .number(count) } else { .null }
  }
}

/// The sentences for a row that a search looked at, and took or passed over.
enum RowText {
  static func line(_ row: RowVerdict, _ groups: [String]) -> String {
    row.words(group: Printable.oneLine(group(row, groups)))
  }

  static func json(_ row: RowVerdict, _ groups: [String]) -> JSONValue {
    let differing: [ItemAttribute] = if case .differs(let attributes) = row.outcome { attributes } else { [] }
    return .members([
      "class": .string(row.itemClass.rawValue), "row": .number(Int(row.row)), "group": .string(group(row, groups)),
      "accessible": row.accessible.map { .string($0.rawValue) } ?? .null, "outcome": .string(row.outcome.name),
      "differs": .array(differing.map { .string($0.rawValue) }),
    ])
  }

  private static func group(_ row: RowVerdict, _ groups: [String]) -> String {
    groups.indices.contains(row.group) ? groups[row.group] : "?"
  }
}

// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Events
import JSONCoding
import Sockets
import SupervisorMessages
import TerminalConsole

// MARK: - files fsck

extension Control {
  func check(_ mode: CheckMode, _ form: OutputForm) throws(ControlFailure) {
    let outcome = try follow(connectToSupervisor(), mode, form)
    switch form {
    case .json: console.print(outcome.json)
    case .text: console.print(outcome.text)
    }
    guard outcome.isComplete else { throw .checkCut }
    if outcome.damaged > 0 { throw .damaged(outcome.damaged) }
  }

  /// Shows findings as they come, and returns when the mount is back. If the reports end early, the outcome is incomplete.
  private func follow(
    _ supervisor: consuming SupervisorClient, _ mode: CheckMode, _ form: OutputForm
  ) throws(ControlFailure) -> CheckOutcome {
    var reports = try begin(&supervisor, mode)
    var outcome = CheckOutcome()
    let bar = ProgressBar(console, counting: .files)
    while true {
      let ready = try? Poll.readable([reports.socket.raw, supervisor.descriptor])
      if ready?.first == true, let report = try? reports.receive(CheckReport.self) {
        take(report, into: &outcome, bar, form)
      } else {
        break
      }
    }
    bar.clear()
    do { try supervisor.finishCheck() } catch { throw .supervisor(error) }
    return outcome
  }

  private func begin(
    _ supervisor: inout SupervisorClient, _ mode: CheckMode
  ) throws(ControlFailure) -> SupervisorConnection {
    let pair: SocketPair
    do { pair = try PacketSocket.pair() } catch { throw .program(error) }
    do {
      try supervisor.beginCheck(mode == .repair ? .repair : .check, reportingTo: pair.far.raw)
    } catch {
      throw .supervisor(error)
    }
    return SupervisorConnection(pair.near)
  }

  private func take(_ report: CheckReport, into outcome: inout CheckOutcome, _ bar: ProgressBar, _ form: OutputForm) {
    switch report {
    case .progress(let done, let total): bar.show(Int(clamping: done), of: Int(clamping: total))
    case .finding(let finding):
      outcome.findings.append(finding)
      guard form == .text else { return }
      bar.clear()
      console.print(finding.sentence)
    case .finished(let checked, _, _, let unchecked):
      outcome.checked = Int(clamping: checked)
      outcome.unchecked = Int(clamping: unchecked)
      outcome.isComplete = true
    }
  }
}

/// The outcome of a check.
private struct CheckOutcome {
  var findings: [CheckFinding] = []
  var checked = 0
  /// Files whose contents are locked.
  var unchecked = 0
  var isComplete = false

  /// The findings on files that are not repaired.
  var damaged: Int { findings.count { $0.problem != .log && $0.outcome == .found } }
  /// Undo logs whose files are gone: they take up space, and nothing is wrong with any file.
  var logs: Int { findings.count { $0.problem == .log && $0.outcome == .found } }

  var text: String {
    let locked = unchecked == 0 ? "" : " What is in \(unchecked) of them is locked and could not be checked."
    let left =
      logs == 0
      ? "" : " \(count(logs, "undo log")) of files that are gone: bailey files fsck --repair removes what is left."
    let problems = findings.count { $0.problem != .log }
    if problems == 0 { return "\(count(checked, "file")) checked: nothing is damaged.\(left)\(locked)" }
    let rest = damaged == 0 ? "all mended" : damaged == 1 ? "1 remains" : "\(damaged) remain"
    return "\(count(checked, "file")) checked: \(count(problems, "problem")), \(rest).\(left)\(locked)"
  }

  var json: JSONValue {
    .members([
      "checked": .number(checked), "complete": .bool(isComplete), "unchecked": .number(unchecked),
      "findings": .array(
        findings.map {
          .members([
            "path": .string($0.text), "problem": .string($0.problem.name),
            "repaired": .bool($0.outcome != .found),
          ])
        }),
    ])
  }
}

extension CheckFinding {
  fileprivate var text: String { String(decoding: path, as: UTF8.self) }

  fileprivate var sentence: String {
    "\(text): \(problem.sentence)\(outcome.remark)"
  }
}

extension CheckFinding.Outcome {
  fileprivate var remark: String {
    switch self {
    case .found: ""
    case .repaired: " (mended)"
    case .salvaged: " (moved to lost+found, as far as it can be read)"
    case .setAside: " (moved out of the way)"
    }
  }
}

extension CheckFinding.Problem {
  /// The spelling of `--json`.
  fileprivate var name: String {
    switch self {
    case .header: "header"
    case .contents: "contents"
    case .size: "size"
    case .name: "name"
    case .misplaced: "misplaced"
    case .folder: "folder"
    case .stray: "stray"
    case .unreadable: "unreadable"
    case .link: "link"
    case .copy: "copy"
    case .attribute: "attribute"
    case .log: "log"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .header: "its header is damaged: nothing of it can be read"
    case .contents: "parts of its contents are damaged"
    case .size: "its size is not what it should be"
    case .name: "its name is damaged"
    case .misplaced: "it is not in its own place"
    case .folder: "the folder's own record is damaged"
    case .stray: "left behind, or not put there by Bailey"
    case .unreadable: "the disk does not give it"
    case .link: "the target of the link is damaged"
    case .copy: "one of the two copies of its header is damaged; the other serves"
    case .attribute: "some of its extended attributes are damaged"
    case .log: "an undo log whose file is gone; no file is damaged by that"
    }
  }
}

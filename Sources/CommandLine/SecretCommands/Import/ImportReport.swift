// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import TerminalConsole

/// What became of each secret, or would become.
struct ImportReport {
  enum Outcome: Equatable {
    case imported
    case present
    case failed(ImportDefect)
  }

  private(set) var rows: [(label: String, outcome: Outcome)] = []

  mutating func add(_ label: String, _ outcome: Outcome) {
    rows.append((label.isEmpty ? "(no label)" : label, outcome))
  }

  func count(_ outcome: Outcome) -> Int { rows.count { $0.outcome == outcome } }

  var failed: Int {
    rows.count { row in
      if case .failed = row.outcome { true } else { false }
    }
  }

  func lines(isDone: Bool) -> [String] {
    rows.map { row in
      let label = Printable.oneLine(row.label)
      return switch row.outcome {
      case .imported: isDone ? "\(label): brought in" : "\(label): would be brought in"
      case .present: "\(label): is there already"
      case .failed(let defect): "\(label): not brought in: \(defect.sentence)"
      }
    }
  }

  var json: JSONValue {
    .members([
      "imported": .strings(labels(.imported)), "present": .strings(labels(.present)),
      "failed": .array(
        rows.compactMap { row in
          guard case .failed(let defect) = row.outcome else { return nil }
          return .members(["label": .string(row.label), "reason": .string("\(defect)")])
        }),
    ])
  }

  private func labels(_ outcome: Outcome) -> [String] { rows.filter { $0.outcome == outcome }.map(\.label) }
}

// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import QueryDiagnosis

/// Queries that developers write down, in JSON or as property lists: each gives a diagnosis or an error, and the same one
/// every time.
package enum QueriesTarget: FuzzTarget {
  package static let name = "Queries"

  private struct Rows: SearchExaminer {
    func accessGroups() throws(KeychainStatus) -> [String] { ["g"] }

    func examine(_ query: ItemQuery) throws(KeychainStatus) -> SearchReport {
      let rows = [RowVerdict(.genericPassword, row: 1, group: 0, accessible: .whenUnlocked, .taken)]
      return SearchReport(groups: ["g"], rows: rows, unlisted: 0)
    }
  }

  package static func run(_ bytes: [UInt8]) {
    guard let calls = try? WrittenCall.read(bytes, as: nil) else { return }
    var context = DiagnosisContext()
    context.groups = ["g"]
    context.hasPasscode = false
    context.rows = Rows()
    for context in [DiagnosisContext(), context] {
      let results = Diagnosis(context).diagnose(calls)
      precondition(results.count == calls.count)
      for result in results {
        for pitfall in result.pitfalls { precondition(!pitfall.sentence(of: result.itemClass).isEmpty) }
        let errors = result.pitfalls.compactMap(\.status)
        if !errors.isEmpty, case .failure(let status) = result.outcome { precondition(errors.contains(status)) }
      }
    }
  }
}

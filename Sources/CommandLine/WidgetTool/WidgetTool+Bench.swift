// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import SystemCalls
import TerminalConsole
import WidgetService

// MARK: - bench

extension WidgetTool {
  /// Runs the benchmark; false where a target is missed, if that is what was asked.
  func bench(checks: Bool, json: Bool) throws(WidgetFailure) -> Bool {
    let rows = WidgetBenchmark.run()
    if json {
      console.print(
        .array(
          rows.map {
            .members([
              "name": .string($0.name), "value": .string($0.shown), "unit": .string($0.unit),
              "target": .string($0.target.map { String($0) } ?? ""), "met": .bool($0.isMet),
            ])
          }))
    } else {
      for row in rows {
        let target = row.target.map { " (target: \(row.isMost ? "at most" : "at least") \(Int($0)) \(row.unit))" } ?? ""
        let verdict = row.target == nil ? "" : row.isMet ? "  ok" : "  missed"
        console.print("\(row.name): \(row.shown) \(row.unit)\(target)\(verdict)")
      }
    }
    return !checks || rows.allSatisfy(\.isMet)
  }
}

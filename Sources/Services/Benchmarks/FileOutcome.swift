// SPDX-License-Identifier: Apache-2.0

/// What `bailey bench files` found: a table for each medium, and what `bailey-fs` needed; and whether it is what is
/// promised.
package struct FileOutcome: Sendable {
  package let tables: [BenchmarkTable]
  package let memory: ServerMemory
  let transport: ServerProcess.Transport?
  /// Peers that are not installed, and so are missing from the tables.
  package let missing: [String]

  /// The promises that were not kept. Against a peer that is not there none can be.
  package var missed: [String] {
    missing.map { "\($0) is not there to be compared with" } + tables.flatMap(\.missed) + memory.missed
  }

  package var text: String {
    let verdict = missed.isEmpty ? "every target measured is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return tables.map(\.text).joined(separator: "\n") + "\n" + memory.text
      + (transport.map { "requests come to bailey-fs over \($0.rawValue)\n" } ?? "")
      + "mounted alike: \(MountAudience.options.joined(separator: ","))\n" + verdict
  }

  package var json: String {
    "{\"tables\":[\(tables.map(\.json).joined(separator: ","))],\"memoryKibibytes\":{"
      + "\"idle\":\(memory.idleKibibytes),\"peak\":\(memory.peakKibibytes)},"
      + (transport.map { "\"transport\":\"\($0.rawValue)\"," } ?? "")
      + "\"missed\":[\(missed.map { "\"\($0)\"" }.joined(separator: ","))]}"
  }
}

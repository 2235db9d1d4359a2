// SPDX-License-Identifier: Apache-2.0
package import JSONCoding

/// The results of `bailey bench files`: a table for each medium, the memory of `bailey-fs`, and the targets that were
/// missed.
package struct FileOutcome: Sendable {
  package let tables: [BenchmarkTable]
  package let memory: ServerMemory
  let transport: ServerProcess.Transport?
  /// Peers that are not installed, and so are missing from the tables.
  package let missing: [String]

  /// The targets that were missed. A peer that is not installed counts as a missed one.
  package var missed: [String] {
    missing.map { "\($0) is not there to be compared with" } + tables.flatMap(\.missed) + memory.missed
  }

  package var text: String {
    let verdict = missed.isEmpty ? "every target measured is met\n" : missed.map { "missed: \($0)\n" }.joined()
    return tables.map(\.text).joined(separator: "\n") + "\n" + memory.text
      + (transport.map { "requests come to bailey-fs over \($0.rawValue)\n" } ?? "")
      + "mounted alike: \(MountAudience.options.joined(separator: ","))\n" + verdict
  }

  package var json: JSONValue {
    .object(
      [
        .init("tables", .array(tables.map(\.json))),
        .init(
          "memoryKibibytes",
          .members(["idle": .number(memory.idleKibibytes), "peak": .number(memory.peakKibibytes)])),
      ] + (transport.map { [.init("transport", .string($0.rawValue))] } ?? []) + [.init("missed", .strings(missed))])
  }
}

// SPDX-License-Identifier: Apache-2.0
import JSONCoding

/// A line of the log as it can be asked about.
package struct RequestRecord: Sendable, Equatable {
  package let id: String
  /// Milliseconds since 1970.
  package let at: Int64
  package let endpoint: String
  package let status: Int
  /// The names of the rules that it broke.
  package let rules: [String]
  private let facts: [String: String]

  /// Reads a record; nil for what is none.
  package init?(_ line: LoggedRequest) {
    let limits = JSONLimits(bytes: 1 << 20, depth: 8, values: 4096)
    guard case .object(let members)? = try? JSONReader.read(Array(line.record.utf8), limits) else { return nil }
    var (facts, status, rules): ([String: String], Int, [String]) = ([:], 0, [])
    for member in members {
      switch (member.name, member.value) {
      case ("status", .number(let number)): status = number
      case ("rules", .array(let list)): rules = list.compactMap(Self.rule)
      case (let name, .string(let text)): facts[name] = text
      default: break
      }
    }
    (id, at) = (line.id, line.at)
    (self.endpoint, self.status, self.rules, self.facts) = (facts["endpoint"] ?? "", status, rules, facts)
  }

  private static func rule(_ value: JSONValue) -> String? {
    guard case .object(let members) = value,
      case .string(let name)? = members.first(where: { $0.name == "rule" })?.value
    else { return nil }
    return name
  }

  package subscript(_ fact: String) -> String? { facts[fact] }

  package var outcome: String { facts["outcome"] ?? "" }
}

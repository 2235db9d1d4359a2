// SPDX-License-Identifier: Apache-2.0
import JSONCoding

/// JSON from anywhere: what is read is within the limits, and is written as a text that reads as the same value.
package enum JSONTarget: FuzzTarget {
  package static let name = "JSON"

  private static let limits = JSONLimits(bytes: 1 << 16, depth: 16, values: 1 << 10)
  private static let wide = JSONLimits(bytes: .max, depth: limits.depth, values: limits.values)

  package static func run(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes, limits) else { return }
    precondition(depth(of: value) <= limits.depth && count(of: value) <= limits.values)
    let again = try? JSONReader.read(Array(value.text.utf8), wide)
    precondition(again == value, "a value changes when it is written")
  }

  private static func depth(of value: JSONValue) -> Int {
    switch value {
    case .array(let values): values.isEmpty ? 0 : 1 + values.reduce(0) { max($0, depth(of: $1)) }
    case .object(let members): members.isEmpty ? 0 : 1 + members.reduce(0) { max($0, depth(of: $1.value)) }
    default: 0
    }
  }

  private static func count(of value: JSONValue) -> Int {
    switch value {
    case .array(let values): values.reduce(1) { $0 + count(of: $1) }
    case .object(let members): members.reduce(1) { $0 + count(of: $1.value) }
    default: 1
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A value of a row, or for a parameter.
package enum SQLValue: Sendable, Equatable {
  case number(Int64)
  case text(String)
  case bytes([UInt8])
  case none

  package static func optional(_ number: Int64?) -> SQLValue { number.map { .number($0) } ?? .none }
  package static func optional(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .none }
  package static func optional(_ bytes: [UInt8]?) -> SQLValue { bytes.map { .bytes($0) } ?? .none }
}

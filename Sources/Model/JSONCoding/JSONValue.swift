// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259).
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Int)
  /// A number with a fraction or an exponent, or one that `Int` cannot hold.
  case fraction(Double)
  case string(String)
  case array([JSONValue])
  /// Members keep their order.
  case object([Member])

  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  package static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }
}

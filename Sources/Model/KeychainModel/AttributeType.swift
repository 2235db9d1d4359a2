// SPDX-License-Identifier: Apache-2.0

/// The type of a column: which values it takes, and how it converts them.
package enum AttributeType: Sendable {
  /// A string, data or a number, kept as given.
  case blob
  case data
  case string
  case number
  case date
  case accessControl

  /// The value in the column's type, or nil if the column does not take it (`errSecParam`).
  package func converting(_ value: AttributeValue) -> AttributeValue? {
    switch (self, value) {
    case (.blob, .string), (.blob, .data), (.blob, .number): value
    case (.data, .data), (.data, .string), (.data, .number): .data(value.comparedBytes)
    case (.string, .string): value
    case (.string, .data(let bytes)): String(validating: bytes, as: UTF8.self).map { .string($0) }
    case (.number, .number): value
    case (.number, .boolean(let flag)): .number(flag ? 1 : 0)
    case (.number, .string(let text)): Int64(decimal: text).map { .number($0) } ?? value
    case (.date, .date(let seconds)): seconds.isFinite ? value : nil
    case (.accessControl, .accessControl): value
    default: nil
    }
  }
}

extension Int64 {
  /// Digits, and a minus sign perhaps: what `Int64(_:)` takes, without its plus sign.
  fileprivate init?(decimal text: String) {
    guard text.utf8.first != UInt8(ascii: "+") else { return nil }
    self.init(text)
  }
}

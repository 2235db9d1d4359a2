// SPDX-License-Identifier: Apache-2.0
import TerminalText

extension JSONValue {
  /// The value's JSON on one line.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): String(value)
    // JSON has no infinity (RFC 8259, section 6).
    case .fraction(let value): value.isFinite ? value.description : "null"
    case .string(let value): quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { quoted($0.name) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }
}

/// A quoted string, in which characters that could steer a terminal stand as numbers: the same text to whoever reads
/// JSON.
private func quoted(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy {
    (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
  }
  if isPlain { return "\"\(text)\"" }
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where scalar.steersTerminals:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

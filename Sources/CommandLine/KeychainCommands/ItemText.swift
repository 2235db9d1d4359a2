// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import KeychainModel
import TerminalConsole

/// An item as it is shown.
struct ItemText {
  private let item: ItemResult

  init(_ item: ItemResult) { self.item = item }

  /// A heading, and a line for each attribute that is not empty.
  var lines: String {
    var rows = shown.map { "  \(pad(AttributeName.name(of: $0.attribute)))\(Self.text($0.value))" }
    if let data = item.data { rows.append("  \(pad("secret"))\(Self.text(data))") }
    return ([ClassName.name(of: item.itemClass)] + rows).joined(separator: "\n")
  }

  var json: JSONValue {
    var members = [JSONValue.Member("class", .string(ClassName.name(of: item.itemClass)))]
    members += shown.map { JSONValue.Member(AttributeName.name(of: $0.attribute), Self.json($0.value)) }
    if let data = item.data { members.append(JSONValue.Member("secret", Self.json(data))) }
    return .object(members)
  }

  /// The attributes in the order of `AttributeName.all`, without empty ones.
  private var shown: [(attribute: ItemAttribute, value: AttributeValue)] {
    (item.attributes ?? [:])
      .filter { $0.key != .accessControl || $0.value.accessControl?.constraints != nil }
      .filter { $0.value != .string("") && $0.value != .data([]) }
      .sorted {
        (AttributeName.position(of: $0.key), $0.key.rawValue) < (AttributeName.position(of: $1.key), $1.key.rawValue)
      }
      .map { ($0.key, $0.value) }
  }

  private func pad(_ name: String) -> String { name + String(repeating: " ", count: max(1, 18 - name.count)) }

  // MARK: - Values

  private static func text(_ value: AttributeValue) -> String {
    switch value {
    case .string(let text):
      Accessibility(rawValue: text).map { AccessibleName.name(of: $0) } ?? Printable.oneLine(text)
    case .data(let bytes): Printable.text(bytes).map { Printable.oneLine($0) } ?? "0x" + Printable.hexadecimal(bytes)
    case .number(let number): String(number)
    case .boolean(let flag): flag ? "yes" : "no"
    case .date(let seconds): DateText.text(secondsSinceReferenceDate: seconds)
    case .accessControl(let control): AccessControlText.text(control)
    }
  }

  private static func json(_ value: AttributeValue) -> JSONValue {
    switch value {
    case .number(let number): .number(Int(number))
    case .boolean(let flag): .bool(flag)
    case .data(let bytes): bytes.isEmpty ? .string("") : json(bytes)
    default: .string(text(value))
    }
  }

  /// The value in JSON: as text where the bytes are text, else as hexadecimal digits.
  private static func json(_ bytes: [UInt8]) -> JSONValue {
    Printable.text(bytes).map { .string($0) }
      ?? .object([JSONValue.Member("hex", .string(Printable.hexadecimal(bytes)))])
  }

  private static func text(_ data: SecretData) -> String {
    data.withBytes { bytes in
      let bytes = bytes.indices.map { bytes[$0] }
      return Printable.text(bytes).map { Printable.oneLine($0) } ?? "0x" + Printable.hexadecimal(bytes)
    }
  }

  private static func json(_ data: SecretData) -> JSONValue {
    data.withBytes { bytes in json(bytes.indices.map { bytes[$0] }) }
  }
}

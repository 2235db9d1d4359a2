// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import TerminalConsole

/// An item as `security` lists it, line by line what scripts look for (`keychain_utilities.c`).
struct SecurityListing {
  private let item: ItemResult
  private let keychain: String

  init(_ item: ItemResult, keychain: String) {
    self.item = item
    self.keychain = keychain
  }

  var text: String {
    let heads = [
      "keychain: \"\(keychain)\"", "version: 512", "class: \(Self.className(item.itemClass))", "attributes:",
    ]
    return (heads + lines).joined(separator: "\n")
  }

  private enum Form: String { case blob, timedate, uint32, sint32 }

  private static let passwordForms: [(ItemAttribute, Form)] = [
    (.creationDate, .timedate), (.creator, .uint32), (.hasCustomIcon, .sint32), (.description, .blob),
    (.comment, .blob), (.isInvisible, .sint32), (.modificationDate, .timedate), (.isNegative, .sint32),
    (.protectedData, .blob), (.scriptCode, .sint32), (.type, .uint32), (.account, .blob),
  ]
  private static let genericForms: [(ItemAttribute, Form)] = passwordForms + [(.generic, .blob), (.service, .blob)]
  private static let internetForms: [(ItemAttribute, Form)] =
    passwordForms + [
      (.authenticationType, .blob), (.path, .blob), (.port, .uint32), (.networkProtocol, .uint32),
      (.securityDomain, .blob), (.server, .blob),
    ]

  private var lines: [String] {
    let attributes = item.attributes ?? [:]
    let forms: [(ItemAttribute, Form)] =
      switch item.itemClass {
      case .genericPassword: Self.genericForms
      case .internetPassword: Self.internetForms
      default:
        ItemSchema.of(item.itemClass).columns.filter { $0.role == .ordinary && !Self.hidden.contains($0.attribute) }
          .map { ($0.attribute, $0.type == .number ? .uint32 : $0.type == .date ? .timedate : .blob) }
      }
    let named = forms.sorted { $0.0.rawValue < $1.0.rawValue }.map { attribute, form in
      "    \"\(attribute.rawValue)\"<\(form.rawValue)>=\(Self.text(attributes[attribute], form))"
    }
    return [
      "    0x00000007 <blob>=\(Self.text(attributes[.label], .blob))",
      "    0x00000008 <blob>=\(Self.text(attributes[.alias], .blob))",
    ] + named
  }

  /// Attributes that older keychains did not have, or show under a number.
  private static let hidden: Set<ItemAttribute> = [
    .label, .alias, .accessGroup, .accessible, .accessControl, .synchronizable, .tokenID,
  ]

  /// The names of classes in older keychains.
  private static func className(_ itemClass: ItemClass) -> String {
    switch itemClass {
    case .genericPassword: "\"genp\""
    case .internetPassword: "\"inet\""
    case .certificate: "0x80001000 "
    case .key, .identity: "0x00000010 "
    }
  }

  // MARK: - Values

  private static func text(_ value: AttributeValue?, _ form: Form) -> String {
    switch (value, form) {
    case (nil, _), (.string(""), _), (.data([]), _): return "<NULL>"
    case (.date(let seconds), _):
      guard let text = DateText.compact(secondsSinceReferenceDate: seconds) else { return "<NULL>" }
      return quoted(Array(text.utf8) + [0])
    case (.number(let number), _): return quoted(UInt32(truncatingIfNeeded: number))
    case (.string(let text), .uint32) where text.utf8.count == 4:
      return quoted(text.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    case (let value?, _): return quoted(value.comparedBytes)
    }
  }

  /// The number as four characters where they can be printed.
  private static func quoted(_ number: UInt32) -> String {
    let bytes = stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) { return quoted(bytes) }
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits + " "
  }

  /// The bytes as `security` prints them: between quotes what can be printed; anything else as hexadecimal digits, and
  /// again with octal escapes.
  static func quoted(_ bytes: [UInt8]) -> String {
    let isPrintable = bytes.allSatisfy { (0x20...0x7E).contains($0) }
    let text = "\"" + bytes.map { escaped($0) }.joined() + "\""
    return isPrintable ? text : "0x" + Printable.hexadecimal(bytes).uppercased() + "  " + text
  }

  static func quoted(_ data: SecretData) -> String {
    data.withBytes { bytes in quoted(bytes.indices.map { bytes[$0] }) }
  }

  private static func escaped(_ byte: UInt8) -> String {
    if byte == UInt8(ascii: "\\") { return "\\134" }
    if (0x20...0x7E).contains(byte) { return String(Unicode.Scalar(byte)) }
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

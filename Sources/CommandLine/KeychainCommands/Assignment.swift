// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// `NAME=TEXT` or `NAME:=HEX`: one attribute as it is typed.
package struct Assignment: Sendable, Equatable {
  package let attribute: ItemAttribute
  package let value: AttributeValue

  package enum Problem: Error, Equatable, Sendable {
    /// There is no `=`.
    case noValue(String)
    case unknownName(String)
    case notHexadecimal(String)
    case repeated(String)
  }

  package init(_ word: String) throws(Problem) {
    guard let equals = word.firstIndex(of: "=") else { throw .noValue(word) }
    var name = word[..<equals]
    let text = String(word[word.index(after: equals)...])
    let isData = name.last == ":"
    if isData { name.removeLast() }
    guard let attribute = AttributeName.attribute(named: String(name)) else { throw .unknownName(String(name)) }
    self.attribute = attribute
    value = isData ? .data(try Self.bytes(text)) : Self.value(text, attribute)
  }

  /// Reads all of the words; each attribute once.
  package static func attributes(_ words: [String]) throws(Problem) -> ItemAttributes {
    var attributes: ItemAttributes = [:]
    for word in words {
      let assignment = try Assignment(word)
      guard attributes[assignment.attribute] == nil else {
        throw .repeated(AttributeName.name(of: assignment.attribute))
      }
      attributes[assignment.attribute] = assignment.value
    }
    return attributes
  }

  private static func value(_ text: String, _ attribute: ItemAttribute) -> AttributeValue {
    switch attribute {
    case .accessible: .string(AccessibleName.accessibility(named: text)?.rawValue ?? text)
    case .synchronizable where text == "yes" || text == "true": .number(1)
    case .synchronizable where text == "no" || text == "false": .number(0)
    case .synchronizable where text == "any": SynchronizableFilter.anyValue
    default: .string(text)
    }
  }

  private static func bytes(_ text: String) throws(Problem) -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: text) else { throw .notHexadecimal(text) }
    return bytes
  }
}

extension [UInt8] {
  /// Pairs of hexadecimal digits.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.map { byte in Character(Unicode.Scalar(byte)).hexDigitValue }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    self = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

// SPDX-License-Identifier: Apache-2.0
import JSONCoding
package import PropertyLists

/// A value as somebody wrote it down, in JSON or in a property list.
package indirect enum WrittenValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(Int64)
  case fraction(Double)
  case string(String)
  case data([UInt8])
  /// A date in seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case array([WrittenValue])
  case dictionary([Member])

  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: WrittenValue

    package init(_ name: String, _ value: WrittenValue) {
      self.name = name
      self.value = value
    }
  }
}

extension WrittenValue {
  init(_ value: PropertyListValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .number(number)
    case .fraction(let number): self = .fraction(number)
    case .data(let bytes): self = .data(bytes)
    case .date(let seconds): self = .date(seconds)
    case .array(let elements): self = .array(elements.map { WrittenValue($0) })
    case .dictionary(let members):
      self = .dictionary(members.sorted { $0.key < $1.key }.map { Member($0.key, WrittenValue($0.value)) })
    }
  }

  /// JSON has neither data nor dates: `{"base64": …}`, `{"hex": …}` and `{"date": …}` stand for them.
  init(_ value: JSONValue) throws(WrittenTextError) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .boolean(flag)
    case .number(let number): self = .number(Int64(number))
    case .fraction(let number): self = .fraction(number)
    case .string(let text): self = .string(text)
    case .array(let elements):
      self = .array(try elements.map { (element) throws(WrittenTextError) in try WrittenValue(element) })
    case .object(let members):
      if members.count == 1, case .string(let text) = members[0].value,
        let special = try Self.special(members[0].name, text)
      {
        self = special
      } else {
        self = .dictionary(
          try members.map { (member) throws(WrittenTextError) in Member(member.name, try WrittenValue(member.value)) })
      }
    }
  }

  /// The value of a member with a text of its own form; nil for a member that stands for itself.
  private static func special(_ name: String, _ text: String) throws(WrittenTextError) -> WrittenValue? {
    let value: WrittenValue?
    switch name {
    case "base64": value = [UInt8](base64: text).map { .data($0) }
    case "hex": value = [UInt8](hexadecimalDigits: text).map { .data($0) }
    case "date": value = DateInUTC.seconds(text).map { .date($0) }
    default: return nil
    }
    guard let value else { throw .badText(name) }
    return value
  }

  var members: [Member]? { if case .dictionary(let members) = self { members } else { nil } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
}

/// Why a text cannot be read as calls.
package enum WrittenTextError: Error, Equatable, Sendable {
  case propertyList(PropertyListError)
  /// The line is no valid JSON.
  case json(line: Int)
  case tooLarge
  /// Deeper or with more values than any query.
  case tooComplex
  case repeatedKey(String)
  /// The text is neither a dictionary nor an array of them.
  case noDictionary
  /// There is no call of this name.
  case unknownCall(String)
  /// The text of `base64`, `hex` or `date` is not in that form.
  case badText(String)
  /// A call has no such member, or its value is of another kind.
  case badMember(String)
}

extension WrittenTextError {
  init(_ error: JSONError) {
    switch error {
    case .malformed(let line): self = .json(line: line)
    case .tooLarge: self = .tooLarge
    case .tooComplex: self = .tooComplex
    case .repeatedName(let name): self = .repeatedKey(name)
    }
  }
}

extension [UInt8] {
  /// Pairs of hexadecimal digits.
  fileprivate init?(hexadecimalDigits text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    self = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

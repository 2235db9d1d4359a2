// SPDX-License-Identifier: Apache-2.0
package import AppModel

/// A value as somebody wrote it down, in JSON or in a property list.
package indirect enum WrittenValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(Int64)
  case fraction(Double)
  case string(String)
  case data([UInt8])
  /// Seconds since 2001-01-01T00:00:00Z.
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

  var members: [Member]? { if case .dictionary(let members) = self { members } else { nil } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
}

/// Why a text says no calls.
package enum WrittenTextError: Error, Equatable, Sendable {
  case propertyList(PropertyListError)
  /// No JSON, in this line.
  case json(line: Int)
  case tooLarge
  /// Deeper or with more values than any query.
  case tooComplex
  case repeatedKey(String)
  /// It is neither a dictionary nor an array of them.
  case noDictionary
  /// A call that there is not.
  case unknownCall(String)
  /// A member of a call that there is not, or whose value is of another kind.
  case badMember(String)
}

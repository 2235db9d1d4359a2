// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import KeychainModel
import PropertyLists

/// The kind of a call: one of the four functions.
package enum CallKind: String, Sendable, CaseIterable {
  case find = "SecItemCopyMatching"
  case add = "SecItemAdd"
  case update = "SecItemUpdate"
  case delete = "SecItemDelete"

  /// The kind's word on a command line.
  package var word: String {
    switch self {
    case .find: "find"
    case .add: "add"
    case .update: "update"
    case .delete: "delete"
    }
  }

  package init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word || $0.rawValue == word }) else { return nil }
    self = found
  }
}

/// A call as somebody wrote it down: its dictionaries, and what it answered if they know.
package struct WrittenCall: Sendable, Equatable {
  package var kind: CallKind
  package var query: [WrittenValue.Member]
  package var changes: [WrittenValue.Member]?
  package var status: Int64?

  /// The calls in a text: a dictionary as it goes to a call, a call, or an array of calls in the order in which they
  /// are made. A call is a dictionary with `query`, and with `call`, `attributesToUpdate` and `status` if they matter.
  ///
  /// Property lists begin with `<` or are binary, which is an error; anything else is JSON.
  package static func read(_ bytes: [UInt8], as kind: CallKind?) throws(WrittenTextError) -> [WrittenCall] {
    switch try value(bytes) {
    case .dictionary(let members): return [try WrittenCall(members, kind)]
    case .array(let elements) where !elements.isEmpty:
      var calls: [WrittenCall] = []
      for element in elements {
        guard let members = element.members else { throw .noDictionary }
        calls.append(try WrittenCall(members, kind))
      }
      return calls
    default: throw .noDictionary
    }
  }

  private static func value(_ bytes: [UInt8]) throws(WrittenTextError) -> WrittenValue {
    let start = bytes.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    guard start.first == UInt8(ascii: "<") || bytes.starts(with: "bplist".utf8) else {
      return try json(bytes)
    }
    do { return WrittenValue(try XMLPropertyList.read(bytes.span, .asFoundation)) } catch { throw .propertyList(error) }
  }

  /// Reads JSON within the limits of property lists, so that the form does not decide what is too much.
  private static func json(_ bytes: [UInt8]) throws(WrittenTextError) -> WrittenValue {
    let limits = JSONLimits(
      bytes: PropertyListLimits.bytes, depth: PropertyListLimits.depth, values: PropertyListLimits.values)
    let value: JSONValue
    do { value = try JSONReader.read(bytes, limits) } catch { throw WrittenTextError(error) }
    return try WrittenValue(value)
  }

  private init(_ members: [WrittenValue.Member], _ kind: CallKind?) throws(WrittenTextError) {
    guard members.contains(where: { $0.name == "query" }) else {
      self.init(kind: kind ?? Self.likely(members), query: members)
      return
    }
    self.init(kind: kind ?? .find, query: [])
    var isSaid = kind != nil
    for member in members {
      switch (member.name, member.value) {
      case ("query", .dictionary(let query)): self.query = query
      case ("attributesToUpdate", .dictionary(let changes)): self.changes = changes
      case ("status", .number(let number)): status = number
      case ("call", .string(let name)):
        guard let found = CallKind(word: name) else { throw .unknownCall(name) }
        self.kind = found
        isSaid = true
      default: throw .badMember(member.name)
      }
    }
    if !isSaid { self.kind = changes != nil ? .update : Self.likely(query) }
  }

  private init(kind: CallKind, query: [WrittenValue.Member]) {
    self.kind = kind
    self.query = query
  }

  /// A dictionary with a value to store and nothing to return is one for adding.
  private static func likely(_ members: [WrittenValue.Member]) -> CallKind {
    let keys = members.map { ConstantName.value(of: $0.name) ?? $0.name }
    let stores = keys.contains { [.valueData, .valueRef].contains(QueryKey(rawValue: $0)) }
    return stores && !keys.contains { [.returns, .match].contains(QueryKeyKind($0)) } ? .add : .find
  }
}

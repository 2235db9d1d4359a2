// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import KeychainObjects
package import KeychainModel

/// `security item`: the items of the data protection keychain under Apple's own attribute names.
package struct SecurityItemRequest: Sendable, Equatable {
  package enum Operation: Sendable, Equatable {
    case find
    case add(data: [UInt8]?)
    case update(ItemAttributes, data: [UInt8]?, defect: KeychainStatus?)
    case delete
  }

  package var operation = Operation.find
  package var query = ItemQuery(nil)
  package var showsData = false
  package var showsReference = false
  package var isJSON = false

  init(_ words: ArraySlice<String>) throws(CommandProblem) {
    let scanner = try SecurityParser.scan("q:au:DgpP:jl:vh", words)
    guard scanner.rest.count <= 1 else { throw .usage }
    var fields: SecurityItemFields?
    var limit: MatchLimit?
    var operations: [Operation] = []
    var reference: PersistentReference?
    for option in scanner.options {
      let value = option.value ?? ""
      switch option.letter {
      case "q": fields = try SecurityItemFields(value)
      case "a": operations.append(.add(data: nil))
      case "D": operations.append(.delete)
      case "u":
        let changes = try SecurityItemFields(value)
        guard changes.itemClass == nil else { throw .badQuery(value) }
        operations.append(.update(changes.attributes, data: changes.data, defect: changes.defect))
      case "g": showsData = true
      case "p": showsReference = true
      case "P": reference = try Self.reference(value)
      case "j": isJSON = true
      case "l":
        guard let count = UInt32(value) else { throw .usage }
        limit = count == 1 ? .one : .count(count)
      case "h": throw .usage
      default: break
      }
    }
    if let word = scanner.rest.first, fields == nil { fields = try SecurityItemFields(word) }
    guard operations.count <= 1, fields != nil || reference != nil else { throw .usage }
    operation = operations.first ?? .find
    if case .add = operation { operation = .add(data: fields?.data) }
    query = self.query(fields ?? SecurityItemFields(), reference, limit)
  }

  private func query(
    _ fields: SecurityItemFields, _ reference: PersistentReference?, _ limit: MatchLimit?
  ) -> ItemQuery {
    var returns: ReturnSelection = []
    if operation == .find {
      returns = .attributes
      if showsData { returns.insert(.data) }
      if showsReference { returns.insert(.persistentReference) }
    }
    let isChange: Bool = if case .find = operation { false } else { true }
    return ItemQuery(
      fields.itemClass, fields.attributes, persistentReference: reference,
      options: RequestOptions(
        returns: returns, limit: isChange ? limit : limit ?? .all, defect: fields.defect))
  }

  private static func reference(_ text: String) throws(CommandProblem) -> PersistentReference {
    guard let bytes = Base64.decode(text), let reference = try? PersistentReference(bytes.span) else {
      throw .badQuery(text)
    }
    return reference
  }
}

/// `attr=value` with commas between; a backslash takes the next character as it is, an attribute alone means true.
struct SecurityItemFields: Equatable {
  var itemClass: ItemClass?
  var attributes: ItemAttributes = [:]
  var data: [UInt8]?
  /// The defect of the query; the keychain answers it in its own order of checks.
  var defect: KeychainStatus?

  init() {}

  init(_ text: String) throws(CommandProblem) {
    for field in Self.split(text) where !field.name.isEmpty {
      switch field.name {
      case "class":
        itemClass = field.value.flatMap { ItemClass(rawValue: $0) }
        if itemClass == nil { defect = .noSuchClass }
      case "v_Data": data = Array((field.value ?? "").utf8)
      default:
        guard let attribute = ItemAttribute(rawValue: field.name) else {
          defect = field.name.utf8.count == 4 ? .noSuchAttribute : .param
          continue
        }
        guard attribute != .accessControl else { throw .badQuery(text) }
        attributes[attribute] = field.value.map { .string($0) } ?? .boolean(true)
      }
    }
  }

  private static func split(_ text: String) -> [(name: String, value: String?)] {
    var fields: [(name: String, value: String?)] = []
    var name = ""
    var value: String?
    var escapes = false
    func add(_ character: Character) { if value == nil { name.append(character) } else { value?.append(character) } }
    for character in text {
      switch character {
      case _ where escapes:
        add(character)
        escapes = false
      case "\\": escapes = true
      case ",":
        fields.append((name, value))
        name = ""
        value = nil
      case "=" where value == nil: value = ""
      default: add(character)
      }
    }
    return fields + [(name, value)]
  }
}

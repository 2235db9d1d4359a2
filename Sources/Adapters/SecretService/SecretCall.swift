// SPDX-License-Identifier: Apache-2.0
package import MessageBus
package import SecretServiceModel

/// What a program asks, out of a message whose every value is a stranger's.
package enum SecretCall: Sendable {
  case openSession(algorithm: String, input: BusValue)
  case createCollection(label: String, secretClass: SecretClass?, alias: String)
  case searchAll(LookupAttributes)
  case unlock([String])
  case lock([String])
  case secrets([String], session: String)
  case readAlias(String)
  case setAlias(String, to: String)

  case search(LookupAttributes)
  case createItem(label: String, LookupAttributes, SentSecret, replaces: Bool)
  case deleteCollection

  case secret(session: String)
  case setSecret(SentSecret)
  case deleteItem

  case listPermissions
  case forgetPermissions(of: String)
  case listAccess
  case setAccess(String, CollectionAccess)

  case closeSession
  case prompt
  case dismiss

  case property(String, of: SecretInterface?)
  case properties(of: SecretInterface?)
  case setProperty(String, of: SecretInterface?, to: BusValue)
  case introspect

  /// A secret as it came (the specification's structure `Secret`).
  package struct SentSecret: Sendable {
    package let session: String
    package let sealed: SessionCipher.Sealed
    package let type: String
  }

  /// Throws `invalidArguments`, `unknownMethod` or `unknownInterface`, whatever the message holds.
  package init(_ message: BusMessage) throws(SecretFailure) {
    guard let interface = SecretInterface(rawValue: message.interface) else { throw .unknownInterface }
    let arguments = message.arguments
    switch (interface, message.member) {
    case (.service, _): self = try Self.ofService(message.member, arguments)
    case (.collection, _): self = try Self.ofCollection(message.member, arguments)
    case (.item, _): self = try Self.ofItem(message.member, arguments)
    case (.permissions, _): self = try Self.ofPermissions(message.member, arguments)
    case (.session, "Close"): self = try Self.without(arguments, .closeSession)
    case (.prompt, "Prompt"):
      // Which window asks is nothing that the person's own agent could use.
      guard arguments.map(\.type) == ["s"] else { throw .invalidArguments }
      self = .prompt
    case (.prompt, "Dismiss"): self = try Self.without(arguments, .dismiss)
    case (.properties, _): self = try Self.ofProperties(message.member, arguments)
    case (.introspection, "Introspect"): self = try Self.without(arguments, .introspect)
    case (.session, _), (.prompt, _), (.introspection, _): throw .unknownMethod
    }
  }

  // MARK: - By interface

  private static func ofService(_ member: String, _ arguments: [BusValue]) throws(SecretFailure) -> SecretCall {
    switch member {
    case "OpenSession":
      guard arguments.count == 2, case .string(let algorithm) = arguments[0], case .variant(let input) = arguments[1]
      else { throw .invalidArguments }
      return .openSession(algorithm: algorithm, input: input.unwrapped)
    case "CreateCollection": return try creation(arguments)
    case "SearchItems": return .searchAll(try attributes(arguments))
    case "Unlock": return .unlock(try paths(arguments))
    case "Lock": return .lock(try paths(arguments))
    case "GetSecrets":
      guard arguments.count == 2, case .objectPath(let session) = arguments[1] else { throw .invalidArguments }
      return .secrets(try paths([arguments[0]]), session: session)
    case "ReadAlias":
      guard arguments.count == 1, case .string(let name) = arguments[0] else { throw .invalidArguments }
      return .readAlias(name)
    case "SetAlias":
      guard arguments.count == 2, case .string(let name) = arguments[0], case .objectPath(let path) = arguments[1]
      else { throw .invalidArguments }
      return .setAlias(name, to: path)
    default: throw .unknownMethod
    }
  }

  private static func ofCollection(_ member: String, _ arguments: [BusValue]) throws(SecretFailure) -> SecretCall {
    switch member {
    case "SearchItems": return .search(try attributes(arguments))
    case "CreateItem":
      guard arguments.count == 3, case .boolean(let replaces) = arguments[2] else { throw .invalidArguments }
      let properties = try named(arguments[0])
      let label = try label(properties["\(SecretInterface.item.rawValue).Label"])
      let found = try properties["\(SecretInterface.item.rawValue).Attributes"].map { value throws(SecretFailure) in
        try attributes([value])
      }
      return .createItem(label: label, found ?? .none, try secret(arguments[1]), replaces: replaces)
    case "Delete": return try without(arguments, .deleteCollection)
    default: throw .unknownMethod
    }
  }

  private static func ofItem(_ member: String, _ arguments: [BusValue]) throws(SecretFailure) -> SecretCall {
    switch member {
    case "GetSecret":
      guard arguments.count == 1, case .objectPath(let session) = arguments[0] else { throw .invalidArguments }
      return .secret(session: session)
    case "SetSecret":
      guard arguments.count == 1 else { throw .invalidArguments }
      return .setSecret(try secret(arguments[0]))
    case "Delete": return try without(arguments, .deleteItem)
    default: throw .unknownMethod
    }
  }

  private static func ofPermissions(_ member: String, _ arguments: [BusValue]) throws(SecretFailure) -> SecretCall {
    switch member {
    case "List": return try without(arguments, .listPermissions)
    case "ListAccess": return try without(arguments, .listAccess)
    case "Forget":
      guard arguments.count == 1, case .string(let reader) = arguments[0] else { throw .invalidArguments }
      return .forgetPermissions(of: reader)
    case "SetAccess":
      guard arguments.count == 2, case .objectPath(let path) = arguments[0], case .string(let name) = arguments[1],
        let access = CollectionAccess(name: name)
      else { throw .invalidArguments }
      return .setAccess(path, access)
    default: throw .unknownMethod
    }
  }

  private static func ofProperties(_ member: String, _ arguments: [BusValue]) throws(SecretFailure) -> SecretCall {
    guard case .string(let name)? = arguments.first else { throw .invalidArguments }
    // An empty name stands for whichever interface has the property.
    let interface = SecretInterface(rawValue: name)
    guard interface != nil || name.isEmpty else { throw .unknownInterface }
    switch (member, arguments.count) {
    case ("GetAll", 1): return .properties(of: interface)
    case ("Get", 2):
      guard case .string(let property) = arguments[1] else { throw .invalidArguments }
      return .property(property, of: interface)
    case ("Set", 3):
      guard case .string(let property) = arguments[1], case .variant(let value) = arguments[2] else {
        throw .invalidArguments
      }
      return .setProperty(property, of: interface, to: value.unwrapped)
    case ("GetAll", _), ("Get", _), ("Set", _): throw .invalidArguments
    default: throw .unknownMethod
    }
  }

  private static func creation(_ arguments: [BusValue]) throws(SecretFailure) -> SecretCall {
    guard arguments.count == 2, case .string(let alias) = arguments[1] else { throw .invalidArguments }
    let properties = try named(arguments[0])
    let label = try label(properties["\(SecretInterface.collection.rawValue).Label"])
    guard let chosen = properties[classProperty] else {
      return .createCollection(label: label, secretClass: nil, alias: alias)
    }
    guard case .string(let name) = chosen, let secretClass = SecretClass(name: name) else { throw .invalidArguments }
    return .createCollection(label: label, secretClass: secretClass, alias: alias)
  }

  /// Bailey's own property of a new collection: when its items can be read.
  package static let classProperty = "bailey.Secret.Collection.Class"
}

// MARK: - Values

extension SecretCall {
  private static func without(_ arguments: [BusValue], _ call: SecretCall) throws(SecretFailure) -> SecretCall {
    guard arguments.isEmpty else { throw .invalidArguments }
    return call
  }

  private static func paths(_ arguments: [BusValue]) throws(SecretFailure) -> [String] {
    guard arguments.count == 1, case .array(of: "o", let values) = arguments[0],
      values.count <= SecretServiceLimits.objects
    else { throw .invalidArguments }
    var paths: [String] = []
    for value in values {
      guard case .objectPath(let path) = value else { throw .invalidArguments }
      paths.append(path)
    }
    return paths
  }

  private static func attributes(_ arguments: [BusValue]) throws(SecretFailure) -> LookupAttributes {
    guard arguments.count == 1 else { throw .invalidArguments }
    return try attributes(arguments[0])
  }

  static func attributes(_ value: BusValue) throws(SecretFailure) -> LookupAttributes {
    guard case .dictionary(keys: "s", values: "s", let entries) = value else { throw .invalidArguments }
    var pairs: [LookupAttributes.Pair] = []
    for entry in entries {
      guard case .string(let name) = entry.key, case .string(let value) = entry.value else { throw .invalidArguments }
      pairs.append(LookupAttributes.Pair(name, value))
    }
    guard let attributes = LookupAttributes(pairs) else { throw .invalidArguments }
    return attributes
  }

  private static func named(_ value: BusValue) throws(SecretFailure) -> [String: BusValue] {
    guard case .dictionary(keys: "s", values: "v", _) = value, let named = value.named else { throw .invalidArguments }
    return named
  }

  /// Programs may leave it out.
  static func label(_ value: BusValue?) throws(SecretFailure) -> String {
    guard let value else { return "" }
    guard case .string(let label) = value, label.utf8.count <= SecretServiceLimits.label else {
      throw .invalidArguments
    }
    return label
  }

  private static func secret(_ value: BusValue) throws(SecretFailure) -> SentSecret {
    guard case .structure(let fields) = value, fields.count == 4, case .objectPath(let session) = fields[0],
      case .bytes(let parameters) = fields[1], case .bytes(let bytes) = fields[2], case .string(let type) = fields[3],
      parameters.count <= 256, bytes.count <= SecretServiceLimits.secret + 16,
      type.utf8.count <= SecretServiceLimits.contentType
    else { throw .invalidArguments }
    return SentSecret(
      session: session, sealed: SessionCipher.Sealed(parameters: parameters, value: bytes), type: type)
  }
}

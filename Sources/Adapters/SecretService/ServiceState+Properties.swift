// SPDX-License-Identifier: Apache-2.0
import MessageBus
import SecretServiceModel

extension ServiceState {
  mutating func property(
    _ name: String, _ interface: SecretInterface?, of place: Place, _ caller: SecretCaller
  ) throws(SecretFailure) -> BusValue {
    guard interface == nil || interface == place.interface else { throw .unknownProperty }
    guard place.interface.properties.contains(where: { $0.name == name }) else { throw .unknownProperty }
    // The interface has the property; that its value is missing means that the first unlock has not been.
    guard let value = try properties(interface, of: place, caller)[name] else { throw .isLocked }
    return value
  }

  mutating func properties(
    _ interface: SecretInterface?, of place: Place, _ caller: SecretCaller
  ) throws(SecretFailure) -> [String: BusValue] {
    guard interface == nil || interface == place.interface else { return [:] }
    switch place {
    case .service: return ["Collections": collectionPaths]
    case .session, .prompt: return [:]
    case .collection(let name):
      let record = try collection(name)
      var found: [String: BusValue] = [
        "Label": .string(record.label), "Locked": .boolean(isLocked(name)), "Created": .uint64(record.created),
        "Modified": .uint64(record.modified),
      ]
      // Nobody may take it for empty.
      if isKnown || name == .session {
        found["Items"] = .paths(index.items(in: name).map { SecretObject.item($0, in: name).path })
      }
      return found
    case .item(let number, let name):
      let record = try record(number, name)
      told.insert(number)
      return [
        "Label": .string(record.label), "Attributes": Self.value(record.attributes),
        "Locked": .boolean(isLocked(record, name, for: caller)), "Created": .uint64(record.created),
        "Modified": .uint64(record.modified), "Type": .string(record.attributes.schema ?? ""),
      ]
    }
  }

  mutating func set(
    _ property: String, _ interface: SecretInterface?, of place: Place, to value: BusValue, _ caller: SecretCaller
  ) throws(SecretFailure) {
    guard interface == nil || interface == place.interface,
      let found = place.interface.properties.first(where: { $0.name == property })
    else { throw .unknownProperty }
    guard found.isWritable else { throw .readOnlyProperty }
    switch (place, property) {
    case (.collection(let name), "Label"):
      guard case .string = value else { throw .invalidArguments }
      var record = try collection(name)
      try requireUnlocked(name, record.secretClass)
      // The person is told its name where they are asked about it: who may not change what is in it does not rename it.
      try requireChangeable(all: name, caller)
      record.label = try SecretCall.label(value)
      try change(record, name, tells: ["Label": value])
    case (.item(let number, let name), "Label"):
      guard case .string = value else { throw .invalidArguments }
      var record = try record(number, name)
      record.label = try SecretCall.label(value)
      try change(record, number, name, caller, tellsItem: ["Label": value])
    case (.item(let number, let name), "Attributes"):
      var record = try record(number, name)
      record.attributes = try SecretCall.attributes(value)
      let told = Self.value(record.attributes)
      try change(record, number, name, caller, tellsItem: ["Attributes": told])
    default: throw .unknownProperty
    }
  }

  private static func value(_ attributes: LookupAttributes) -> BusValue {
    .dictionary(
      keys: "s", values: "s",
      attributes.pairs.map { BusEntry(key: .string($0.name), value: .string($0.value)) })
  }
}

extension ServiceState.Place {
  var interface: SecretInterface {
    switch self {
    case .service: .service
    case .collection: .collection
    case .item: .item
    case .session: .session
    case .prompt: .prompt
    }
  }
}

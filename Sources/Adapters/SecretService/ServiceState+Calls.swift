// SPDX-License-Identifier: Apache-2.0
import MessageBus
import SecretServiceModel

extension ServiceState {
  /// Answers a call of whoever has this name on the bus.
  mutating func answer(_ message: BusMessage) throws(SecretFailure) -> [BusValue] {
    let call = try SecretCall(message)
    let caller = message.sender
    if case .introspect = call { return [.string(introspection(message.path))] }
    let place = try place(message.path)
    switch (call, place) {
    case (.property(let name, let interface), _): return [.variant(try property(name, interface, of: place))]
    case (.properties(let interface), _): return [.options(try properties(interface, of: place))]
    case (.setProperty(let name, let interface, let value), _):
      try set(name, interface, of: place, to: value)
      return []
    case (_, .service): return try answerService(call, caller)
    case (_, .collection(let name)): return try answer(call, of: name, caller)
    case (_, .item(let number, let name)): return try answer(call, number, name, caller)
    case (.closeSession, .session(let number)):
      _ = try session(number, caller)
      sessions[number] = nil
      return []
    case (.prompt, .prompt(let number)):
      try prompts.show(number, to: caller)
      return []
    case (.dismiss, .prompt(let number)):
      let prompt = try prompts.remove(number, of: caller)
      complete(prompt, isDismissed: true)
      return []
    case (_, .session), (_, .prompt): throw .unknownMethod
    }
  }

  private mutating func answerService(_ call: SecretCall, _ caller: String) throws(SecretFailure) -> [BusValue] {
    switch call {
    case .openSession(let algorithm, let input): return try openSession(algorithm, input, caller)
    case .createCollection(let label, let secretClass, let alias):
      return [.objectPath(try createCollection(label, secretClass, alias)), .objectPath(SecretObject.none)]
    case .searchAll(let wanted): return try search(wanted)
    case .unlock(let paths): return try unlock(paths, caller)
    case .lock(let paths): return [.paths(try lock(paths)), .objectPath(SecretObject.none)]
    case .secrets(let paths, let path): return [try secrets(paths, session(path, caller), path)]
    case .readAlias(let name): return [.objectPath(readAlias(name))]
    case .setAlias(let name, let path):
      try setAlias(name, path)
      return []
    default: throw .unknownMethod
    }
  }

  private mutating func answer(
    _ call: SecretCall, of name: PathElement, _ caller: String
  ) throws(SecretFailure) -> [BusValue] {
    switch call {
    case .search(let wanted):
      guard isKnown || name == .session else { throw .isLocked }
      return [.paths(index.search(wanted, in: name).map { SecretObject.item($0, in: name).path })]
    case .createItem(let label, let attributes, let sent, let replaces):
      let content = try content(sent, caller)
      let number = try createItem(label, attributes, content, replaces: replaces, in: name)
      return [.objectPath(SecretObject.item(number, in: name).path), .objectPath(SecretObject.none)]
    case .deleteCollection:
      try deleteCollection(name)
      return [.objectPath(SecretObject.none)]
    default: throw .unknownMethod
    }
  }

  private mutating func answer(
    _ call: SecretCall, _ number: UInt64, _ name: PathElement, _ caller: String
  ) throws(SecretFailure) -> [BusValue] {
    switch call {
    case .secret(let path):
      let session = try session(path, caller)
      return [try sent(secret(number, name), session, path)]
    case .setSecret(let sent):
      try setSecret(content(sent, caller), number, name)
      return []
    case .deleteItem:
      try deleteItem(number, name)
      return [.objectPath(SecretObject.none)]
    default: throw .unknownMethod
    }
  }
}

extension BusValue {
  static func paths(_ paths: [String]) -> BusValue { .array(of: "o", paths.map(BusValue.objectPath)) }
}

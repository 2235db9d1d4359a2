// SPDX-License-Identifier: Apache-2.0
import MessageBus
import SecretServiceModel

extension ServiceState {
  /// Answers a call of whoever has this name on the bus.
  mutating func answer(_ message: BusMessage, of program: SecretProgram?) throws(SecretFailure) -> [BusValue] {
    let call = try SecretCall(message)
    let caller = SecretCaller(message.sender, program)
    if case .introspect = call { return [.string(introspection(message.path))] }
    let place = try place(message.path)
    switch (call, place) {
    case (.property(let name, let interface), _): return [.variant(try property(name, interface, of: place, caller))]
    case (.properties(let interface), _): return [.options(try properties(interface, of: place, caller))]
    case (.setProperty(let name, let interface, let value), _):
      try set(name, interface, of: place, to: value, caller)
      return []
    case (_, .service): return try answerService(call, caller)
    case (_, .collection(let name)): return try answer(call, of: name, caller)
    case (_, .item(let number, let name)): return try answer(call, number, name, caller)
    case (.closeSession, .session(let number)):
      _ = try session(number, caller.name)
      sessions[number] = nil
      return []
    case (.prompt, .prompt(let number)):
      try show(number, caller)
      return []
    case (.dismiss, .prompt(let number)):
      let prompt = try prompts.remove(number, of: caller.name)
      complete(prompt, isDismissed: true)
      return []
    case (_, .session), (_, .prompt): throw .unknownMethod
    }
  }

  private mutating func answerService(_ call: SecretCall, _ caller: SecretCaller) throws(SecretFailure) -> [BusValue] {
    switch call {
    case .openSession(let algorithm, let input): return try openSession(algorithm, input, caller.name)
    case .createCollection(let label, let secretClass, let alias):
      return [.objectPath(try createCollection(label, secretClass, alias)), .objectPath(SecretObject.none)]
    case .searchAll(let wanted): return try search(wanted, caller)
    case .unlock(let paths): return try unlock(paths, caller)
    case .lock(let paths): return [.paths(try lock(paths)), .objectPath(SecretObject.none)]
    case .secrets(let paths, let path): return [try secrets(paths, session(path, caller.name), path, caller)]
    case .readAlias(let name): return [.objectPath(readAlias(name))]
    case .setAlias(let name, let path):
      try setAlias(name, path)
      return []
    case .listPermissions, .forgetPermissions, .listAccess, .setAccess: return try answerPermissions(call, caller)
    default: throw .unknownMethod
    }
  }

  private mutating func answer(
    _ call: SecretCall, of name: PathElement, _ caller: SecretCaller
  ) throws(SecretFailure) -> [BusValue] {
    switch call {
    case .search(let wanted):
      guard isKnown || name == .session else { throw .isLocked }
      return [.paths(index.search(wanted, in: name).map { SecretObject.item($0, in: name).path })]
    case .createItem(let label, let attributes, let sent, let replaces):
      let content = try content(sent, caller.name)
      let number = try createItem(label, attributes, content, replaces: replaces, in: name, caller)
      return [.objectPath(SecretObject.item(number, in: name).path), .objectPath(SecretObject.none)]
    case .deleteCollection:
      try deleteCollection(name, caller)
      return [.objectPath(SecretObject.none)]
    default: throw .unknownMethod
    }
  }

  private mutating func answer(
    _ call: SecretCall, _ number: UInt64, _ name: PathElement, _ caller: SecretCaller
  ) throws(SecretFailure) -> [BusValue] {
    switch call {
    case .secret(let path):
      let session = try session(path, caller.name)
      return [try sent(secret(number, name, caller), session, path)]
    case .setSecret(let sent):
      try setSecret(content(sent, caller.name), number, name, caller)
      return []
    case .deleteItem:
      try deleteItem(number, name, caller)
      return [.objectPath(SecretObject.none)]
    default: throw .unknownMethod
    }
  }
}

extension BusValue {
  static func paths(_ paths: [String]) -> BusValue { .array(of: "o", paths.map(BusValue.objectPath)) }
}

// SPDX-License-Identifier: Apache-2.0
import InProcessKeychain
import KeychainModel
import MessageBus
import ProtectionModel
import ProtectionModelTesting
import SecretServiceModel
import Testing

@testable import SecretService

/// A program as the service meets it, without a bus: it has a name, and says what it likes.
struct Client {
  static let secret = "org.freedesktop.Secret"
  let service: SecretService
  var name = ":1.7"
  var program: SecretProgram? = mailProgram

  @discardableResult
  func call(_ path: String, _ interface: String, _ member: String, _ arguments: BusValue...) throws -> [BusValue] {
    try outcome(path, interface, member, arguments).reply.get()
  }

  func outcome(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
  ) -> SecretService.Outcome {
    let interface = interface.contains(".") ? interface : "\(Self.secret).\(interface)"
    return service.answer(
      BusMessage(sender: name, path: path, interface: interface, member: member, arguments: arguments), of: program)
  }

  func property(_ name: String, of path: String, _ interface: String) throws -> BusValue {
    let values = try call(
      path, "org.freedesktop.DBus.Properties", "Get", .string("\(Self.secret).\(interface)"), .string(name))
    return try #require(values.first).unwrapped
  }

  func set(_ name: String, of path: String, _ interface: String, to value: BusValue) throws {
    try call(
      path, "org.freedesktop.DBus.Properties", "Set", .string("\(Self.secret).\(interface)"), .string(name),
      .variant(value))
  }

  func isLocked(_ path: String, _ interface: String = "Item") throws -> Bool {
    try property("Locked", of: path, interface).boolean ?? false
  }

  // MARK: - The usual

  func session() throws -> String {
    let values = try call(root, "Service", "OpenSession", .string("plain"), .variant(.string("")))
    return try #require(values.last?.text)
  }

  @discardableResult
  func store(
    _ secret: String, _ pairs: [String: String], in collection: String = defaultPath, label: String = "A label",
    replaces: Bool = false
  ) throws -> String {
    let values = try call(
      collection, "Collection", "CreateItem",
      .options(["\(Self.secret).Item.Label": .string(label), "\(Self.secret).Item.Attributes": attributes(pairs)]),
      sent(secret), .boolean(replaces))
    return try #require(values.first?.text)
  }

  func sent(_ secret: String) throws -> BusValue {
    .structure([.objectPath(try session()), .bytes([]), .bytes(Array(secret.utf8)), .string("text/plain")])
  }

  func read(_ item: String) throws -> String {
    let values = try call(item, "Item", "GetSecret", .objectPath(session()))
    return try text(#require(values.first))
  }

  func text(_ sent: BusValue) throws -> String {
    String(decoding: try #require(sent.elements?[2].bytes), as: UTF8.self)
  }

  /// Open ones, and locked ones.
  func search(_ pairs: [String: String]) throws -> [[String]] {
    try call(root, "Service", "SearchItems", attributes(pairs)).map(paths)
  }

  func unlock(_ objects: String...) throws -> (open: [String], prompt: String) {
    let values = try call(root, "Service", "Unlock", .array(of: "o", objects.map(BusValue.objectPath)))
    return (paths(values[0]), try #require(values[1].text))
  }

  func lock(_ objects: String...) throws -> [String] {
    paths(try call(root, "Service", "Lock", .array(of: "o", objects.map(BusValue.objectPath)))[0])
  }
}

let mailProgram = program("/usr/bin/mail")

/// One whose file has contents that this text stands for.
func program(_ path: String, contents: String = "1", isGuarded: Bool = true, script: String? = nil) -> SecretProgram {
  var parts = [SecretProgram.Part(path: Array(path.utf8), digest: Array(contents.utf8), isGuarded: isGuarded)]
  if let script {
    parts.append(SecretProgram.Part(path: Array(script.utf8), digest: Array(contents.utf8), isGuarded: false))
  }
  return SecretProgram(parts)
}

let root = "/org/freedesktop/secrets"
let defaultPath = root + "/collection/default"
let sessionPath = root + "/collection/session"

func paths(_ value: BusValue) -> [String] { value.elements?.compactMap(\.text) ?? [] }

func attributes(_ pairs: [String: String]) -> BusValue {
  .dictionary(
    keys: "s", values: "s",
    pairs.sorted { $0.key < $1.key }.map { BusEntry(key: .string($0.key), value: .string($0.value)) })
}

/// The service on the keychain's real store, under class keys that the test drives.
struct Stage {
  let keychain: InProcessKeychain
  let service: SecretService
  var client: Client { Client(service: service) }

  init(_ state: LockState = .unlocked) throws {
    keychain = try InProcessKeychain()
    service = Self.started(keychain)
    move(to: state)
  }

  static func started(_ keychain: InProcessKeychain) -> SecretService {
    SecretService(keychain.session(groups: ["bailey.private.secret-service"]), clock: { 1_700_000_000 })
  }

  @discardableResult
  func move(to state: LockState) -> [BusSignal] {
    keychain.keys.move(to: state)
    return service.follow(state)
  }

  /// As after a crash: nothing but the keychain is left.
  func restarted() -> Client {
    let service = Self.started(keychain)
    _ = service.follow(keychain.keys.lockState)
    return Client(service: service)
  }
}

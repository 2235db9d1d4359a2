// SPDX-License-Identifier: Apache-2.0
import InProcessKeychain
import MessageBus
import PromptModel
import ProtectionModel
import ProtectionModelTesting
import Testing
import Threads

@testable import SecretService

@Suite struct SecretLockTests {
  private static let network = ["xdg:schema": "org.freedesktop.NetworkManager.Connection", "uuid": "1"]

  @Test func `A locked device is refused without a question and its items are still found`() throws {
    let stage = try Stage()
    let client = stage.client
    let item = try client.store("1", ["user": "ada"])
    stage.move(to: .locked)
    #expect(try client.search(["user": "ada"]) == [[], [item]])
    #expect(try client.isLocked(item) && client.isLocked(defaultPath, "Collection"))
    #expect(throws: SecretFailure.isLocked) { try client.read(item) }
    #expect(throws: SecretFailure.isLocked) { try client.call(item, "Item", "SetSecret", client.sent("2")) }
    #expect(throws: SecretFailure.isLocked) { try client.set("Label", of: item, "Item", to: .string("x")) }
    #expect(throws: SecretFailure.isLocked) { try client.call(item, "Item", "Delete") }
    #expect(throws: SecretFailure.isLocked) { try client.store("2", ["user": "bob"]) }
    let asked = BusValue.array(of: "o", [.objectPath(item)])
    #expect(
      try client.call(root, "Service", "GetSecrets", asked, .objectPath(client.session()))
        == [.dictionary(keys: "o", values: "(oayays)", [])])
    stage.move(to: .unlocked)
    #expect(try client.read(item) == "1")
  }

  /// The keys are gone before the service hears of it.
  @Test func `The keychain decides where the service has not heard of a lock`() throws {
    let stage = try Stage()
    let item = try stage.client.store("1", ["user": "ada"])
    stage.keychain.keys.move(to: .locked)
    #expect(throws: SecretFailure.isLocked) { try stage.client.read(item) }
    #expect(throws: SecretFailure.isLocked) { try stage.client.store("2", ["user": "bob"]) }
    #expect(try stage.restarted().search([:]) == [[], [item]])
  }

  @Test func `Before the first unlock nothing is known and nothing is said to be absent`() throws {
    let stage = try Stage()
    let item = try stage.client.store("1", ["user": "ada"])
    stage.move(to: .beforeFirstUnlock)
    for client in [stage.client, stage.restarted()] {
      #expect(throws: SecretFailure.isLocked) { try client.search(["user": "ada"]) }
      #expect(throws: SecretFailure.isLocked) { try client.property("Items", of: defaultPath, "Collection") }
      #expect(throws: SecretFailure.isLocked) { try client.property("Label", of: item, "Item") }
      #expect(throws: SecretFailure.isLocked) { try client.property("Attributes", of: item, "Item") }
      #expect(throws: SecretFailure.isLocked) { try client.read(item) }
      #expect(throws: SecretFailure.isLocked) { try client.store("1", [:]) }
      #expect(throws: SecretFailure.isLocked) { try client.store("1", [:], in: sessionPath) }
      #expect(throws: SecretFailure.isLocked) {
        try client.call(root, "Service", "CreateCollection", .options([:]), .string(""))
      }
      #expect(try client.isLocked(defaultPath, "Collection"))
      let known = try client.call(
        defaultPath, "org.freedesktop.DBus.Properties", "GetAll", .string("org.freedesktop.Secret.Collection"))
      #expect(known.first?.named?["Items"] == nil && known.first?.named?["Locked"]?.boolean == true)
      #expect(
        try client.call(root, "Service", "ReadAlias", .string("default")) == [.objectPath(root + "/aliases/default")])
    }
    stage.move(to: .unlocked)
    #expect(try stage.client.read(item) == "1")
  }

  @Test func `What works behind a locked screen goes on working`() throws {
    let stage = try Stage()
    let client = stage.client
    let item = try client.store("psk", Self.network)
    stage.move(to: .locked)
    #expect(try client.search(Self.network) == [[item], []] && client.read(item) == "psk")
    try client.call(item, "Item", "SetSecret", client.sent("new"))
    #expect(try client.read(item) == "new")
    let other = try client.store("2", Self.network.merging(["uuid": "2"]) { $1 })
    #expect(try client.unlock(other, item).prompt == "/")
    stage.move(to: .beforeFirstUnlock)
    #expect(throws: SecretFailure.isLocked) { try client.read(item) }
  }

  @Test func `A collection may choose to be readable while locked`() throws {
    let stage = try Stage()
    let client = stage.client
    let path = try #require(
      client.call(
        root, "Service", "CreateCollection", .options(["bailey.Secret.Collection.Class": .string("afterFirstUnlock")]),
        .string("")
      ).first?.text)
    let item = try client.store("1", [:], in: path)
    stage.move(to: .locked)
    #expect(try client.read(item) == "1" && !client.isLocked(path, "Collection"))
    #expect(throws: SecretFailure.invalidArguments) {
      try client.call(
        root, "Service", "CreateCollection", .options(["bailey.Secret.Collection.Class": .string("always")]),
        .string(""))
    }
  }

  @Test func `Attributes that make an item another kind give its secret another class`() throws {
    let stage = try Stage()
    let client = stage.client
    let item = try client.store("1", ["uuid": "1"])
    try client.set("Attributes", of: item, "Item", to: attributes(Self.network))
    stage.move(to: .locked)
    #expect(try client.read(item) == "1")
    #expect(throws: SecretFailure.isLocked) { try client.set("Attributes", of: item, "Item", to: attributes([:])) }
    stage.move(to: .unlocked)
    try client.set("Attributes", of: item, "Item", to: attributes([:]))
    stage.move(to: .locked)
    #expect(throws: SecretFailure.isLocked) { try client.read(item) }
  }

  @Test func `What lives in memory is closed while locked and stays`() throws {
    let stage = try Stage()
    let item = try stage.client.store("1", ["user": "ada"], in: sessionPath)
    stage.move(to: .locked)
    #expect(throws: SecretFailure.isLocked) { try stage.client.read(item) }
    stage.move(to: .beforeFirstUnlock)
    stage.move(to: .unlocked)
    #expect(try stage.client.read(item) == "1")
  }

  @Test func `Who was told whether something is locked is told when that changes`() throws {
    let stage = try Stage()
    let client = stage.client
    let items = try ["1", "2"].map { try client.store($0, ["n": $0]) }
    _ = try client.isLocked(items[0])
    let signals = stage.move(to: .locked)
    let told = signals.filter { $0.member == "PropertiesChanged" }
    #expect(Set(told.map(\.path)) == [defaultPath, sessionPath, items[0]])
    #expect(told.allSatisfy { $0.arguments[1] == .options(["Locked": .boolean(true)]) })
    #expect(stage.move(to: .locked).isEmpty)
    #expect(
      Set(stage.move(to: .grace).filter { $0.member == "PropertiesChanged" }.map(\.path)) == Set(told.map(\.path)))
  }

  @Test func `What comes to be known at the first unlock is announced`() throws {
    let stage = try Stage()
    try stage.client.call(root, "Service", "CreateCollection", .options([:]), .string(""))
    #expect(stage.move(to: .beforeFirstUnlock).map(\.member).contains("CollectionDeleted"))
    let signals = stage.move(to: .unlocked)
    #expect(
      signals.contains(
        BusSignal(
          root, "org.freedesktop.Secret.Service", "CollectionCreated", .objectPath(root + "/collection/collection"))))
    let stale = signals.filter { $0.arguments.last == .strings(["Items"]) }
    #expect(stale.map(\.path) == [defaultPath, root + "/collection/collection"])
  }

  // MARK: - Programs that lock

  @Test func `What a program has locked stays so over a restart and an unlock of the device`() throws {
    let stage = try Stage()
    let client = stage.client
    let item = try client.store("1", Self.network)
    #expect(try client.lock(item, "/nowhere") == [item])
    stage.move(to: .locked)
    stage.move(to: .unlocked)
    for client in [client, stage.restarted()] {
      #expect(try client.isLocked(defaultPath, "Collection") && client.isLocked(item))
      #expect(throws: SecretFailure.isLocked) { try client.read(item) }
      #expect(try client.unlock(item).prompt != "/")
    }
  }

  // MARK: - Prompts

  @Test func `One question is asked after the unlock for all that waited`() throws {
    let stage = try Stage()
    let clients = (1...3).map { Client(service: stage.service, name: ":1.\($0)") }
    let item = try clients[0].store("1", ["user": "ada"])
    stage.move(to: .locked)
    let prompts = try clients.map { client in
      let prompt = try client.unlock(item).prompt
      try client.call(prompt, "Prompt", "Prompt", .string(""))
      return prompt
    }
    #expect(stage.service.nextBatch() == nil)
    stage.move(to: .unlocked)
    let (batch, changes) = try #require(stage.service.nextBatch())
    #expect(batch.owners.map(\.name) == clients.map(\.name) && batch.wanted.collections.isEmpty)
    #expect(stage.service.nextBatch() == nil)
    let completed = stage.service.settle(batch, .allowed, asOf: changes)
    #expect(completed.map(\.path) == prompts && completed.map(\.destination) == clients.map(\.name))
    #expect(completed.allSatisfy { $0.arguments == [.boolean(false), .variant(.array(of: "o", [.objectPath(item)]))] })
    #expect(stage.service.nextBatch() == nil)
  }

  @Test func `Who is refused hears that it was dismissed and what a program locked stays locked`() throws {
    let stage = try Stage()
    let client = stage.client
    _ = try client.lock(defaultPath)
    let prompt = try client.unlock(defaultPath).prompt
    try client.call(prompt, "Prompt", "Prompt", .string(""))
    let (batch, changes) = try #require(stage.service.nextBatch())
    #expect(batch.wanted.collections.map(\.label) == ["Default"])
    let completed = stage.service.settle(batch, .refused, asOf: changes)
    #expect(completed.first?.arguments == [.boolean(true), .variant(.array(of: "o", []))])
    #expect(try client.isLocked(defaultPath, "Collection"))
    let again = try client.unlock(defaultPath).prompt
    try client.call(again, "Prompt", "Prompt", .string(""))
    let next = try #require(stage.service.nextBatch())
    _ = stage.service.settle(next.batch, .allowed, asOf: next.changes)
    #expect(try !client.isLocked(defaultPath, "Collection"))
  }

  @Test func `What a program has locked is opened by the passcode and by no finger`() throws {
    let stage = try Stage()
    _ = try stage.client.lock(defaultPath)
    try stage.client.call(stage.client.unlock(defaultPath).prompt, "Prompt", "Prompt", .string(""))
    let (batch, _) = try #require(stage.service.nextBatch())
    let person = AskedForFactors()
    #expect(SecretQuestion(batch).ask(person) == .allowed)
    #expect(person.factors.withLock { $0 } == [.passcode])
  }

  @Test func `A lock puts a question off until the next unlock`() throws {
    let stage = try Stage()
    let client = stage.client
    let item = try client.store("1", [:])
    stage.move(to: .locked)
    try client.call(client.unlock(item).prompt, "Prompt", "Prompt", .string(""))
    stage.move(to: .unlocked)
    let (batch, changes) = try #require(stage.service.nextBatch())
    #expect(stage.service.settle(batch, .postponed, asOf: changes).isEmpty)
    #expect(stage.service.nextBatch() == nil)
    stage.move(to: .locked)
    #expect(stage.service.nextBatch() == nil)
    stage.move(to: .unlocked)
    #expect(stage.service.nextBatch() != nil)
  }

  @Test func `Programs that die or dismiss are not waited for`() throws {
    let stage = try Stage()
    let (client, other) = (stage.client, Client(service: stage.service, name: ":1.8"))
    let item = try client.store("1", [:])
    stage.move(to: .locked)
    let (one, two) = (try client.unlock(item).prompt, try other.unlock(item).prompt)
    try client.call(one, "Prompt", "Prompt", .string(""))
    try other.call(two, "Prompt", "Prompt", .string(""))
    #expect(throws: SecretFailure.noSuchObject) { try other.call(one, "Prompt", "Dismiss") }
    let dismissed = client.outcome(one, "Prompt", "Dismiss".description, [])
    #expect(dismissed.signals.first?.arguments.first == .boolean(true))
    stage.move(to: .unlocked)
    let (batch, changes) = try #require(stage.service.nextBatch())
    #expect(batch.owners.map(\.name) == [other.name] && stage.service.questionInVain == nil)
    #expect(stage.service.forget(other.name) == batch.context)
    #expect(stage.service.settle(batch, .refused, asOf: changes).isEmpty)
    #expect(throws: SecretFailure.noSuchObject) { try other.call(two, "Prompt", "Prompt", .string("")) }
  }

  @Test func `A prompt that its program never shows asks nobody`() throws {
    let stage = try Stage(.locked)
    _ = try stage.client.unlock(defaultPath)
    stage.move(to: .unlocked)
    #expect(stage.service.nextBatch() == nil)
    #expect(try stage.client.unlock(defaultPath).open == [defaultPath])
  }
}

/// A person who agrees, and what they were asked for.
private final class AskedForFactors: PermissionService {
  let factors = Locked<[AuthenticationQuestion.Factor]>([])
  func hasPasscode() throws(AuthenticationRefusal) -> Bool { true }
  func biometry() throws(AuthenticationRefusal) -> BiometryState { .unavailable }
  func invalidate(_ context: ContextToken) {}
  func authenticate(_ question: AuthenticationQuestion) throws(AuthenticationRefusal) {
    factors.withLock { $0.append(question.factor) }
  }
  func permission(_ question: AuthenticationQuestion) throws(AuthenticationRefusal) -> PermissionExtent {
    throw .failed
  }
}

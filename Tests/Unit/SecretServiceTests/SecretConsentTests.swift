// SPDX-License-Identifier: Apache-2.0
import InProcessKeychain
import KeychainModel
import MessageBus
import PromptModel
import ProtectionModel
import ProtectionModelTesting
import SecretServiceModel
import Testing

@testable import SecretService

/// What a person says yes to, where several programs want something at once.
@Suite struct SecretConsentTests {
  /// A collection that a program has locked.
  private static func locked(_ label: String, by client: Client) throws -> String {
    let path = try #require(
      client.call(
        root, "Service", "CreateCollection",
        .options(["\(Client.secret).Collection.Label": .string(label)]), .string("")
      ).first?.text)
    #expect(try client.lock(path) == [path])
    return path
  }

  private static func wait(for paths: String..., as client: Client) throws {
    let asked = BusValue.array(of: "o", paths.map(BusValue.objectPath))
    let prompt = try #require(client.call(root, "Service", "Unlock", asked)[1].text)
    try client.call(prompt, "Prompt", "Prompt", .string(""))
  }

  @Test func `A yes to one program opens nothing that another one waits for`() throws {
    let stage = try Stage()
    let (mail, other) = (stage.client, Client(service: stage.service, name: ":1.8"))
    let (work, bank) = (try Self.locked("Work", by: mail), try Self.locked("Bank", by: mail))
    try Self.wait(for: work, as: mail)
    try Self.wait(for: bank, as: other)
    let first = try #require(stage.service.nextBatch())
    #expect(first.batch.owners.map(\.name) == [mail.name] && first.batch.wanted.collections.map(\.label) == ["Work"])
    _ = stage.service.settle(first.batch, .allowed, asOf: first.changes)
    #expect(try !mail.isLocked(work, "Collection") && mail.isLocked(bank, "Collection"))
    let second = try #require(stage.service.nextBatch())
    #expect(second.batch.owners.map(\.name) == [other.name] && second.batch.wanted.collections.map(\.label) == ["Bank"])
  }

  @Test func `Who waits for the device alone is not named for what another one wants opened`() throws {
    let stage = try Stage()
    let (mail, other) = (stage.client, Client(service: stage.service, name: ":1.8"))
    let bank = try Self.locked("Bank", by: mail)
    stage.move(to: .locked)
    try Self.wait(for: defaultPath, as: mail)
    try Self.wait(for: bank, as: other)
    stage.move(to: .unlocked)
    let (batch, changes) = try #require(stage.service.nextBatch())
    #expect(batch.owners.map(\.name) == [mail.name] && batch.wanted.collections.isEmpty)
    _ = stage.service.settle(batch, .allowed, asOf: changes)
    #expect(try mail.isLocked(bank, "Collection"))
  }

  @Test func `What is locked while the person is asked stays locked whatever they say`() throws {
    let stage = try Stage()
    let client = stage.client
    stage.move(to: .locked)
    try Self.wait(for: defaultPath, as: client)
    stage.move(to: .unlocked)
    let (batch, changes) = try #require(stage.service.nextBatch())
    _ = try client.lock(defaultPath)
    _ = stage.service.settle(batch, .allowed, asOf: changes)
    #expect(try client.isLocked(defaultPath, "Collection"))
  }

  @Test func `The whole reason is seen however long a path or a label is`() throws {
    let context = try #require(ContextToken([UInt8](repeating: 1, count: ContextToken.size)))
    let name = try #require(PathElement("bank"))
    let label = "Mail”. Give your passcode to “" + String(repeating: "x", count: 4000)
    let collection = PromptBatch.Collection(name: name, label: label)
    let batch = PromptBatch(
      numbers: [1],
      owners: [
        SecretCaller(":1.7", program("/tmp/" + String(repeating: "y", count: 4000) + "/program")),
        SecretCaller(":1.8", nil),
      ],
      wanted: PromptBatch.Wanted(collections: [collection, collection, collection, collection]), context: context)
    let reason = SecretQuestion(batch).reason
    #expect(reason.count <= 250 && reason.contains("y/program wants to open “Mail. Give your passcode"), "\(reason)")
    #expect(reason.hasSuffix("and 1 more, which was locked. One other program waits too."), "\(reason)")
  }

  /// The file's name is its maker's, who could write a question of their own there.
  @Test(arguments: ["\u{2003}", "e\u{323}\u{323}\u{323}\u{323}", "\u{2060}", "한", "\u{1F1E9}\u{1F1EA}"])
  func `No letters of a program's name take the place of what it wants`(filling: String) throws {
    let context = try #require(ContextToken([UInt8](repeating: 1, count: ContextToken.size)))
    let name = "/tmp/Mail wants to open its own passwords." + String(repeating: filling, count: 150)
    let reader = SecretCaller(":1.7", program(name))
    let label = "Bank" + String(repeating: filling, count: 40)
    let owner = ItemOwner(program("/usr/bin/bank" + String(repeating: filling, count: 150)))
    let reading = PromptBatch.Reading(caller: reader, owners: [owner, nil], labels: [label, label])
    let batch = PromptBatch(
      numbers: [1], owners: [reader], wanted: PromptBatch.Wanted(reading: reading), context: context)
    // As much as the agent shows of it.
    let seen = String(decoding: SecretQuestion(batch).reason.utf8.prefix(240), as: UTF8.self)
    #expect(seen.contains(" wants to read “Bank") && seen.contains("and 1 more, stored by "), "\(seen)")
    #expect(seen.contains("and 1 more programs. It is "), "\(seen)")
  }

  // MARK: - Room

  @Test func `Prompts are for so many objects together that one program cannot fill the memory`() throws {
    let stage = try Stage(.locked)
    let client = stage.client
    let same = [String](repeating: defaultPath, count: SecretServiceLimits.objects)
    for _ in 0..<4 {
      let asked = BusValue.array(of: "o", same.map(BusValue.objectPath))
      #expect(try client.call(root, "Service", "Unlock", asked)[0] == .array(of: "o", []))
    }
    #expect(try client.unlock(defaultPath).prompt != "/")
    stage.move(to: .beforeFirstUnlock)
    let unknown = (1...SecretServiceLimits.objects).map { BusValue.objectPath("\(defaultPath)/\($0)") }
    #expect(throws: SecretFailure.limitsExceeded) {
      try client.call(root, "Service", "Unlock", .array(of: "o", unknown))
    }
    let other = Client(service: stage.service, name: ":1.8")
    #expect(try other.call(root, "Service", "Unlock", .array(of: "o", unknown))[1].text != "/")
  }

  @Test func `What is known of all items together has a limit`() throws {
    let keychain = try InProcessKeychain()
    keychain.keys.move(to: .unlocked)
    var state = ServiceState(
      KeychainSecrets(keychain.session(groups: ["bailey.private.secret-service"])), clock: { 1_700_000_000 })
    state.follow(.unlocked)
    state.mostRecordBytes = 2000
    let long = String(repeating: "a", count: 900)
    let caller = SecretCaller(":1.7", mailProgram)
    let content = try #require(SecretContent(.empty, type: "text/plain"))
    _ = try state.createItem(long, .none, content, replaces: false, in: .default, caller)
    let number = try state.createItem(long, .none, content, replaces: false, in: .default, caller)
    #expect(throws: SecretFailure.limitsExceeded) {
      try state.createItem(long, .none, content, replaces: false, in: .default, caller)
    }
    #expect(throws: SecretFailure.limitsExceeded) {
      try state.set("Label", nil, of: .item(number, .default), to: .string(long + long), caller)
    }
    try state.set("Label", nil, of: .item(number, .default), to: .string("b"), caller)
    _ = try state.createItem(long, .none, content, replaces: false, in: .default, caller)
  }

  // MARK: - The class of what others store

  @Test func `No program has the default name a collection that is open while locked`() throws {
    let stage = try Stage()
    let client = stage.client
    let open = BusValue.options(["bailey.Secret.Collection.Class": .string("afterFirstUnlock")])
    let path = try #require(client.call(root, "Service", "CreateCollection", open, .string("")).first?.text)
    #expect(throws: SecretFailure.notSupported) {
      try client.call(root, "Service", "SetAlias", .string("default"), .objectPath(path))
    }
    try client.call(root, "Service", "SetAlias", .string("default"), .objectPath("/"))
    #expect(throws: SecretFailure.notSupported) {
      try client.call(root, "Service", "CreateCollection", open, .string("default"))
    }
    try client.call(root, "Service", "SetAlias", .string("default"), .objectPath(defaultPath))
    #expect(
      try client.call(root, "Service", "ReadAlias", .string("default")) == [.objectPath(defaultPath)])
  }
}

// SPDX-License-Identifier: Apache-2.0
import InProcessKeychain
import KeychainModel
import MessageBus
import ProtectionModel
import ProtectionModelTesting
import SecretServiceModel
import Testing

@testable import SecretService

/// What the owner changes in the keychain, beside the service.
@Suite struct SecretReloadTests {
  private static let mail = ["user": "ada"]

  @Test func `What was deleted beside it is gone and said to be`() throws {
    let stage = try Stage()
    let kept = try stage.client.store("1", Self.mail, label: "Kept")
    let deleted = try stage.client.store("2", ["user": "bob"], label: "Deleted")
    try stage.beside.removeItem(number(of: deleted), in: .default)
    let signals = try stage.service.readAgain()
    #expect(members(signals, of: deleted) == ["ItemDeleted"] && members(signals, of: kept).isEmpty)
    #expect(try stage.client.search(["user": "bob"]) == [[], []])
    #expect(throws: SecretFailure.noSuchObject) { try stage.client.property("Label", of: deleted, "Item") }
    #expect(try stage.client.read(kept) == "1")
    #expect(try stage.service.readAgain().isEmpty)
  }

  @Test func `What was changed or restored beside it is current`() throws {
    let stage = try Stage()
    let item = try stage.client.store("1", Self.mail, label: "Before")
    try stage.client.store("3", ["user": "session"], in: sessionPath)
    let other = SecretService(stage.keychain.session(groups: ["bailey.private.secret-service"]), clock: { 1 })
    _ = other.follow(.unlocked)
    let owner = Client(service: other)
    try owner.set("Label", of: item, "Item", to: .string("After"))
    try owner.call(item, "Item", "SetSecret", owner.sent("4"))
    let made = try owner.store("2", ["user": "bob"])
    let signals = try stage.service.readAgain()
    #expect(members(signals, of: item) == ["ItemChanged"] && members(signals, of: made) == ["ItemCreated"])
    #expect(try stage.client.property("Label", of: item, "Item") == .string("After"))
    #expect(try stage.client.read(item) == "4" && stage.client.read(made) == "2")
    #expect(try stage.client.search(["user": "session"])[0].count == 1)
  }

  @Test func `Of very many changes it is said that the lists are others`() throws {
    let stage = try Stage()
    let items = try (0..<65).map { try stage.client.store("1", ["user": "\($0)"]) }
    for item in items { try stage.beside.removeItem(number(of: item), in: .default) }
    let signals = try stage.service.readAgain()
    #expect(signals.allSatisfy { $0.member == "PropertiesChanged" } && signals.contains { $0.path == defaultPath })
    #expect(try stage.client.search([:]) == [[], []])
  }

  @Test func `While it cannot be read all is as it was, and before the first unlock nothing is known`() throws {
    let stage = try Stage()
    let item = try stage.client.store("1", Self.mail)
    try stage.client.store("2", ["user": "bob"])
    try stage.beside.removeItem(number(of: item), in: .default)
    stage.keychain.keys.move(to: .beforeFirstUnlock)
    #expect(throws: SecretFailure.self) { try stage.service.readAgain() }
    #expect(try stage.client.search(Self.mail) == [[item], []])
    stage.move(to: .beforeFirstUnlock)
    #expect(try stage.service.readAgain().isEmpty)
    #expect(throws: SecretFailure.isLocked) { try stage.client.search(Self.mail) }
    stage.move(to: .unlocked)
    #expect(try stage.client.search(Self.mail) == [[], []])
  }

  private func members(_ signals: [BusSignal], of item: String) -> [String] {
    signals.filter { $0.arguments.first == .objectPath(item) }.map(\.member)
  }

  private func number(of item: String) throws -> UInt64 {
    guard case .item(let number, _)? = SecretObject(path: item) else { throw SecretFailure.noSuchObject }
    return number
  }
}

extension Stage {
  /// The same keychain, as somebody else changes it.
  fileprivate var beside: KeychainSecrets {
    KeychainSecrets(keychain.session(groups: ["bailey.private.secret-service"]))
  }
}

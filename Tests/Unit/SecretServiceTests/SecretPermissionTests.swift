// SPDX-License-Identifier: Apache-2.0
import AccessModel
import MessageBus
import PromptModel
import ProtectionModel
import SecretServiceModel
import Testing

@testable import SecretService

/// Which program reads what: what it stored itself, and what the person allowed it.
@Suite struct SecretPermissionTests {
  private static let browser = program("/usr/bin/browser")
  private static let wanted = ["service": "mail", "user": "ada"]

  private static func other(_ stage: Stage, _ program: SecretProgram? = browser, name: String = ":1.8") -> Client {
    Client(service: stage.service, name: name, program: program)
  }

  /// Asks for items as programs do, and has the person decide. The question's words, if there was one.
  @discardableResult
  private static func ask(
    for items: String..., as client: Client, _ decision: PromptBatch.Decision
  ) throws -> String? {
    let asked = BusValue.array(of: "o", items.map(BusValue.objectPath))
    let prompt = try #require(client.call(root, "Service", "Unlock", asked)[1].text)
    #expect(prompt != "/")
    try client.call(prompt, "Prompt", "Prompt", .string(""))
    guard let (batch, changes) = client.service.nextBatch() else { return nil }
    _ = client.service.settle(batch, decision, asOf: changes)
    return SecretQuestion(batch).reason
  }

  @Test func `A program reads what it stored and nobody else does`() throws {
    let stage = try Stage()
    let item = try stage.client.store("opensesame", Self.wanted)
    let other = Self.other(stage)
    #expect(try stage.client.read(item) == "opensesame" && !stage.client.isLocked(item))
    #expect(throws: SecretFailure.isLocked) { try other.read(item) }
    #expect(try other.isLocked(item) && other.search(Self.wanted) == [[], [item]])
    #expect(try stage.client.search(Self.wanted) == [[item], []])
    let session = try other.session()
    let found = try other.call(
      root, "Service", "GetSecrets", .array(of: "o", [.objectPath(item)]), .objectPath(session))
    #expect(found == [.dictionary(keys: "o", values: "(oayays)", [])])
  }

  @Test func `Once allowed it reads all that the same program stored, also after a restart`() throws {
    let stage = try Stage()
    let other = Self.other(stage)
    let item = try stage.client.store("opensesame", Self.wanted, label: "Mail")
    let words = try #require(try Self.ask(for: item, as: other, .allowed))
    #expect(words.hasPrefix("/usr/bin/browser wants to read “Mail”, stored by /usr/bin/mail."), "\(words)")
    #expect(words.contains("not sandboxed"))
    #expect(try other.read(item) == "opensesame")
    let second = try stage.client.store("second", ["service": "news"])
    #expect(try other.read(second) == "second")
    var again = stage.restarted()
    (again.name, again.program) = (":1.20", Self.browser)
    #expect(try again.read(item) == "opensesame")
    again.program = program("/usr/bin/third")
    #expect(throws: SecretFailure.isLocked) { try again.read(item) }
  }

  @Test func `What was allowed falls when the executable changes and is asked about anew`() throws {
    let stage = try Stage()
    let item = try stage.client.store("opensesame", Self.wanted)
    try Self.ask(for: item, as: Self.other(stage), .allowed)
    let changed = Self.other(stage, program("/usr/bin/browser", contents: "2"), name: ":1.9")
    #expect(throws: SecretFailure.isLocked) { try changed.read(item) }
    #expect(try Self.ask(for: item, as: changed, .allowed) != nil)
    #expect(try changed.read(item) == "opensesame")
    let rows = try changed.call(root, "bailey.Secret.Permissions", "List")
    #expect(rows.first?.elements?.count == 1, "\(rows)")
    #expect(throws: SecretFailure.isLocked) { try Self.other(stage).read(item) }
  }

  @Test func `An update by root leaves a program its own items, and a file that others can write does not`() throws {
    let stage = try Stage()
    let item = try stage.client.store("opensesame", Self.wanted)
    #expect(try Self.other(stage, program("/usr/bin/mail", contents: "2")).read(item) == "opensesame")
    let (home, script) = (
      program("/home/ada/mail", isGuarded: false), program("/usr/bin/python3", script: "/home/ada/x")
    )
    for own in [home, script] {
      let stored = try Self.other(stage, own).store("mine", ["own": own.title])
      #expect(try Self.other(stage, own, name: ":1.9").read(stored) == "mine")
      let changed =
        own == home
        ? program("/home/ada/mail", contents: "2", isGuarded: false)
        : program("/usr/bin/python3", contents: "2", script: "/home/ada/x")
      #expect(throws: SecretFailure.isLocked) { try Self.other(stage, changed).read(stored) }
    }
    let interpreter = Self.other(stage, program("/usr/bin/python3"))
    let scripted = try Self.other(stage, script).store("script", ["kind": "script"])
    #expect(throws: SecretFailure.isLocked) { try interpreter.read(scripted) }
  }

  @Test func `Refused it is not asked again, and without anybody to ask it is`() throws {
    let stage = try Stage()
    let other = Self.other(stage)
    let item = try stage.client.store("opensesame", Self.wanted)
    #expect(try Self.ask(for: item, as: other, .unasked) != nil)
    #expect(try Self.ask(for: item, as: other, .refused) != nil)
    #expect(try Self.ask(for: item, as: other, .allowed) == nil)
    #expect(try Self.ask(for: item, as: Self.other(stage, name: ":1.9"), .allowed) == nil)
    #expect(throws: SecretFailure.isLocked) { try other.read(item) }
  }

  @Test func `Who cannot be told from others owns nothing and is allowed until it leaves`() throws {
    let stage = try Stage()
    let hidden = Self.other(stage, nil)
    let item = try hidden.store("opensesame", Self.wanted)
    #expect(throws: SecretFailure.isLocked) { try hidden.read(item) }
    let words = try Self.ask(for: item, as: hidden, .allowed)
    #expect(words?.contains("stored by an unknown program") == true, "\(words ?? "")")
    #expect(try hidden.read(item) == "opensesame")
    #expect(throws: SecretFailure.isLocked) { try Self.other(stage, nil, name: ":1.9").read(item) }
    _ = stage.service.forget(hidden.name)
    #expect(throws: SecretFailure.isLocked) { try hidden.read(item) }
    #expect(try hidden.call(root, "bailey.Secret.Permissions", "List").first?.elements?.isEmpty == true)
  }

  @Test func `Allowed once it reads until it leaves the bus, under that name alone`() throws {
    let stage = try Stage()
    let other = Self.other(stage)
    let item = try stage.client.store("opensesame", Self.wanted)
    try Self.ask(for: item, as: other, .allowedOnce)
    #expect(try other.read(item) == "opensesame")
    #expect(throws: SecretFailure.isLocked) { try Self.other(stage, name: ":1.9").read(item) }
    // Another program that has come to speak under the name.
    #expect(throws: SecretFailure.isLocked) { try Self.other(stage, program("/usr/bin/third")).read(item) }
    #expect(try other.call(root, "bailey.Secret.Permissions", "List").first?.elements?.isEmpty == true)
    _ = stage.service.forget(other.name)
    #expect(throws: SecretFailure.isLocked) { try other.read(item) }
  }

  @Test func `Each secret that is given is told of with who got it, and no other`() throws {
    let stage = try Stage()
    let item = try stage.client.store("opensesame", Self.wanted, label: "Mail")
    func readings(_ client: Client) throws -> [SecretReading: UInt32] {
      let session = BusValue.objectPath(try client.session())
      let one = client.outcome(item, "Item", "GetSecret", [session]).readings
      let all = client.outcome(root, "Service", "GetSecrets", [.array(of: "o", [.objectPath(item)]), session]).readings
      return one.merging(all) { $0 + $1 }
    }
    #expect(try readings(stage.client) == [SecretReading(program: "/usr/bin/mail", label: "Mail"): 2])
    #expect(try readings(Self.other(stage)).isEmpty)
  }

  @Test func `What another program stored is neither changed nor deleted nor replaced without permission`() throws {
    let stage = try Stage()
    let other = Self.other(stage)
    let item = try stage.client.store("opensesame", Self.wanted)
    #expect(throws: SecretFailure.isLocked) { try other.call(item, "Item", "SetSecret", other.sent("x")) }
    #expect(throws: SecretFailure.isLocked) { try other.call(item, "Item", "Delete") }
    #expect(throws: SecretFailure.isLocked) { try other.set("Label", of: item, "Item", to: .string("x")) }
    let beside = try other.store("other", Self.wanted, replaces: true)
    #expect(beside != item)
    #expect(try stage.client.store("again", Self.wanted, replaces: true) == item)
    #expect(try stage.client.read(item) == "again" && other.read(beside) == "other")
  }

  @Test func `Nobody but who stored an item has it open while the device is locked`() throws {
    let stage = try Stage()
    let other = Self.other(stage)
    let item = try stage.client.store("opensesame", Self.wanted)
    try Self.ask(for: item, as: other, .allowed)
    let network = attributes(["xdg:schema": "org.freedesktop.NetworkManager.Connection"])
    try other.set("Attributes", of: item, "Item", to: network)
    stage.move(to: .locked)
    #expect(throws: SecretFailure.isLocked) { try stage.client.read(item) }
    stage.move(to: .unlocked)
    try stage.client.set("Attributes", of: item, "Item", to: network)
    stage.move(to: .locked)
    #expect(try stage.client.read(item) == "opensesame")
  }

  // MARK: - The setting

  @Test func `A collection that asks asks its own programs too, and an open one nobody`() throws {
    let stage = try Stage()
    let other = Self.other(stage)
    let item = try stage.client.store("opensesame", Self.wanted)
    func set(_ access: String) throws -> String? {
      try stage.client.call(
        root, "bailey.Secret.Permissions", "SetAccess", .objectPath(defaultPath), .string(access)
      ).first?.text
    }
    #expect(try set("ask") == "/")
    #expect(throws: SecretFailure.isLocked) { try stage.client.read(item) }
    try stage.client.call(item, "Item", "SetSecret", stage.client.sent("changed"))
    let prompt = try #require(try set("open"))
    #expect(throws: SecretFailure.isLocked) { try other.read(item) }
    try stage.client.call(prompt, "Prompt", "Prompt", .string(""))
    let (batch, changes) = try #require(stage.service.nextBatch())
    #expect(
      SecretQuestion(batch).reason.contains(
        "wants every program to read all of what programs store without naming a place"))
    _ = stage.service.settle(batch, .allowed, asOf: changes)
    #expect(try other.read(item) == "changed")
    #expect(try set("own") == "/")
    #expect(throws: SecretFailure.isLocked) { try other.read(item) }
  }

  @Test func `A no to every program's reading is kept, for who asked and no other`() throws {
    let stage = try Stage()
    func isAsked(_ client: Client) throws -> (batch: PromptBatch, changes: Int)? {
      let prompt = try #require(
        client.call(root, "bailey.Secret.Permissions", "SetAccess", .objectPath(defaultPath), .string("open"))
          .first?.text)
      try client.call(prompt, "Prompt", "Prompt", .string(""))
      return client.service.nextBatch()
    }
    let first = try #require(try isAsked(stage.client))
    _ = stage.service.settle(first.batch, .refused, asOf: first.changes)
    #expect(try isAsked(stage.client) == nil && isAsked(Self.other(stage, mailProgram, name: ":1.9")) == nil)
    #expect(try isAsked(Self.other(stage)) != nil)
  }

  @Test func `Nobody renames a collection in which others have stored something`() throws {
    let stage = try Stage()
    let other = Self.other(stage)
    try stage.client.set("Label", of: defaultPath, "Collection", to: .string("Mine"))
    let item = try stage.client.store("opensesame", Self.wanted)
    #expect(throws: SecretFailure.isLocked) {
      try other.set("Label", of: defaultPath, "Collection", to: .string("Harmless"))
    }
    try Self.ask(for: item, as: other, .allowed)
    try other.set("Label", of: defaultPath, "Collection", to: .string("Ours"))
    #expect(try stage.client.property("Label", of: defaultPath, "Collection") == .string("Ours"))
  }

  @Test func `Programs store nothing in an open collection unless they name it`() throws {
    let stage = try Stage()
    let mine = try stage.client.call(
      root, "Service", "CreateCollection",
      .options(["\(Client.secret).Collection.Label": .string("Scratch")]), .string("")
    ).first?.text
    let scratch = try #require(mine)
    let prompt = try #require(
      try stage.client.call(
        root, "bailey.Secret.Permissions", "SetAccess", .objectPath(scratch), .string("open")
      ).first?.text)
    try stage.client.call(prompt, "Prompt", "Prompt", .string(""))
    let (batch, changes) = try #require(stage.service.nextBatch())
    #expect(SecretQuestion(batch).ask(NobodyWithAPasscode()) == .unasked)
    #expect(batch.wanted.letsOthersRead && SecretQuestion(batch).reason.contains("“Scratch”"))
    _ = stage.service.settle(batch, .allowed, asOf: changes)
    #expect(throws: SecretFailure.notSupported) {
      try stage.client.call(root, "Service", "SetAlias", .string("default"), .objectPath(scratch))
    }
  }

  @Test func `Permissions are listed and taken back by what the program is called`() throws {
    let stage = try Stage()
    let other = Self.other(stage)
    let item = try stage.client.store("opensesame", Self.wanted)
    try Self.ask(for: item, as: other, .allowed)
    let script = Self.other(stage, program("/usr/bin/python3", script: "/home/ada/x"), name: ":1.9")
    try Self.ask(for: item, as: script, .allowed)
    let ofScript = try stage.client.call(root, "bailey.Secret.Permissions", "Forget", .string("/home/ada/x"))
    #expect(ofScript == [.uint32(1)])
    #expect(throws: SecretFailure.isLocked) { try script.read(item) }
    let rows = try stage.client.call(root, "bailey.Secret.Permissions", "List").first?.elements
    #expect(
      rows == [.structure([.string("/usr/bin/browser"), .string("/usr/bin/mail"), .uint64(1_700_000_000)])])
    let count = try stage.client.call(
      root, "bailey.Secret.Permissions", "Forget", .string("/usr/bin/browser"))
    #expect(count == [.uint32(1)])
    #expect(throws: SecretFailure.isLocked) { try other.read(item) }
    var again = stage.restarted()
    again.program = Self.browser
    #expect(throws: SecretFailure.isLocked) { try again.read(item) }
  }

  @Test func `Two connections of one program are asked about once`() throws {
    let stage = try Stage()
    let item = try stage.client.store("opensesame", Self.wanted)
    let (one, two) = (Self.other(stage), Self.other(stage, name: ":1.9"))
    for client in [one, two] {
      let prompt = try client.unlock(item).prompt
      try client.call(prompt, "Prompt", "Prompt", .string(""))
    }
    let (batch, changes) = try #require(stage.service.nextBatch())
    let signals = stage.service.settle(batch, .allowed, asOf: changes)
    #expect(Set(signals.compactMap(\.destination)) == [one.name, two.name])
    #expect(stage.service.nextBatch() == nil)
  }
}

/// Bailey without a passcode: nobody can show that it is they who answer.
private struct NobodyWithAPasscode: PermissionService {
  func hasPasscode() throws(AuthenticationRefusal) -> Bool { false }
  func biometry() throws(AuthenticationRefusal) -> BiometryState { .unavailable }
  func invalidate(_ context: ContextToken) {}
  func authenticate(_ question: AuthenticationQuestion) throws(AuthenticationRefusal) { throw .noPasscode }
  func permission(_ question: AuthenticationQuestion) throws(AuthenticationRefusal) -> PermissionExtent {
    throw .noPasscode
  }
}

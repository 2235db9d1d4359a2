// SPDX-License-Identifier: Apache-2.0
import MessageBus
import RunningInstance
import Testing

@testable import SecretService

@Suite struct SecretServiceTests {
  // MARK: - Items

  @Test func `What is stored is found and read`() throws {
    let client = try Stage().client
    let item = try client.store("opensesame", ["user": "ada", "app": "mail"])
    #expect(try client.search(["user": "ada"]) == [[item], []])
    #expect(try client.read(item) == "opensesame")
    #expect(try client.property("Label", of: item, "Item").text == "A label")
    #expect(try client.property("Attributes", of: item, "Item").named?["app"]?.text == "mail")
    #expect(try client.property("Created", of: item, "Item") == .uint64(1_700_000_000))
    #expect(try !client.isLocked(item) && !client.isLocked(defaultPath, "Collection"))
  }

  @Test func `Items with the same attributes are two unless one is to replace the other`() throws {
    let client = try Stage().client
    let one = try client.store("1", ["user": "ada"])
    let two = try client.store("2", ["user": "ada"])
    #expect(one != two)
    let three = try client.store("3", ["user": "ada"], label: "New", replaces: true)
    #expect(three == one)
    #expect(try client.read(one) == "3" && client.read(two) == "2")
    #expect(try client.property("Label", of: one, "Item").text == "New")
    #expect(try client.store("4", ["user": "ada", "more": ""], replaces: true) != one)
  }

  @Test func `Label attributes and secret change`() throws {
    let client = try Stage().client
    let item = try client.store("1", ["user": "ada"])
    try client.set("Label", of: item, "Item", to: .string("Other"))
    try client.set("Attributes", of: item, "Item", to: attributes(["user": "bob"]))
    try client.call(item, "Item", "SetSecret", client.sent("2"))
    #expect(try client.property("Label", of: item, "Item").text == "Other")
    #expect(try client.search(["user": "ada"]) == [[], []] && client.search(["user": "bob"]) == [[item], []])
    #expect(try client.read(item) == "2")
  }

  @Test func `What is deleted is gone`() throws {
    let stage = try Stage()
    let item = try stage.client.store("1", ["user": "ada"])
    #expect(try stage.client.call(item, "Item", "Delete") == [.objectPath("/")])
    for client in [stage.client, stage.restarted()] {
      #expect(try client.search([:]) == [[], []])
      #expect(throws: SecretFailure.noSuchObject) { try client.call(item, "Item", "Delete") }
      #expect(throws: SecretFailure.noSuchObject) { try client.read(item) }
    }
  }

  @Test func `Several secrets come in one answer`() throws {
    let client = try Stage().client
    let items = try ["1", "2"].map { try client.store($0, ["n": $0]) }
    let asked = (items + [root + "/collection/default/99", "/nowhere"]).map(BusValue.objectPath)
    let values = try client.call(root, "Service", "GetSecrets", .array(of: "o", asked), .objectPath(client.session()))
    guard case .dictionary(_, _, let entries)? = values.first else { throw SecretFailure.failed }
    #expect(entries.map { $0.key.text } == items)
    #expect(try entries.map { try client.text($0.value) } == ["1", "2"])
  }

  @Test func `A service that starts again knows everything but what lived in memory`() throws {
    let stage = try Stage()
    let item = try stage.client.store("1", ["user": "ada"])
    let short = try stage.client.store("2", ["user": "ada"], in: sessionPath)
    #expect(try stage.client.search(["user": "ada"]) == [[item, short].sorted(), []].map { $0.sorted() })
    let client = stage.restarted()
    #expect(try client.search(["user": "ada"]) == [[item], []])
    #expect(try client.read(item) == "1")
    #expect(throws: SecretFailure.noSuchObject) { try client.read(short) }
  }

  // MARK: - Collections

  @Test func `Collections are made found by alias and deleted with their items`() throws {
    let stage = try Stage()
    let client = stage.client
    let made = try client.call(
      root, "Service", "CreateCollection", .options(["org.freedesktop.Secret.Collection.Label": .string("My work")]),
      .string("work"))
    let path = root + "/collection/My_work"
    #expect(made == [.objectPath(path), .objectPath("/")])
    let item = try client.store("1", ["user": "ada"], in: root + "/aliases/work")
    #expect(item.hasPrefix(path + "/"))
    #expect(paths(try client.property("Items", of: path, "Collection")) == [item])
    #expect(try stage.restarted().call(root, "Service", "ReadAlias", .string("work")) == [.objectPath(path)])
    #expect(
      paths(try stage.restarted().property("Collections", of: root, "Service")) == [defaultPath, sessionPath, path])
    try client.call(path, "Collection", "Delete")
    #expect(try client.search([:]) == [[], []])
    #expect(try stage.restarted().call(root, "Service", "ReadAlias", .string("work")) == [.objectPath("/")])
    #expect(throws: SecretFailure.noSuchObject) { try client.property("Label", of: path, "Collection") }
  }

  @Test func `An alias moves and goes`() throws {
    let stage = try Stage()
    let client = stage.client
    let other = try #require(
      client.call(
        root, "Service", "CreateCollection", .options(["org.freedesktop.Secret.Collection.Label": .string("B")]),
        .string("")
      ).first?.text)
    try client.call(root, "Service", "SetAlias", .string("default"), .objectPath(other))
    #expect(try stage.restarted().call(root, "Service", "ReadAlias", .string("default")) == [.objectPath(other)])
    #expect(try client.store("1", [:], in: root + "/aliases/default").hasPrefix(other))
    try client.call(root, "Service", "SetAlias", .string("default"), .objectPath("/"))
    #expect(try stage.restarted().call(root, "Service", "ReadAlias", .string("default")) == [.objectPath("/")])
  }

  @Test func `Default and session stay`() throws {
    let client = try Stage().client
    for path in [defaultPath, sessionPath] {
      #expect(throws: SecretFailure.notSupported) { try client.call(path, "Collection", "Delete") }
    }
    try client.set("Label", of: defaultPath, "Collection", to: .string("Hello!"))
    #expect(try client.property("Label", of: defaultPath, "Collection").text == "Hello!")
  }

  // MARK: - Signals

  @Test func `Changes are announced`() throws {
    let client = try Stage().client
    let outcome = client.outcome(
      defaultPath, "Collection", "CreateItem", [.options([:]), try client.sent("1"), .boolean(false)])
    let item = try #require(outcome.reply.get().first?.text)
    #expect(
      outcome.signals == [
        BusSignal(defaultPath, "org.freedesktop.Secret.Collection", "ItemCreated", .objectPath(item)),
        BusSignal(
          defaultPath, "org.freedesktop.DBus.Properties", "PropertiesChanged",
          .string("org.freedesktop.Secret.Collection"), .options([:]), .strings(["Items"])),
      ])
    let deletion = client.outcome(item, "Item", "Delete", [])
    #expect(deletion.signals.map(\.member) == ["ItemDeleted", "PropertiesChanged"])
    let making = client.outcome(root, "Service", "CreateCollection", [.options([:]), .string("")])
    #expect(making.signals.map(\.member) == ["CollectionCreated", "PropertiesChanged"])
    #expect(making.signals.map(\.path) == [root, root])
  }

  // MARK: - Sessions

  @Test func `A session is of the program that opened it until it leaves`() throws {
    let stage = try Stage()
    let client = stage.client
    let other = Client(service: stage.service, name: ":1.8")
    let item = try client.store("1", [:])
    let session = try client.session()
    #expect(throws: SecretFailure.noSession) { try other.call(item, "Item", "GetSecret", .objectPath(session)) }
    #expect(throws: SecretFailure.noSession) { try other.call(session, "Session", "Close") }
    _ = stage.service.forget(client.name)
    #expect(throws: SecretFailure.noSession) { try client.call(item, "Item", "GetSecret", .objectPath(session)) }
    let next = try client.session()
    try client.call(next, "Session", "Close")
    #expect(throws: SecretFailure.noSession) { try client.call(item, "Item", "GetSecret", .objectPath(next)) }
  }

  @Test func `A program has so many sessions and no other pays for it`() throws {
    let stage = try Stage()
    for _ in 0..<256 { _ = try stage.client.session() }
    #expect(throws: SecretFailure.limitsExceeded) { try stage.client.session() }
    #expect(throws: Never.self) { try Client(service: stage.service, name: ":1.9").session() }
  }

  @Test func `Unknown algorithms are refused by name`() throws {
    let client = try Stage().client
    for (algorithm, input, failure) in [
      ("rot13", BusValue.string(""), SecretFailure.notSupported), ("plain", .bytes([]), .invalidArguments),
      ("dh-ietf1024-sha256-aes128-cbc-pkcs7", .string(""), .invalidArguments),
      ("dh-ietf1024-sha256-aes128-cbc-pkcs7", .bytes([1]), .invalidArguments),
    ] {
      #expect(throws: failure) {
        try client.call(root, "Service", "OpenSession", .string(algorithm), .variant(input))
      }
    }
  }

  // MARK: - Strangers

  @Test func `Wrong types and dead paths are refused and change nothing`() throws {
    let client = try Stage().client
    let item = try client.store("1", ["user": "ada"])
    let wrong: [(String, String, String, [BusValue])] = [
      (root, "Service", "SearchItems", [.options(["user": .string("ada")])]),
      (root, "Service", "SearchItems", []), (root, "Service", "Unlock", [.strings(["x"])]),
      (root, "Service", "GetSecrets", [.array(of: "o", [.string("x")]), .objectPath("/")]),
      (defaultPath, "Collection", "CreateItem", [.options([:]), .structure([]), .boolean(true)]),
      (
        defaultPath, "Collection", "CreateItem",
        [.options(["org.freedesktop.Secret.Item.Label": .byte(1)]), try client.sent(""), .boolean(true)]
      ),
      (item, "Item", "SetSecret", [.structure([.objectPath("/"), .bytes([]), .bytes([]), .bytes([])])]),
      (
        item, "org.freedesktop.DBus.Properties", "Set",
        [.string("org.freedesktop.Secret.Item"), .string("Label"), .variant(.byte(1))]
      ),
    ]
    for (path, interface, member, arguments) in wrong {
      #expect(throws: SecretFailure.invalidArguments) {
        try client.outcome(path, interface, member, arguments).reply.get()
      }
    }
    for path in [
      "/", "/org", root + "/x", root + "/collection/none", item + "0", root + "/session/1", root + "/prompt/1",
    ] {
      #expect(throws: SecretFailure.self) { try client.call(path, "Item", "Delete") }
    }
    #expect(throws: SecretFailure.unknownMethod) { try client.call(item, "Item", "Explode") }
    #expect(throws: SecretFailure.unknownMethod) { try client.call(item, "Collection", "Delete") }
    #expect(throws: SecretFailure.unknownProperty) { try client.property("Nothing", of: item, "Item") }
    #expect(throws: SecretFailure.readOnlyProperty) { try client.set("Locked", of: item, "Item", to: .boolean(false)) }
    #expect(try client.read(item) == "1" && client.search([:]) == [[item], []])
  }

  @Test func `What is larger than may be is refused`() throws {
    let client = try Stage().client
    #expect(throws: SecretFailure.invalidArguments) { try client.store(String(repeating: "x", count: 1 << 20), [:]) }
    #expect(throws: SecretFailure.invalidArguments) {
      try client.store("", [:], label: String(repeating: "x", count: 4097))
    }
    #expect(throws: SecretFailure.invalidArguments) {
      try client.store("", ["n": String(repeating: "x", count: 20_000)])
    }
    let large = String(repeating: "x", count: (1 << 20) - 1024)
    #expect(try client.read(client.store(large, ["n": "large"])) == large)
    if LongTests.areWanted {
      let many = [BusValue](repeating: .objectPath(try client.store(large, ["n": "again"])), count: 33)
      #expect(throws: SecretFailure.limitsExceeded) {
        try client.call(root, "Service", "GetSecrets", .array(of: "o", many), .objectPath(client.session()))
      }
    }
    #expect(throws: SecretFailure.limitsExceeded) {
      for number in 0..<9 { try client.store(large, ["n": "\(number)"], in: sessionPath) }
    }
  }

  @Test func `Objects say what they are`() throws {
    let client = try Stage().client
    let item = try client.store("1", [:])
    for (path, words) in [
      (root, ["org.freedesktop.Secret.Service", "<node name=\"collection\"/>"]),
      (root + "/collection", ["<node name=\"default\"/>", "<node name=\"session\"/>"]),
      (
        defaultPath,
        [
          "org.freedesktop.Secret.Collection", "ItemCreated",
          "<node name=\"\(item.split(separator: "/").last ?? "")\"/>",
        ]
      ),
      (item, ["org.freedesktop.Secret.Item", "access=\"readwrite\""]),
    ] {
      let text = try #require(client.call(path, "org.freedesktop.DBus.Introspectable", "Introspect").first?.text)
      for word in words { #expect(text.contains(word), "\(path): \(word)") }
    }
  }
}

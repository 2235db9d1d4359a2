// SPDX-License-Identifier: Apache-2.0
import SecretServiceModel

/// What there is on each interface (Secret Service API, "D-Bus API Reference"), for programs that ask before they call.
extension SecretInterface {
  struct Property {
    let name: String
    let type: String
    var isWritable = false
  }

  struct Member {
    let name: String
    /// Types with the names of arguments, of methods first those that go in.
    var takes: [(name: String, type: String)] = []
    var gives: [(name: String, type: String)] = []
  }

  var properties: [Property] {
    switch self {
    case .service: [Property(name: "Collections", type: "ao")]
    case .collection:
      [
        Property(name: "Items", type: "ao"), Property(name: "Label", type: "s", isWritable: true),
        Property(name: "Locked", type: "b"), Property(name: "Created", type: "t"),
        Property(name: "Modified", type: "t"),
      ]
    case .item:
      [
        Property(name: "Locked", type: "b"), Property(name: "Attributes", type: "a{ss}", isWritable: true),
        Property(name: "Label", type: "s", isWritable: true), Property(name: "Type", type: "s"),
        Property(name: "Created", type: "t"), Property(name: "Modified", type: "t"),
      ]
    case .session, .prompt, .permissions, .properties, .introspection: []
    }
  }

  var methods: [Member] {
    switch self {
    case .service:
      [
        Member(
          name: "OpenSession", takes: [("algorithm", "s"), ("input", "v")], gives: [("output", "v"), ("result", "o")]),
        Member(
          name: "CreateCollection", takes: [("properties", "a{sv}"), ("alias", "s")],
          gives: [("collection", "o"), ("prompt", "o")]),
        Member(name: "SearchItems", takes: [("attributes", "a{ss}")], gives: [("unlocked", "ao"), ("locked", "ao")]),
        Member(name: "Unlock", takes: [("objects", "ao")], gives: [("unlocked", "ao"), ("prompt", "o")]),
        Member(name: "Lock", takes: [("objects", "ao")], gives: [("locked", "ao"), ("prompt", "o")]),
        Member(name: "GetSecrets", takes: [("items", "ao"), ("session", "o")], gives: [("secrets", "a{o(oayays)}")]),
        Member(name: "ReadAlias", takes: [("name", "s")], gives: [("collection", "o")]),
        Member(name: "SetAlias", takes: [("name", "s"), ("collection", "o")]),
      ]
    case .collection:
      [
        Member(name: "Delete", gives: [("prompt", "o")]),
        Member(name: "SearchItems", takes: [("attributes", "a{ss}")], gives: [("results", "ao")]),
        Member(
          name: "CreateItem", takes: [("properties", "a{sv}"), ("secret", "(oayays)"), ("replace", "b")],
          gives: [("item", "o"), ("prompt", "o")]),
      ]
    case .item:
      [
        Member(name: "Delete", gives: [("prompt", "o")]),
        Member(name: "GetSecret", takes: [("session", "o")], gives: [("secret", "(oayays)")]),
        Member(name: "SetSecret", takes: [("secret", "(oayays)")]),
      ]
    case .permissions:
      [
        Member(name: "List", gives: [("permissions", "a(sst)")]),
        Member(name: "Forget", takes: [("reader", "s")], gives: [("count", "u")]),
        Member(name: "ListAccess", gives: [("collections", "a(oss)")]),
        Member(name: "SetAccess", takes: [("collection", "o"), ("access", "s")], gives: [("prompt", "o")]),
      ]
    case .session: [Member(name: "Close")]
    case .prompt: [Member(name: "Prompt", takes: [("window_id", "s")]), Member(name: "Dismiss")]
    case .properties:
      [
        Member(name: "Get", takes: [("interface", "s"), ("property", "s")], gives: [("value", "v")]),
        Member(name: "GetAll", takes: [("interface", "s")], gives: [("properties", "a{sv}")]),
        Member(name: "Set", takes: [("interface", "s"), ("property", "s"), ("value", "v")]),
      ]
    case .introspection: [Member(name: "Introspect", gives: [("data", "s")])]
    }
  }

  var signals: [Member] {
    switch self {
    case .service:
      ["CollectionCreated", "CollectionDeleted", "CollectionChanged"].map {
        Member(name: $0, gives: [("collection", "o")])
      }
    case .collection:
      ["ItemCreated", "ItemDeleted", "ItemChanged"].map { Member(name: $0, gives: [("item", "o")]) }
    case .prompt: [Member(name: "Completed", gives: [("dismissed", "b"), ("result", "v")])]
    case .properties:
      [
        Member(
          name: "PropertiesChanged", gives: [("interface", "s"), ("changed", "a{sv}"), ("invalidated", "as")])
      ]
    case .item, .session, .permissions, .introspection: []
    }
  }
}

// MARK: - As the bus has it

extension ServiceState {
  /// The specification's document (D-Bus specification, "Introspection Data Format") of an object, and of the folders above it.
  func introspection(_ path: String) -> String {
    let object = try? place(path)
    let ours: [SecretInterface] = object == .service ? [.permissions] : []
    let own = object.map { [$0.interface, .properties, .introspection] + ours } ?? [.introspection]
    let children = self.children(path).map { "<node name=\"\($0)\"/>" }
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <node>\((own.map(\.document) + children).joined())</node>
      """
  }

  /// The objects below a path. Items are left out until they are known, and programs' sessions and prompts always.
  private func children(_ path: String) -> [String] {
    let aliases = order.flatMap { collections[$0]?.aliases.map(\.text) ?? [] }
    switch path {
    case SecretObject.root: return ["aliases", "collection"]
    case SecretObject.root + "/collection": return order.map(\.text)
    case SecretObject.root + "/aliases": return aliases.sorted()
    default:
      guard case .collection(let name)? = try? place(path) else { return [] }
      return index.items(in: name).map { String($0) }
    }
  }
}

extension SecretInterface {
  fileprivate var document: String {
    let methods = methods.map { member in
      "<method name=\"\(member.name)\">\(Self.arguments(member.takes, "in"))\(Self.arguments(member.gives, "out"))</method>"
    }
    let signals = signals.map { "<signal name=\"\($0.name)\">\(Self.arguments($0.gives, nil))</signal>" }
    let properties = properties.map {
      "<property name=\"\($0.name)\" type=\"\($0.type)\" access=\"\($0.isWritable ? "readwrite" : "read")\"/>"
    }
    return "<interface name=\"\(rawValue)\">\((methods + signals + properties).joined())</interface>"
  }

  private static func arguments(_ arguments: [(name: String, type: String)], _ direction: String?) -> String {
    arguments.map { argument in
      let direction = direction.map { " direction=\"\($0)\"" } ?? ""
      return "<arg name=\"\(argument.name)\" type=\"\(argument.type)\"\(direction)/>"
    }.joined()
  }
}

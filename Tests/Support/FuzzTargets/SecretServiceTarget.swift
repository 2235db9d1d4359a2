// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import MessageBus
import SecretMemory
import SecretService
import SecretServiceModel

/// What programs say to the Secret Service, in values of the right types and of any others, and the records that are kept of what they
/// store: nothing traps, and what is taken is within the limits.
package enum SecretServiceTarget: FuzzTarget {
  package static let name = "SecretService"

  private static let members = [
    "OpenSession", "CreateCollection", "SearchItems", "Unlock", "Lock", "GetSecrets", "ReadAlias", "SetAlias",
    "CreateItem",
    "Delete", "List", "Forget", "ListAccess", "SetAccess", "GetSecret", "SetSecret", "Close", "Prompt", "Dismiss",
    "Get", "GetAll", "Set", "Introspect", "Other",
  ]
  private static let keys = [
    "org.freedesktop.Secret.Item.Label", "org.freedesktop.Secret.Item.Attributes",
    "org.freedesktop.Secret.Collection.Label", SecretCall.classProperty, LookupAttributes.schemaName,
  ]

  package static func run(_ bytes: [UInt8]) {
    path(String(decoding: bytes, as: UTF8.self))
    records(bytes)
    var reader = BusValueReader(bytes, keys: keys)
    let interfaces = SecretInterface.allCases.map(\.rawValue) + ["org.example.Other"]
    let interface = interfaces[Int(reader.byte()) % interfaces.count]
    let member = members[Int(reader.byte()) % members.count]
    let arguments = (0..<(Int(reader.byte()) % 5)).map { _ in argument(&reader) }
    let message = BusMessage(
      sender: ":1.1", path: SecretObject.root, interface: interface, member: member, arguments: arguments)
    if let call = try? SecretCall(message) { check(call) }
  }

  /// Half of them of types that the service takes.
  private static func argument(_ reader: inout BusValueReader) -> BusValue {
    switch reader.byte() % 8 {
    case 0:
      let count = Int(reader.byte()) % 8
      return .array(of: "o", (0..<count).map { _ in .objectPath(reader.text()) })
    case 1: return attributes(&reader)
    case 2:
      return .structure([
        .objectPath(reader.text()), .bytes(Array(reader.text().utf8)), .bytes(Array(reader.text().utf8)),
        .string(reader.text()),
      ])
    case 3:
      let count = Int(reader.byte()) % 4
      return .dictionary(
        keys: "s", values: "v",
        (0..<count).map { _ in
          let key = BusValue.string(keys[Int(reader.byte()) % keys.count])
          return BusEntry(
            key: key, value: .variant(reader.byte() % 2 == 0 ? attributes(&reader) : .string(reader.text())))
        })
    default: return reader.value(depth: 0)
    }
  }

  private static func attributes(_ reader: inout BusValueReader) -> BusValue {
    let count = Int(reader.byte())
    return .dictionary(
      keys: "s", values: "s",
      (0..<count).map { _ in BusEntry(key: .string(reader.text()), value: .string(reader.text())) })
  }

  private static func check(_ call: SecretCall) {
    switch call {
    case .searchAll(let attributes), .search(let attributes): check(attributes)
    case .createItem(let label, let attributes, let sent, replaces: _):
      check(attributes)
      precondition(label.utf8.count <= SecretServiceLimits.label)
      check(sent)
    case .setSecret(let sent): check(sent)
    case .unlock(let paths), .lock(let paths), .secrets(let paths, session: _): paths.forEach(path)
    case .createCollection(let label, secretClass: _, alias: _):
      let name = PathElement(resembling: label) { $0.text.count < 3 }
      precondition(PathElement(name.text) == name, "a name is one part of a path")
    default: break
    }
  }

  private static func check(_ sent: SecretCall.SentSecret) {
    precondition(sent.sealed.value.count <= SecretServiceLimits.secret + 16)
    _ = try? SessionCipher.plain.open(sent.sealed)
  }

  private static func check(_ attributes: LookupAttributes) {
    precondition(attributes.pairs.count <= SecretServiceLimits.attributes && attributes.match(attributes))
    var index = SecretIndex()
    let record = ItemRecord(label: "", attributes: attributes, secretClass: .whenUnlocked, created: 0, modified: 0)
    precondition(index.put(1, record, in: .default) && index.search(attributes) == [1], "what is stored is found")
  }

  private static func path(_ text: String) {
    if let object = SecretObject(path: text) { precondition(object.path == text, "an object has one path") }
  }

  private static func records(_ bytes: [UInt8]) {
    if let item = try? ItemRecord(decoding: bytes.span) {
      precondition(bytes[0] == 1 || (try? item.encoded()) == bytes, "a record has one form")
    }
    if let collection = try? CollectionRecord(decoding: bytes.span) {
      precondition(bytes[0] == 1 || (try? collection.encoded()) == bytes, "a record has one form")
    }
    if let permission = try? ReadPermission(decoding: bytes.span) {
      precondition((try? permission.encoded()) == bytes, "a record has one form")
    }
    if let content = try? SecretContent(decoding: SecretData(copying: bytes.span)) {
      precondition(content.secret.count + content.type.utf8.count + 3 == bytes.count)
    }
  }
}

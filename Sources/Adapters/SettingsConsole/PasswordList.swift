// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import JSONCoding
import KeychainModel
import WebServer

/// The items of the keychain as the page of passwords lists them: what they are for, never what they hold.
struct PasswordList {
  private let items: [ItemResult]
  /// The names of apps by their access groups.
  private let apps: [String: String]
  /// Of the keys that are there, what certificates know them by.
  private let privateKeys: Set<[UInt8]>

  private static let most = 2000

  init(from broker: BrokerClient) throws(ConsoleFailure) {
    var items: [ItemResult] = []
    do throws(BrokerClientError) {
      for itemClass in ItemClass.stored { items += try broker.ownersItems(itemClass) }
    } catch {
      throw .broker(error)
    }
    self.items = items
    privateKeys = Set(
      items.compactMap { $0.keyClass == .private ? $0.attributes?[.applicationLabel]?.data : nil })
    // Without the register of apps, groups have no other names than their own.
    let installed = (try? broker.installedApps()) ?? []
    var apps: [String: String] = [:]
    for app in installed {
      for group in app.ownGroups + app.entitlements.accessGroups where apps[group] == nil {
        apps[group] = app.description.name
      }
    }
    self.apps = apps
  }

  var json: JSONValue {
    .members([
      "items": .array(items.prefix(Self.most).compactMap(json)), "more": .number(max(0, items.count - Self.most)),
    ])
  }

  private func json(_ item: ItemResult) -> JSONValue? {
    guard let attributes = item.attributes, let reference = item.persistentReference else { return nil }
    let group = attributes[.accessGroup]?.string ?? ""
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { members.append(JSONValue.Member(name, .string(VisibleWord.line(text)))) }
    }
    add("reference", reference.bytes.hexadecimal)
    add("class", "\(item.itemClass)")
    add("group", group)
    add("app", group == PrivateGroup.commandLine ? "bailey" : apps[group])
    for (name, attribute) in Self.texts { add(name, attributes[attribute]?.text) }
    add("accessible", attributes[.accessible]?.string)
    for (name, attribute) in [("created", ItemAttribute.creationDate), ("modified", .modificationDate)] {
      guard let date = attributes[attribute]?.date, abs(date) < 1e12 else { continue }
      members.append(JSONValue.Member(name, .number(Int(date + Self.referenceDate))))
    }
    members.append(
      JSONValue.Member("asks", .bool(attributes[.accessControl]?.accessControl?.needsAuthentication ?? false)))
    if let hash = attributes[.publicKeyHash]?.data, item.itemClass == .certificate {
      members.append(JSONValue.Member("identity", .bool(privateKeys.contains(hash))))
    }
    if let keyClass = item.keyClass {
      add("keyClass", keyClass.rawValue)
      if let bits = attributes[.keySizeInBits]?.number {
        members.append(JSONValue.Member("bits", .number(Int(clamping: bits))))
      }
    }
    members.append(JSONValue.Member("private", .bool(PrivateGroup.isReserved(group))))
    return .object(members)
  }

  private static let texts: [(String, ItemAttribute)] = [
    ("label", .label), ("account", .account), ("service", .service), ("server", .server), ("path", .path),
    ("comment", .comment), ("kind", .description),
  ]
  /// 2001-01-01T00:00:00Z, in seconds since 1970.
  private static let referenceDate = 978_307_200.0
}

private enum KeyClass: String {
  case `public`, `private`, symmetric
}

extension ItemResult {
  /// Of a key, as `kSecAttrKeyClass` numbers them; nil for what is none.
  fileprivate var keyClass: KeyClass? {
    guard itemClass == .key else { return nil }
    return switch attributes?[.keyClass]?.number {
    case 0: .public
    case 1: .private
    case 2: .symmetric
    default: nil
    }
  }
}

extension AttributeValue {
  /// What people can read of it.
  fileprivate var text: String? {
    switch self {
    case .string(let text): text
    case .data(let bytes): String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }
}

// MARK: - One item

extension InstanceWatcher {
  /// The bytes of a password, which nothing here keeps.
  func reveal(_ reference: PersistentReference) throws(ConsoleFailure) -> RequestBody {
    let secret: SecretData?
    do { secret = try broker.revealToOwner(reference) } catch { throw .broker(error) }
    guard let secret else { throw .notFound }
    return secret.withBytes { span in
      var bytes = span.indices.map { span[$0] }
      return RequestBody(taking: &bytes)
    }
  }

  func delete(_ reference: PersistentReference) throws(ConsoleFailure) {
    do { try broker.deleteForOwner(reference) } catch { throw .broker(error) }
    state.change { $0.items += 1 }
  }
}

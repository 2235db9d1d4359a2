// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import KeychainModel
import SecretServiceModel

/// What programs of the desktop store: two items of the keychain each, of which people see one, under the names that the
/// programs gave it.
struct DesktopItems {
  /// The records by account, which both items of a secret have.
  private let records: [String: ItemRecord]
  private let collections: [String: String]
  private let items: [ItemResult]

  init(_ items: [ItemResult]) {
    self.items = items.filter { $0.attributes?[.accessGroup]?.string == PrivateGroup.secretService }
    var records: [String: ItemRecord] = [:]
    var collections: [String: String] = [:]
    for item in self.items {
      guard let account = item.attributes?[.account]?.string, let bytes = item.attributes?[.generic]?.data else {
        continue
      }
      switch Self.kind(of: item) {
      case .item: records[account] = try? ItemRecord(decoding: bytes.span)
      case .collection: collections[account] = (try? CollectionRecord(decoding: bytes.span))?.label
      case .secret, .permission, nil: break
      }
    }
    self.records = records
    self.collections = collections
  }

  static func kind(of item: ItemResult) -> KeptKind? {
    guard item.attributes?[.accessGroup]?.string == PrivateGroup.secretService else { return nil }
    return item.attributes?[.service]?.string.flatMap(KeptKind.init(rawValue:))
  }

  /// The item as people know it; itself where it is none of the desktop's, and nil where it is no more than a part of one.
  func seen(_ item: ItemResult) -> ItemResult? {
    guard let kind = Self.kind(of: item) else { return item }
    guard kind == .secret, let account = item.attributes?[.account]?.string, let record = records[account] else {
      return nil
    }
    var seen = item
    seen.attributes?[.label] = .string(record.label)
    seen.attributes?[.account] = Self.first(Self.accounts, of: record)
    seen.attributes?[.service] = Self.first(Self.services, of: record)
    seen.attributes?[.comment] = nil
    let collection = account.split(separator: "/").first.map(String.init) ?? ""
    seen.attributes?[.path] = .string(collections[collection] ?? collection)
    return seen
  }

  /// The attributes that programs of the desktop call people and places by, those that say most first.
  private static let accounts = ["username", "username_value", "user", "account", "login", "email", "uuid"]
  private static let services = ["signon_realm", "server", "domain", "host", "service", "application", "setting-name"]

  private static func first(_ names: [String], of record: ItemRecord) -> AttributeValue? {
    for name in names {
      if let pair = record.attributes.pairs.first(where: { $0.name == name && !$0.value.isEmpty }) {
        return .string(pair.value)
      }
    }
    return nil
  }

  /// Whether it is the secret of one.
  func hasSecret(_ reference: PersistentReference) -> Bool {
    part(reference).map { Self.kind(of: $0) == .secret } ?? false
  }

  /// Whether it is any part of one.
  func contains(_ reference: PersistentReference) -> Bool { part(reference) != nil }

  /// The other half of a secret, by which it is found.
  func name(of reference: PersistentReference) -> PersistentReference? {
    guard let account = part(reference)?.attributes?[.account]?.string else { return nil }
    return items.first { Self.kind(of: $0) == .item && $0.attributes?[.account]?.string == account }?
      .persistentReference
  }

  private func part(_ reference: PersistentReference) -> ItemResult? {
    items.first { $0.persistentReference?.bytes == reference.bytes }
  }
}

extension InstanceWatcher {
  func desktopItems() throws(ConsoleFailure) -> DesktopItems {
    do { return DesktopItems(try broker.ownersItems(.genericPassword)) } catch { throw .broker(error) }
  }
}
